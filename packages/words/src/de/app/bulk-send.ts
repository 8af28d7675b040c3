import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# Zeile', other: '# Zeilen' }),
    documents: counted({ one: '# Dokument', other: '# Dokumente' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Es wurde noch nichts gesendet.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'Keine Probleme in der Zeile', other: `Keine Probleme: ${rows} geprüft` })(count),
    problem: 'Problem',
    ofCannotBeSent: (wrong: number, rows: string): string => `Nicht sendbar: ${number(wrong)} von ${rows}`,
    nothingSent: 'Es wurde nichts gesendet. Korrigieren Sie die Datei und wählen Sie sie noch einmal aus.',
    nothingSentOrSkip:
      'Es wurde nichts gesendet. Korrigieren Sie die Datei und wählen Sie sie noch einmal aus, oder überspringen Sie diese Zeilen.',
    row: 'Zeile',
    column: 'Spalte',
    firstShown: (faultsCount: number): string => `Angezeigt werden die ersten ${number(faultsCount)}.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({
        one: 'Diese Zeile überspringen und die anderen senden',
        other: `Diese ${rows} überspringen und die anderen senden`,
      })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `${documents} senden?`,
    sentAtOnceAndRecipients: counted({
      one: 'Es wird sofort gesendet, und seine Empfänger erhalten eine Einladung. Danach können Sie es nur noch zurückziehen.',
      other:
        'Sie werden sofort gesendet, und ihre Empfänger erhalten Einladungen. Danach können Sie jedes Dokument nur noch zurückziehen.',
    }),
    titles: (count: number, titles: string): string =>
      counted({ one: `Titel: ${titles}`, other: `Titel: ${titles}` })(count),
    warningsAboutRows: 'Warnungen zu den Zeilen',
    moreWarningsNotShown: (warningsCount: number): string => `Nicht angezeigte Warnungen: ${number(warningsCount)}.`,
    sendText: (documents: string): string => `${documents} senden`,
  },
  columns: {
    eMailOf: (name: string): string => `E-Mail: ${name}`,
    nameOf: (name: string): string => `Name: ${name}`,
    recipientAuthenticationOf: (name: string): string => `Empfänger-Authentifizierung: ${name}`,
    secondEMailOf: (name: string): string => `Zweite E-Mail: ${name}`,
    field: (label: string): string => `Feld „${label}“`,
    titleOfDocument: 'Titel des Dokuments',
    twoColumnsHaveSameMeaning: (twice: string): string => `Zwei Spalten haben dieselbe Bedeutung: ${twice}.`,
    chooseColumnWithEMail: (name: string): string => `Wählen Sie die Spalte mit den E-Mail-Adressen für „${name}“.`,
    chooseColumnWithSecondE: (name: string): string =>
      `Wählen Sie die Spalte mit den zweiten E-Mail-Adressen für „${name}“. Dorthin werden die Codes gesendet.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'Die Datei ist größer als 5 MB. Verteilen Sie die Zeilen auf mehrere Dateien.',
    fileMustHaveHeaderRow: 'Die Datei braucht eine Kopfzeile mit Spaltennamen und mindestens eine Zeile darunter.',
    fileHasRows: (count: number, mostRows: number): string =>
      `Die Datei hat ${number(count)} Zeilen. Auf einmal sind höchstens ${number(mostRows)} möglich.`,
    leaveOut: 'Ignorieren',
    whatHolds: (column: string): string => `Inhalt von „${column}“`,
    chooseCsvFile: 'Wählen Sie eine CSV-Datei aus.',
    theList: 'Liste',
    csvFile: 'CSV-Datei',
    headerRowWithColumnNames: (mostRows: number): string =>
      `Eine Kopfzeile mit Spaltennamen, dann eine Zeile für jedes Dokument. Höchstens ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'CSV-Datei auswählen',
    columns: 'Spalten',
    firstOfRows: (rowsCount: number, count: number): string =>
      `Die ersten ${number(rowsCount)} von ${number(count)} Zeilen.`,
    allRows: (count: number): string => `Alle Zeilen: ${number(count)}.`,
    fileRead: (encodingNames: string): string =>
      `Die Datei wurde als ${encodingNames} gelesen. Wenn Zeichen falsch aussehen, speichern Sie die Datei als UTF-8 und wählen Sie sie noch einmal aus.`,
    theDocuments: 'Dokumente',
    titleOfEachDocument: 'Titel jedes Dokuments',
    canContainColumnsAs: 'Kann Spalten enthalten, etwa „Vertrag {{name}}“. Eine Titelspalte hat Vorrang.',
    nothingSent: 'Es wurde nichts gesendet',
    checkRows: 'Zeilen prüfen',
    check: (rows: string): string => `${rows} prüfen`,
    send: (documents: string): string => `${documents} senden`,
    sendInBulk: 'Serienversand',
    sendInBulkText: (name: string): string => `Serienversand: ${name}`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Für jede Zeile einer Liste ein Dokument aus ', link, '.'],
  },
  bulkPill: {
    sending: 'Wird gesendet',
    done: 'Fertig',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · von ', name],
    of: (sent: number, total: number): string => `${number(sent)} von ${number(total)}`,
    begun: 'Begonnen',
    goToTemplates: 'Zu den Vorlagen',
    oneDocumentForEachRow: 'Ein Dokument für jede Zeile einer Liste.',
    noBulkSendsYet: 'Noch kein Serienversand',
    chooseTemplateAndCsvFile: 'Wählen Sie eine Vorlage und eine CSV-Datei mit einer Zeile für jedes Dokument.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'Gesendete Dokumente bleiben gesendet. Weitere Zeilen werden nicht gesendet.',
    cancelBulkSend: 'Diesen Serienversand abbrechen?',
    waitingRowsNotSent:
      'Wartende Zeilen werden nicht gesendet. Gesendete Dokumente bleiben gesendet. Ziehen Sie sie einzeln zurück, wenn niemand sie unterschreiben soll.',
    keepSending: 'Weiter senden',
    cancelBulkSendText: 'Serienversand abbrechen',
    rows: 'Zeilen',
    progress: 'Fortschritt',
    ofSent: (sent: number, total: number): string => `${number(sent)} von ${number(total)} gesendet`,
    ofFailed: (failed: number, total: number): string => `${number(failed)} von ${number(total)} fehlgeschlagen`,
    done: (percent: number): string =>
      `${number(percent)} % erledigt. Sie können diese Seite verlassen, der Versand läuft weiter.`,
    allRowsDone: 'Alle Zeilen sind erledigt.',
    rowsFailed: 'Fehlgeschlagene Zeilen',
    downloadAsCsv: 'Als CSV herunterladen',
    retry: 'Wiederholen',
    fileContainsOnlyRows:
      'Die Datei enthält nur diese Zeilen. Korrigieren Sie sie, und senden Sie die Datei. Die Zeilen werden 90 Tage gespeichert.',
    row: 'Zeile',
    values: 'Werte',
    problem: 'Problem',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Serienversand von ',
      link,
      ', Version ',
      number(templateVersion),
    ],
    viewDocuments: 'Dokumente ansehen',
    cancelDialog: 'Abbrechen …',
    valuesStoredForNinetyDays: (day: string): string =>
      `Die Werte der Zeilen wurden 90 Tage gespeichert, bis ${day}. Die Dokumente sind nicht betroffen.`,
    rowsDeleted: 'Die Zeilen wurden gelöscht',
    everyRowSentAndRecipients: 'Alle Zeilen wurden gesendet, und ihre Empfänger wurden eingeladen.',
    bulkSend: 'Serienversand',
    goToBulkSends: 'Zum Serienversand',
  },
};
