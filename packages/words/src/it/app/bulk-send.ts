import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# riga', other: '# righe' }),
    documents: counted({ one: '# documento', other: '# documenti' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Non è stato ancora inviato nulla.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'Nessun problema nella riga', other: `Nessun problema in ${rows}` })(count),
    problem: 'Problema',
    ofCannotBeSent: (wrong: number, rows: string): string => `${number(wrong)} di ${rows}: invio non possibile`,
    nothingSent: 'Non è stato inviato nulla. Corregga il file e lo scelga di nuovo.',
    nothingSentOrSkip: 'Non è stato inviato nulla. Corregga il file e lo scelga di nuovo, oppure salti queste righe.',
    row: 'Riga',
    column: 'Colonna',
    firstShown: (faultsCount: number): string => `Sono mostrati i primi ${number(faultsCount)}.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({ one: 'Salta questa riga e invia le altre', other: `Salta ${rows} e invia le altre` })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `Inviare ${documents}?`,
    sentAtOnceAndRecipients: counted({
      one: 'Viene inviato subito e i destinatari ricevono un invito. In seguito può solo ritirarlo.',
      other: 'Vengono inviati subito e i destinatari ricevono un invito. In seguito può solo ritirare ogni documento.',
    }),
    titles: (count: number, titles: string): string =>
      counted({ one: `Titolo: ${titles}`, other: `Titoli: ${titles}` })(count),
    warningsAboutRows: 'Avvisi sulle righe',
    moreWarningsNotShown: (warningsCount: number): string => `Altri avvisi non mostrati: ${number(warningsCount)}.`,
    sendText: (documents: string): string => `Invia ${documents}`,
  },
  columns: {
    eMailOf: (name: string): string => `E-mail di ${name}`,
    nameOf: (name: string): string => `Nome di ${name}`,
    recipientAuthenticationOf: (name: string): string => `Autenticazione di ${name}`,
    secondEMailOf: (name: string): string => `Seconda e-mail di ${name}`,
    field: (label: string): string => `Campo «${label}»`,
    titleOfDocument: 'Titolo del documento',
    twoColumnsHaveSameMeaning: (twice: string): string => `Due colonne hanno lo stesso significato: ${twice}.`,
    chooseColumnWithEMail: (name: string): string => `Scelga la colonna con gli indirizzi e-mail di ${name}.`,
    chooseColumnWithSecondE: (name: string): string =>
      `Scelga la colonna con i secondi indirizzi e-mail di ${name}. I codici vengono inviati lì.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'Il file supera i 5 MB. Invii le righe in più file.',
    fileMustHaveHeaderRow:
      'Il file deve avere una riga di intestazione con i nomi delle colonne e almeno una riga di dati.',
    fileHasRows: (count: number, mostRows: number): string =>
      `Il file ha ${number(count)} righe. Il limite è di ${number(mostRows)} righe per volta.`,
    leaveOut: 'Ignora',
    whatHolds: (column: string): string => `Contenuto di «${column}»`,
    chooseCsvFile: 'Scelga un file CSV.',
    theList: 'Elenco',
    csvFile: 'File CSV',
    headerRowWithColumnNames: (mostRows: number): string =>
      `Una riga di intestazione con i nomi delle colonne, poi una riga per ogni documento. Al massimo ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'Scegli un file CSV',
    columns: 'Colonne',
    firstOfRows: (rowsCount: number, count: number): string =>
      `Le prime ${number(rowsCount)} di ${number(count)} righe.`,
    allRows: (count: number): string => `Tutte le ${number(count)} righe.`,
    fileRead: (encodingNames: string): string =>
      `Il file è stato letto come ${encodingNames}. Se i caratteri appaiono errati, lo salvi come UTF-8 e lo scelga di nuovo.`,
    theDocuments: 'Documenti',
    titleOfEachDocument: 'Titolo di ogni documento',
    canContainColumnsAs:
      'Può contenere colonne, come in «Contratto {{name}}». Una colonna dei titoli ha la precedenza.',
    nothingSent: 'Non è stato inviato nulla',
    checkRows: 'Controlla righe',
    check: (rows: string): string => `Controlla ${rows}`,
    send: (documents: string): string => `Invia ${documents}`,
    sendInBulk: 'Invia in blocco',
    sendInBulkText: (name: string): string => `Invia ${name} in blocco`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Un documento da ', link, ' per ogni riga di un elenco.'],
  },
  bulkPill: {
    sending: 'Invio in corso',
    done: 'Completato',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · di ', name],
    of: (sent: number, total: number): string => `${number(sent)} di ${number(total)}`,
    begun: 'Avviato',
    goToTemplates: 'Vai ai modelli',
    oneDocumentForEachRow: 'Un documento per ogni riga di un elenco.',
    noBulkSendsYet: 'Ancora nessun invio in blocco',
    chooseTemplateAndCsvFile: 'Scelga un modello e un file CSV con una riga per ogni documento.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'I documenti inviati restano inviati. Non vengono inviate altre righe.',
    cancelBulkSend: 'Annullare questo invio in blocco?',
    waitingRowsNotSent:
      'Le righe in attesa non vengono inviate. I documenti inviati restano inviati. Li ritiri uno per uno se nessuno deve firmarli.',
    keepSending: 'Continua l’invio',
    cancelBulkSendText: 'Annulla invio in blocco',
    rows: 'Righe',
    progress: 'Avanzamento',
    ofSent: (sent: number, total: number): string => `${number(sent)} di ${number(total)} inviati`,
    ofFailed: (failed: number, total: number): string => `${number(failed)} di ${number(total)} non riusciti`,
    done: (percent: number): string => `${number(percent)} % completato. Può lasciare questa pagina. L’invio continua.`,
    allRowsDone: 'Tutte le righe sono completate.',
    rowsFailed: 'Righe non riuscite',
    downloadAsCsv: 'Scarica come CSV',
    retry: 'Riprova',
    fileContainsOnlyRows:
      'Il file contiene solo queste righe. Le corregga e invii il file. Le righe vengono conservate per 90 giorni.',
    row: 'Riga',
    values: 'Valori',
    problem: 'Problema',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Invio in blocco di ',
      link,
      ', versione ',
      number(templateVersion),
    ],
    viewDocuments: 'Mostra documenti',
    cancelDialog: 'Annulla …',
    valuesStoredForNinetyDays: (day: string): string =>
      `I valori delle righe sono stati conservati per 90 giorni, fino al ${day}. I documenti non cambiano.`,
    rowsDeleted: 'Le righe sono state eliminate',
    everyRowSentAndRecipients: 'Tutte le righe sono state inviate e i destinatari sono stati invitati.',
    bulkSend: 'Invio in blocco',
    goToBulkSends: 'Vai agli invii in blocco',
  },
};
