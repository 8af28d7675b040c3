import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# rij', other: '# rijen' }),
    documents: counted({ one: '# document', other: '# documenten' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Er is nog niets verzonden.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'Geen problemen in de rij', other: `Geen problemen in de ${rows}` })(count),
    problem: 'Probleem',
    ofCannotBeSent: (wrong: number, rows: string): string => `Niet te verzenden: ${number(wrong)} van ${rows}`,
    nothingSent: 'Er is niets verzonden. Verbeter het bestand en kies het opnieuw.',
    nothingSentOrSkip: 'Er is niets verzonden. Verbeter het bestand en kies het opnieuw, of sla deze rijen over.',
    row: 'Rij',
    column: 'Kolom',
    firstShown: (faultsCount: number): string => `De eerste ${number(faultsCount)} worden getoond.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({
        one: 'Deze rij overslaan en de andere verzenden',
        other: `Deze ${rows} overslaan en de andere verzenden`,
      })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `${documents} verzenden?`,
    sentAtOnceAndRecipients: counted({
      one: 'Het wordt meteen verzonden en de ontvangers krijgen een uitnodiging. Daarna kunt u het alleen nog intrekken.',
      other:
        'Ze worden meteen verzonden en de ontvangers krijgen uitnodigingen. Daarna kunt u elk document alleen nog intrekken.',
    }),
    titles: (count: number, titles: string): string =>
      counted({ one: `Titel: ${titles}`, other: `Titels: ${titles}` })(count),
    warningsAboutRows: 'Waarschuwingen over de rijen',
    moreWarningsNotShown: (warningsCount: number): string =>
      `Waarschuwingen die niet worden getoond: ${number(warningsCount)}.`,
    sendText: (documents: string): string => `${documents} verzenden`,
  },
  columns: {
    eMailOf: (name: string): string => `E-mail: ${name}`,
    nameOf: (name: string): string => `Naam: ${name}`,
    recipientAuthenticationOf: (name: string): string => `Authenticatie van de ontvanger: ${name}`,
    secondEMailOf: (name: string): string => `Tweede e-mail: ${name}`,
    field: (label: string): string => `Veld ‘${label}’`,
    titleOfDocument: 'Titel van het document',
    twoColumnsHaveSameMeaning: (twice: string): string => `Twee kolommen hebben dezelfde betekenis: ${twice}.`,
    chooseColumnWithEMail: (name: string): string => `Kies de kolom met de e-mailadressen voor ‘${name}’.`,
    chooseColumnWithSecondE: (name: string): string =>
      `Kies de kolom met de tweede e-mailadressen voor ‘${name}’. De codes worden daarheen gestuurd.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'Het bestand is groter dan 5 MB. Verdeel de rijen over meer bestanden.',
    fileMustHaveHeaderRow: 'Het bestand moet een kopregel met kolomnamen hebben en minstens één rij daaronder.',
    fileHasRows: (count: number, mostRows: number): string =>
      `Het bestand heeft ${number(count)} rijen. De limiet is ${number(mostRows)} rijen per keer.`,
    leaveOut: 'Negeren',
    whatHolds: (column: string): string => `Inhoud van ‘${column}’`,
    chooseCsvFile: 'Kies een CSV-bestand.',
    theList: 'Lijst',
    csvFile: 'CSV-bestand',
    headerRowWithColumnNames: (mostRows: number): string =>
      `Een kopregel met kolomnamen, dan één rij per document. Hoogstens ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'CSV-bestand kiezen',
    columns: 'Kolommen',
    firstOfRows: (rowsCount: number, count: number): string =>
      `De eerste ${number(rowsCount)} van ${number(count)} rijen.`,
    allRows: (count: number): string => `Alle rijen: ${number(count)}.`,
    fileRead: (encodingNames: string): string =>
      `Het bestand is gelezen als ${encodingNames}. Zien tekens er verkeerd uit, sla het bestand dan op als UTF-8 en kies het opnieuw.`,
    theDocuments: 'Documenten',
    titleOfEachDocument: 'Titel van elk document',
    canContainColumnsAs: 'Kan kolommen bevatten, zoals in ‘Contract {{name}}’. Een titelkolom gaat voor.',
    nothingSent: 'Er is niets verzonden',
    checkRows: 'Rijen controleren',
    check: (rows: string): string => `${rows} controleren`,
    send: (documents: string): string => `${documents} verzenden`,
    sendInBulk: 'In bulk verzenden',
    sendInBulkText: (name: string): string => `Bulkverzending: ${name}`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Eén document van ', link, ' voor elke rij van een lijst.'],
  },
  bulkPill: {
    sending: 'Wordt verzonden',
    done: 'Klaar',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · door ', name],
    of: (sent: number, total: number): string => `${number(sent)} van ${number(total)}`,
    begun: 'Gestart',
    goToTemplates: 'Naar sjablonen',
    oneDocumentForEachRow: 'Eén document voor elke rij van een lijst.',
    noBulkSendsYet: 'Nog geen bulkverzendingen',
    chooseTemplateAndCsvFile: 'Kies een sjabloon en een CSV-bestand met één rij per document.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'Verzonden documenten blijven verzonden. Er worden geen rijen meer verzonden.',
    cancelBulkSend: 'Deze bulkverzending annuleren?',
    waitingRowsNotSent:
      'Wachtende rijen worden niet verzonden. Verzonden documenten blijven verzonden. Trek ze een voor een in als niemand ze moet ondertekenen.',
    keepSending: 'Doorgaan',
    cancelBulkSendText: 'Bulkverzending annuleren',
    rows: 'Rijen',
    progress: 'Voortgang',
    ofSent: (sent: number, total: number): string => `${number(sent)} van ${number(total)} verzonden`,
    ofFailed: (failed: number, total: number): string => `${number(failed)} van ${number(total)} mislukt`,
    done: (percent: number): string =>
      `${number(percent)}% klaar. U kunt deze pagina verlaten. Het verzenden gaat door.`,
    allRowsDone: 'Alle rijen zijn klaar.',
    rowsFailed: 'Mislukte rijen',
    downloadAsCsv: 'Downloaden als CSV',
    retry: 'Opnieuw proberen',
    fileContainsOnlyRows:
      'Het bestand bevat alleen deze rijen. Verbeter ze en verzend het bestand. De rijen worden 90 dagen bewaard.',
    row: 'Rij',
    values: 'Waarden',
    problem: 'Probleem',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Bulkverzending van ',
      link,
      ', versie ',
      number(templateVersion),
    ],
    viewDocuments: 'Documenten bekijken',
    cancelDialog: 'Annuleren…',
    valuesStoredForNinetyDays: (day: string): string =>
      `De waarden van de rijen zijn 90 dagen bewaard, tot ${day}. De documenten worden niet geraakt.`,
    rowsDeleted: 'De rijen zijn verwijderd',
    everyRowSentAndRecipients: 'Elke rij is verzonden en de ontvangers zijn uitgenodigd.',
    bulkSend: 'Bulkverzending',
    goToBulkSends: 'Naar bulkverzendingen',
  },
};
