import { figuresIn } from '../../figures.ts';

const { number, counted } = figuresIn('en');

export const dataExport = {
  dataPage: {
    beingPrepared: 'Being prepared',
    ready: 'Ready',
    erased: 'Deleted',
    yourData: 'Your data',
    theOrganization: 'Organization',
    exportStarted: 'Export started',
    weWillSendEMail: 'We will send you an e-mail when the export can be downloaded.',
    ofDocuments: (done: number, total: number): string => `${number(done)} of ${number(total)} documents`,
    documents: (count: number, size: string, day: string): string =>
      counted({
        one: `# document, ${size}, available until ${day}`,
        other: `# documents, ${size}, available until ${day}`,
      })(count),
    nothingStored: 'No file was stored. Start the export again.',
    eraseDialog: 'Delete …',
    cancelDialog: 'Cancel …',
    deleteExport: 'Delete this export?',
    cancelExport: 'Cancel this export?',
    fileDeletedAtOnce: 'The file is deleted immediately. Your data does not change, and you can export it again.',
    exportDiscarded: 'The export is discarded. Your data does not change.',
    erase: 'Delete',
    cancelExportText: 'Cancel export',
    documentsExported: 'Documents exported',
    export: 'Export',
    exports: 'Exports',
    noExportsYet: 'No exports yet',
    startExportToSee: 'Your exports and their progress appear here.',
    dataExport: 'Data export',
    zipArchiveWithDocuments:
      'A ZIP archive with your documents and related data in open formats. Only you can download it, and only for seven days.',
    accountDocumentsSentOrSigned:
      'Your account, documents you sent or signed, your consents, and your audit log entries.',
    exportData: 'Export your data',
    allDocumentsWithCertificates:
      'All documents with certificates and audit trails, templates, packages, members, settings and incidents. Keys and passwords are not included.',
    exportOrganization: 'Export the organization',
  },
};
