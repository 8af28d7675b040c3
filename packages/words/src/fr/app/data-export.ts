import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'En préparation',
    ready: 'Prêt',
    erased: 'Effacé',
    yourData: 'Vos données',
    theOrganization: 'L’organisation',
    exportStarted: 'Export lancé',
    weWillSendEMail: 'Nous vous enverrons un e-mail dès qu’il pourra être téléchargé.',
    ofDocuments: (done: number, total: number): string => `${number(done)} documents sur ${number(total)}`,
    documents: (count: number, size: string, day: string): string =>
      counted({ one: `# document, ${size} ; jusqu’au ${day}`, other: `# documents, ${size} ; jusqu’au ${day}` })(count),
    nothingStored: 'Aucun fichier n’a été conservé. Relancez l’export.',
    eraseDialog: 'Effacer…',
    cancelDialog: 'Annuler…',
    deleteExport: 'Effacer cet export ?',
    cancelExport: 'Annuler cet export ?',
    fileDeletedAtOnce:
      'Le fichier est effacé immédiatement. Vos données ne changent pas, et vous pouvez les exporter de nouveau.',
    exportDiscarded: 'L’export est abandonné. Vos données ne changent pas.',
    erase: 'Effacer',
    cancelExportText: 'Annuler l’export',
    documentsExported: 'Documents exportés',
    export: 'Export',
    exports: 'Exports',
    noExportsYet: 'Aucun export',
    startExportToSee: 'Lancez un export pour le voir ici avec sa progression.',
    dataExport: 'Export de données',
    zipArchiveWithDocuments:
      'Une archive ZIP avec vos documents et les données associées, dans des formats ouverts. Vous seul pouvez la télécharger, pendant sept jours.',
    accountDocumentsSentOrSigned:
      'Votre compte, les documents que vous avez envoyés ou signés, vos consentements et vos entrées du journal d’audit.',
    exportData: 'Exporter vos données',
    allDocumentsWithCertificates:
      'Tous les documents avec certificats et pistes d’audit, modèles, dossiers, membres, paramètres et incidents. Les clés et les mots de passe ne sont pas inclus.',
    exportOrganization: 'Exporter l’organisation',
  },
};
