import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'Wordt voorbereid',
    ready: 'Klaar',
    erased: 'Gewist',
    yourData: 'Uw gegevens',
    theOrganization: 'De organisatie',
    exportStarted: 'Export gestart',
    weWillSendEMail: 'We sturen u een e-mail zodra u hem kunt downloaden.',
    ofDocuments: (done: number, total: number): string => `${number(done)} van ${number(total)} documenten`,
    documents: (count: number, size: string, day: string): string =>
      counted({ one: `# document, ${size}; tot ${day}`, other: `# documenten, ${size}; tot ${day}` })(count),
    nothingStored: 'Er is geen bestand opgeslagen. Start de export opnieuw.',
    eraseDialog: 'Wissen…',
    cancelDialog: 'Annuleren…',
    deleteExport: 'Deze export wissen?',
    cancelExport: 'Deze export annuleren?',
    fileDeletedAtOnce: 'Het bestand wordt meteen gewist. Uw gegevens veranderen niet en u kunt ze opnieuw exporteren.',
    exportDiscarded: 'De export wordt weggegooid. Uw gegevens veranderen niet.',
    erase: 'Wissen',
    cancelExportText: 'Export annuleren',
    documentsExported: 'Geëxporteerde documenten',
    export: 'Export',
    exports: 'Exports',
    noExportsYet: 'Nog geen exports',
    startExportToSee: 'Start een export. Hij verschijnt dan hier met de voortgang.',
    dataExport: 'Gegevensexport',
    zipArchiveWithDocuments:
      'Een ZIP-archief met uw documenten en de bijbehorende gegevens in open formaten. Alleen u kunt het downloaden, binnen zeven dagen.',
    accountDocumentsSentOrSigned:
      'Uw account, documenten die u hebt verzonden of ondertekend, uw toestemmingen en uw regels in het logboek.',
    exportData: 'Uw gegevens exporteren',
    allDocumentsWithCertificates:
      'Alle documenten met certificaten en auditsporen, sjablonen, pakketten, leden, instellingen en incidenten. Sleutels en wachtwoorden zitten er niet bij.',
    exportOrganization: 'Organisatie exporteren',
  },
};
