import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'In preparazione',
    ready: 'Pronto',
    erased: 'Eliminato',
    yourData: 'I Suoi dati',
    theOrganization: 'L’organizzazione',
    exportStarted: 'Esportazione avviata',
    weWillSendEMail: 'Le invieremo un’e-mail quando potrà scaricarla.',
    ofDocuments: (done: number, total: number): string => `${number(done)} di ${number(total)} documenti`,
    documents: (count: number, size: string, day: string): string =>
      counted({ one: `# documento, ${size}; fino al ${day}`, other: `# documenti, ${size}; fino al ${day}` })(count),
    nothingStored: 'Non è stato memorizzato alcun file. Avvii di nuovo l’esportazione.',
    eraseDialog: 'Elimina …',
    cancelDialog: 'Annulla …',
    deleteExport: 'Eliminare questa esportazione?',
    cancelExport: 'Annullare questa esportazione?',
    fileDeletedAtOnce: 'Il file viene eliminato subito. I Suoi dati non cambiano e può esportarli di nuovo.',
    exportDiscarded: 'L’esportazione viene scartata. I Suoi dati non cambiano.',
    erase: 'Elimina',
    cancelExportText: 'Annulla esportazione',
    documentsExported: 'Documenti esportati',
    export: 'Esportazione',
    exports: 'Esportazioni',
    noExportsYet: 'Ancora nessuna esportazione',
    startExportToSee: 'Avvii un’esportazione per vederla qui con il suo avanzamento.',
    dataExport: 'Esportazione dei dati',
    zipArchiveWithDocuments:
      'Un archivio ZIP con i Suoi documenti e i dati collegati in formati aperti. Può scaricarlo solo Lei, entro sette giorni.',
    accountDocumentsSentOrSigned:
      'Il Suo account, i documenti inviati o firmati, i Suoi consensi e le Sue voci del registro di audit.',
    exportData: 'Esporta i Suoi dati',
    allDocumentsWithCertificates:
      'Tutti i documenti con certificati e registri di controllo, modelli, pacchetti, membri, impostazioni e incidenti. Chiavi e password sono escluse.',
    exportOrganization: 'Esporta l’organizzazione',
  },
};
