import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wierszy' }),
    documents: counted({ one: '# dokument', few: '# dokumenty', many: '# dokumentów', other: '# dokumentów' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Nic jeszcze nie wysłano.',
    noProblems: (count: number, rows: string): string =>
      counted({
        one: 'Wiersz bez problemów',
        few: `Bez problemów: ${rows}`,
        many: `Bez problemów: ${rows}`,
        other: `Bez problemów: ${rows}`,
      })(count),
    problem: 'Problem',
    ofCannotBeSent: (wrong: number, rows: string): string =>
      `Wiersze, których nie można wysłać: ${number(wrong)} (w pliku: ${rows})`,
    nothingSent: 'Nic nie wysłano. Popraw plik i wybierz go ponownie.',
    nothingSentOrSkip: 'Nic nie wysłano. Popraw plik i wybierz go ponownie albo pomiń te wiersze.',
    row: 'Wiersz',
    column: 'Kolumna',
    firstShown: (faultsCount: number): string => `Pokazano tylko początek listy (${number(faultsCount)}).`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({
        one: 'Pomiń ten wiersz i wyślij pozostałe',
        few: `Pomiń ${rows} i wyślij pozostałe`,
        many: `Pomiń ${rows} i wyślij pozostałe`,
        other: `Pomiń ${rows} i wyślij pozostałe`,
      })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `Wysłać ${documents}?`,
    sentAtOnceAndRecipients: counted({
      one: 'Dokument zostanie wysłany od razu, a odbiorcy otrzymają zaproszenie. Potem można go już tylko wycofać.',
      few: 'Dokumenty zostaną wysłane od razu, a odbiorcy otrzymają zaproszenia. Potem można już tylko wycofać każdy z nich.',
      many: 'Dokumenty zostaną wysłane od razu, a odbiorcy otrzymają zaproszenia. Potem można już tylko wycofać każdy z nich.',
      other:
        'Dokumenty zostaną wysłane od razu, a odbiorcy otrzymają zaproszenia. Potem można już tylko wycofać każdy z nich.',
    }),
    titles: (count: number, titles: string): string =>
      counted({
        one: `Tytuł: ${titles}`,
        few: `Tytuły: ${titles}`,
        many: `Tytuły: ${titles}`,
        other: `Tytuły: ${titles}`,
      })(count),
    warningsAboutRows: 'Ostrzeżenia dotyczące wierszy',
    moreWarningsNotShown: (warningsCount: number): string =>
      `Ostrzeżenia, których nie pokazano: ${number(warningsCount)}.`,
    sendText: (documents: string): string => `Wyślij ${documents}`,
  },
  columns: {
    eMailOf: (name: string): string => `E-mail: ${name}`,
    nameOf: (name: string): string => `Imię i nazwisko: ${name}`,
    recipientAuthenticationOf: (name: string): string => `Uwierzytelnianie odbiorcy: ${name}`,
    secondEMailOf: (name: string): string => `Drugi e-mail: ${name}`,
    field: (label: string): string => `Pole „${label}”`,
    titleOfDocument: 'Tytuł dokumentu',
    twoColumnsHaveSameMeaning: (twice: string): string => `Dwie kolumny mają to samo znaczenie: ${twice}.`,
    chooseColumnWithEMail: (name: string): string => `Wybierz kolumnę z adresami e-mail: ${name}.`,
    chooseColumnWithSecondE: (name: string): string =>
      `Wybierz kolumnę z drugimi adresami e-mail: ${name}. Kody są wysyłane na te adresy.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'Plik jest większy niż 5 MB. Wyślij wiersze w kilku plikach.',
    fileMustHaveHeaderRow: 'Plik musi mieć wiersz nagłówka z nazwami kolumn i co najmniej jeden wiersz pod nim.',
    fileHasRows: (count: number, mostRows: number): string =>
      `Liczba wierszy w pliku: ${number(count)}. Limit na jeden raz: ${number(mostRows)}.`,
    leaveOut: 'Pomiń',
    whatHolds: (column: string): string => `Zawartość kolumny „${column}”`,
    chooseCsvFile: 'Wybierz plik CSV.',
    theList: 'Lista',
    csvFile: 'Plik CSV',
    headerRowWithColumnNames: (mostRows: number): string =>
      `Wiersz nagłówka z nazwami kolumn, a potem po jednym wierszu na dokument. Najwyżej ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'Wybierz plik CSV',
    columns: 'Kolumny',
    firstOfRows: (rowsCount: number, count: number): string =>
      `Pierwsze wiersze: ${number(rowsCount)} z ${number(count)}.`,
    allRows: (count: number): string => `Wszystkie wiersze: ${number(count)}.`,
    fileRead: (encodingNames: string): string =>
      `Plik odczytano jako ${encodingNames}. Jeśli znaki są niepoprawne, zapisz plik jako UTF-8 i wybierz go ponownie.`,
    theDocuments: 'Dokumenty',
    titleOfEachDocument: 'Tytuł każdego dokumentu',
    canContainColumnsAs: 'Może zawierać kolumny, na przykład „Umowa {{name}}”. Kolumna z tytułem ma pierwszeństwo.',
    nothingSent: 'Nic nie wysłano',
    checkRows: 'Sprawdź wiersze',
    check: (rows: string): string => `Sprawdź ${rows}`,
    send: (documents: string): string => `Wyślij ${documents}`,
    sendInBulk: 'Wyślij seryjnie',
    sendInBulkText: (name: string): string => `Wysyłka seryjna: ${name}`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Jeden dokument z szablonu ', link, ' na każdy wiersz listy.'],
  },
  bulkPill: {
    sending: 'Wysyłanie',
    done: 'Gotowe',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · ', name],
    of: (sent: number, total: number): string => `${number(sent)} z ${number(total)}`,
    begun: 'Rozpoczęto',
    goToTemplates: 'Przejdź do szablonów',
    oneDocumentForEachRow: 'Jeden dokument na każdy wiersz listy.',
    noBulkSendsYet: 'Nie ma jeszcze wysyłek seryjnych',
    chooseTemplateAndCsvFile: 'Wybierz szablon i plik CSV z jednym wierszem na dokument.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'Wysłane dokumenty pozostają wysłane. Kolejne wiersze nie będą wysyłane.',
    cancelBulkSend: 'Anulować tę wysyłkę seryjną?',
    waitingRowsNotSent:
      'Oczekujące wiersze nie zostaną wysłane. Wysłane dokumenty pozostają wysłane. Wycofaj je pojedynczo, jeśli nikt nie ma ich podpisać.',
    keepSending: 'Wysyłaj dalej',
    cancelBulkSendText: 'Anuluj wysyłkę seryjną',
    rows: 'Wiersze',
    progress: 'Postęp',
    ofSent: (sent: number, total: number): string => `Wysłano ${number(sent)} z ${number(total)}`,
    ofFailed: (failed: number, total: number): string => `Nie udało się: ${number(failed)} z ${number(total)}`,
    done: (percent: number): string => `Gotowe: ${number(percent)} %. Możesz opuścić tę stronę. Wysyłka trwa dalej.`,
    allRowsDone: 'Wszystkie wiersze są gotowe.',
    rowsFailed: 'Nieudane wiersze',
    downloadAsCsv: 'Pobierz jako CSV',
    retry: 'Ponów',
    fileContainsOnlyRows:
      'Plik zawiera tylko te wiersze. Popraw je i wyślij plik. Wiersze są przechowywane przez 90 dni.',
    row: 'Wiersz',
    values: 'Wartości',
    problem: 'Problem',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Wysyłka seryjna szablonu ',
      link,
      `, wersja ${number(templateVersion)}`,
    ],
    viewDocuments: 'Pokaż dokumenty',
    cancelDialog: 'Anuluj…',
    valuesStoredForNinetyDays: (day: string): string =>
      `Wartości wierszy były przechowywane przez 90 dni, do ${day}. Dokumenty pozostają bez zmian.`,
    rowsDeleted: 'Wiersze usunięto',
    everyRowSentAndRecipients: 'Każdy wiersz wysłano, a odbiorców zaproszono.',
    bulkSend: 'Wysyłka seryjna',
    goToBulkSends: 'Przejdź do wysyłek seryjnych',
  },
};
