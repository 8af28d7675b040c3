import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'In Vorbereitung',
    ready: 'Bereit',
    erased: 'Gelöscht',
    yourData: 'Ihre Daten',
    theOrganization: 'Die Organisation',
    exportStarted: 'Export begonnen',
    weWillSendEMail: 'Wir senden Ihnen eine E-Mail, sobald er heruntergeladen werden kann.',
    ofDocuments: (done: number, total: number): string => `${number(done)} von ${number(total)} Dokumenten`,
    documents: (count: number, size: string, day: string): string =>
      counted({ one: `# Dokument, ${size}; bis ${day}`, other: `# Dokumente, ${size}; bis ${day}` })(count),
    nothingStored: 'Es wurde keine Datei gespeichert. Starten Sie den Export noch einmal.',
    eraseDialog: 'Löschen …',
    cancelDialog: 'Abbrechen …',
    deleteExport: 'Diesen Export löschen?',
    cancelExport: 'Diesen Export abbrechen?',
    fileDeletedAtOnce:
      'Die Datei wird sofort gelöscht. Ihre Daten ändern sich nicht, und Sie können sie noch einmal exportieren.',
    exportDiscarded: 'Der Export wird verworfen. Ihre Daten ändern sich nicht.',
    erase: 'Löschen',
    cancelExportText: 'Export abbrechen',
    documentsExported: 'Exportierte Dokumente',
    export: 'Export',
    exports: 'Exporte',
    noExportsYet: 'Noch keine Exporte',
    startExportToSee: 'Starten Sie einen Export. Er erscheint dann hier mit seinem Fortschritt.',
    dataExport: 'Datenexport',
    zipArchiveWithDocuments:
      'Ein ZIP-Archiv mit Ihren Dokumenten und den zugehörigen Daten in offenen Formaten. Nur Sie können es herunterladen, innerhalb von sieben Tagen.',
    accountDocumentsSentOrSigned:
      'Ihr Konto, die von Ihnen gesendeten oder unterschriebenen Dokumente, Ihre Einwilligungen und Ihre Einträge im Protokoll.',
    exportData: 'Ihre Daten exportieren',
    allDocumentsWithCertificates:
      'Alle Dokumente mit Zertifikaten und Prüfpfaden, Vorlagen, Pakete, Mitglieder, Einstellungen und Vorfälle. Schlüssel und Passwörter sind nicht enthalten.',
    exportOrganization: 'Organisation exportieren',
  },
};
