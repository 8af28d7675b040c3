import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { number, counted } = figuresIn('en');

export const bulkSend = {
  words: {
    rows: counted({ one: '# row', other: '# rows' }),
    documents: counted({ one: '# document', other: '# documents' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Nothing has been sent yet.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'No problems found in the row', other: `No problems found in the ${rows}` })(count),
    problem: 'Problem',
    ofCannotBeSent: (wrong: number, rows: string): string => `${number(wrong)} of ${rows} cannot be sent`,
    nothingSent: 'Nothing was sent. Correct the file and choose it again.',
    nothingSentOrSkip: 'Nothing was sent. Correct the file and choose it again, or skip these rows.',
    row: 'Row',
    column: 'Column',
    firstShown: (faultsCount: number): string => `The first ${number(faultsCount)} problems are shown.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({ one: 'Skip this row and send the others', other: `Skip these ${rows} and send the others` })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `Send ${documents}?`,
    sentAtOnceAndRecipients: counted({
      one: 'The document is sent immediately, and its recipients get an invitation. After that, you can only void it.',
      other:
        'The documents are sent immediately, and their recipients get invitations. After that, you can only void the documents one by one.',
    }),
    titles: (count: number, titles: string): string =>
      counted({ one: `Title: ${titles}`, other: `Titles: ${titles}` })(count),
    warningsAboutRows: 'Row warnings',
    moreWarningsNotShown: (warningsCount: number): string => `${number(warningsCount)} more warnings are not shown.`,
    sendText: (documents: string): string => `Send ${documents}`,
  },
  columns: {
    eMailOf: (name: string): string => `E-mail address for ${name}`,
    nameOf: (name: string): string => `Name for ${name}`,
    recipientAuthenticationOf: (name: string): string => `Recipient authentication for ${name}`,
    secondEMailOf: (name: string): string => `Second e-mail address for ${name}`,
    field: (label: string): string => `Field “${label}”`,
    titleOfDocument: 'Document title',
    twoColumnsHaveSameMeaning: (twice: string): string => `More than one column is assigned to: ${twice}.`,
    chooseColumnWithEMail: (name: string): string => `Choose the column with the e-mail addresses for ${name}.`,
    chooseColumnWithSecondE: (name: string): string =>
      `Choose the column with the second e-mail addresses for ${name}. Verification codes are sent to these addresses.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'The file is larger than 5 MB. Split the rows into several files.',
    fileMustHaveHeaderRow: 'The file must have a header row with column names, and at least one row below it.',
    fileHasRows: (count: number, mostRows: number): string =>
      `The file has ${number(count)} rows. The limit is ${number(mostRows)} rows per file.`,
    leaveOut: 'Ignore',
    whatHolds: (column: string): string => `Content of “${column}”`,
    chooseCsvFile: 'Choose a CSV file.',
    theList: 'List',
    csvFile: 'CSV file',
    headerRowWithColumnNames: (mostRows: number): string =>
      `A header row with column names, then one row for each document. Up to ${number(mostRows)} rows.`,
    chooseCsvFilePlaceholder: 'Choose a CSV file',
    columns: 'Columns',
    firstOfRows: (rowsCount: number, count: number): string =>
      `Showing the first ${number(rowsCount)} of ${number(count)} rows.`,
    allRows: (count: number): string => `Showing all ${number(count)} rows.`,
    fileRead: (encodingNames: string): string =>
      `The file was read as ${encodingNames}. If characters look wrong, save the file as UTF-8 and choose it again.`,
    theDocuments: 'Documents',
    titleOfEachDocument: 'Title of each document',
    canContainColumnsAs:
      'Can include values from columns, as in “Contract {{name}}”. If the file has a title column, its titles are used instead.',
    nothingSent: 'Nothing was sent',
    checkRows: 'Check rows',
    check: (rows: string): string => `Check ${rows}`,
    send: (documents: string): string => `Send ${documents}`,
    sendInBulk: 'Send in bulk',
    sendInBulkText: (name: string): string => `Send ${name} in bulk`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Creates one document from ', link, ' for each row in a list.'],
  },
  bulkPill: {
    sending: 'Sending',
    done: 'Done',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · by ', name],
    of: (sent: number, total: number): string => `${number(sent)} of ${number(total)}`,
    begun: 'Started',
    goToTemplates: 'Go to templates',
    oneDocumentForEachRow: 'Send one document for each row in a list.',
    noBulkSendsYet: 'No bulk sends yet',
    chooseTemplateAndCsvFile: 'Choose a template and a CSV file with one row for each document.',
  },
  bulkSendPage: {
    sentDocumentsStaySent:
      'No documents will be sent for the remaining rows. Documents that were already sent are not affected.',
    cancelBulkSend: 'Cancel this bulk send?',
    waitingRowsNotSent:
      'No documents will be sent for the remaining rows. Documents that were already sent are not affected. To stop those documents, void each of them.',
    keepSending: 'Keep sending',
    cancelBulkSendText: 'Cancel bulk send',
    rows: 'Rows',
    progress: 'Progress',
    ofSent: (sent: number, total: number): string => `${number(sent)} of ${number(total)} sent`,
    ofFailed: (failed: number, total: number): string => `${number(failed)} of ${number(total)} failed`,
    done: (percent: number): string => `${number(percent)}% done. You can leave this page. Sending continues.`,
    allRowsDone: 'All rows have been processed.',
    rowsFailed: 'Failed rows',
    downloadAsCsv: 'Download as CSV',
    retry: 'Retry',
    fileContainsOnlyRows:
      'The file contains only the failed rows. Correct them, and send the file as a new bulk send. The rows are stored for 90 days.',
    row: 'Row',
    values: 'Values',
    problem: 'Problem',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Bulk send of ',
      link,
      ', version ',
      number(templateVersion),
    ],
    viewDocuments: 'View documents',
    cancelDialog: 'Cancel …',
    valuesStoredForNinetyDays: (day: string): string =>
      `The row values were stored for 90 days, until ${day}. The documents are not affected.`,
    rowsDeleted: 'The rows were deleted',
    everyRowSentAndRecipients: 'All documents were sent, and their recipients were invited.',
    bulkSend: 'Bulk send',
    goToBulkSends: 'Go to bulk sends',
  },
};
