import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'W przygotowaniu',
    ready: 'Gotowy',
    erased: 'Usunięty',
    yourData: 'Twoje dane',
    theOrganization: 'Organizacja',
    exportStarted: 'Eksport rozpoczęty',
    weWillSendEMail: 'Gdy będzie można go pobrać, wyślemy Ci e-mail.',
    ofDocuments: (done: number, total: number): string => `Dokumenty: ${number(done)} z ${number(total)}`,
    documents: (count: number, size: string, day: string): string =>
      counted({
        one: `# dokument, ${size}; do ${day}`,
        few: `# dokumenty, ${size}; do ${day}`,
        many: `# dokumentów, ${size}; do ${day}`,
        other: `# dokumentów, ${size}; do ${day}`,
      })(count),
    nothingStored: 'Nie zapisano żadnego pliku. Rozpocznij eksport ponownie.',
    eraseDialog: 'Usuń…',
    cancelDialog: 'Anuluj…',
    deleteExport: 'Usunąć ten eksport?',
    cancelExport: 'Anulować ten eksport?',
    fileDeletedAtOnce: 'Plik zostanie usunięty od razu. Twoje dane się nie zmienią i możesz wyeksportować je ponownie.',
    exportDiscarded: 'Eksport zostanie porzucony. Twoje dane się nie zmienią.',
    erase: 'Usuń',
    cancelExportText: 'Anuluj eksport',
    documentsExported: 'Wyeksportowane dokumenty',
    export: 'Eksport',
    exports: 'Eksporty',
    noExportsYet: 'Nie ma jeszcze eksportów',
    startExportToSee: 'Rozpocznij eksport, aby zobaczyć tu jego postęp.',
    dataExport: 'Eksport danych',
    zipArchiveWithDocuments:
      'Archiwum ZIP z Twoimi dokumentami i powiązanymi danymi w otwartych formatach. Możesz je pobrać tylko Ty, w ciągu siedmiu dni.',
    accountDocumentsSentOrSigned:
      'Twoje konto, dokumenty wysłane lub podpisane przez Ciebie, Twoje zgody i Twoje wpisy w dzienniku audytu.',
    exportData: 'Eksportuj swoje dane',
    allDocumentsWithCertificates:
      'Wszystkie dokumenty z certyfikatami i śladami audytu, szablony, pakiety, członkowie, ustawienia i incydenty. Bez kluczy i haseł.',
    exportOrganization: 'Eksportuj organizację',
  },
};
