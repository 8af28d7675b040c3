import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# fila', other: '# filas' }),
    documents: counted({ one: '# documento', other: '# documentos' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Todavía no se ha enviado nada.',
    noProblems: (count, rows) => (count === 1 ? 'La fila no tiene problemas' : `Sin problemas: ${rows}`),
    problem: 'Problema',
    ofCannotBeSent: (wrong, rows) => `No se pueden enviar: ${number(wrong)} de ${rows}`,
    nothingSent: 'No se ha enviado nada. Corrija el archivo y elíjalo de nuevo.',
    nothingSentOrSkip: 'No se ha enviado nada. Corrija el archivo y elíjalo de nuevo, u omita estas filas.',
    row: 'Fila',
    column: 'Columna',
    firstShown: (faultsCount) => `Se muestran los primeros problemas: ${number(faultsCount)}.`,
    leaveOutAndSendOthers: (count, rows) =>
      count === 1 ? 'Omitir esta fila y enviar las demás' : `Omitir estas ${rows} y enviar las demás`,
  },
  confirmDialog: {
    send: (documents) => `¿Enviar ${documents}?`,
    sentAtOnceAndRecipients: counted({
      one: 'Se envía de inmediato y sus destinatarios reciben una invitación. Después solo podrá retirarlo.',
      other:
        'Se envían de inmediato y sus destinatarios reciben invitaciones. Después solo podrá retirar cada documento.',
    }),
    titles: (count, titles) => `${count === 1 ? 'Título' : 'Títulos'}: ${titles}`,
    warningsAboutRows: 'Avisos sobre las filas',
    moreWarningsNotShown: (warningsCount) => `Otros avisos que no se muestran: ${number(warningsCount)}.`,
    sendText: (documents) => `Enviar ${documents}`,
  },
  columns: {
    eMailOf: (name) => `Correo electrónico de ${name}`,
    nameOf: (name) => `Nombre de ${name}`,
    recipientAuthenticationOf: (name) => `Autenticación de ${name}`,
    secondEMailOf: (name) => `Segundo correo de ${name}`,
    field: (label) => `Campo «${label}»`,
    titleOfDocument: 'Título del documento',
    twoColumnsHaveSameMeaning: (twice) => `Dos columnas tienen el mismo significado: ${twice}.`,
    chooseColumnWithEMail: (name) => `Elija la columna con las direcciones de correo de ${name}.`,
    chooseColumnWithSecondE: (name) =>
      `Elija la columna con las segundas direcciones de correo de ${name}. Los códigos se envían allí.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'El archivo supera los 5 MB. Reparta las filas en varios archivos.',
    fileMustHaveHeaderRow:
      'El archivo debe tener una fila de encabezado con los nombres de las columnas y al menos una fila debajo.',
    fileHasRows: (count, mostRows) =>
      `El archivo tiene ${number(count)} filas. El límite es de ${number(mostRows)} filas por envío.`,
    leaveOut: 'Omitir',
    whatHolds: (column) => `Contenido de «${column}»`,
    chooseCsvFile: 'Elija un archivo CSV.',
    theList: 'Lista',
    csvFile: 'Archivo CSV',
    headerRowWithColumnNames: (mostRows) =>
      `Una fila de encabezado con los nombres de las columnas y una fila por documento. Como máximo ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'Elija un archivo CSV',
    columns: 'Columnas',
    firstOfRows: (rowsCount, count) => `Las primeras ${number(rowsCount)} de ${number(count)} filas.`,
    allRows: (count) => (count === 1 ? 'La única fila.' : `Las ${number(count)} filas.`),
    fileRead: (encodingNames) =>
      `El archivo se ha leído como ${encodingNames}. Si algunos caracteres no se ven bien, guárdelo como UTF-8 y elíjalo de nuevo.`,
    theDocuments: 'Documentos',
    titleOfEachDocument: 'Título de cada documento',
    canContainColumnsAs: 'Puede contener columnas, como en «Contrato {{name}}». Una columna de título tiene prioridad.',
    nothingSent: 'No se ha enviado nada',
    checkRows: 'Comprobar filas',
    check: (rows) => `Comprobar ${rows}`,
    send: (documents) => `Enviar ${documents}`,
    sendInBulk: 'Envío masivo',
    sendInBulkText: (name) => `Envío masivo de ${name}`,
    oneDocumentOfForEach: (link) => ['Un documento de ', link, ' por cada fila de una lista.'],
  },
  bulkPill: {
    sending: 'Enviando',
    done: 'Hecho',
  },
  bulkSendsPage: {
    by: (template, name) => [template, ' · por ', name],
    of: (sent, total) => `${number(sent)} de ${number(total)}`,
    begun: 'Inicio',
    goToTemplates: 'Ir a las plantillas',
    oneDocumentForEachRow: 'Un documento por cada fila de una lista.',
    noBulkSendsYet: 'Todavía no hay envíos masivos',
    chooseTemplateAndCsvFile: 'Elija una plantilla y un archivo CSV con una fila por documento.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'Los documentos enviados siguen enviados. No se envían más filas.',
    cancelBulkSend: '¿Cancelar este envío masivo?',
    waitingRowsNotSent:
      'Las filas en espera no se envían. Los documentos enviados siguen enviados. Retírelos uno a uno si nadie debe firmarlos.',
    keepSending: 'Seguir enviando',
    cancelBulkSendText: 'Cancelar envío masivo',
    rows: 'Filas',
    progress: 'Progreso',
    ofSent: (sent, total) => `Enviadas: ${number(sent)} de ${number(total)}`,
    ofFailed: (failed, total) => `Con error: ${number(failed)} de ${number(total)}`,
    done: (percent) => `${number(percent)}\u00a0% completado. Puede salir de esta página. El envío continúa.`,
    allRowsDone: 'Todas las filas están hechas.',
    rowsFailed: 'Filas con error',
    downloadAsCsv: 'Descargar como CSV',
    retry: 'Reintentar',
    fileContainsOnlyRows:
      'El archivo contiene solo estas filas. Corríjalas y envíe el archivo. Las filas se guardan 90 días.',
    row: 'Fila',
    values: 'Valores',
    problem: 'Problema',
    bulkSendOfVersion: (link, templateVersion) => ['Envío masivo de ', link, ', versión ', number(templateVersion)],
    viewDocuments: 'Ver documentos',
    cancelDialog: 'Cancelar…',
    valuesStoredForNinetyDays: (day) =>
      `Los valores de las filas se guardaron 90 días, hasta el ${day}. Los documentos no se ven afectados.`,
    rowsDeleted: 'Las filas se han eliminado',
    everyRowSentAndRecipients: 'Se han enviado todas las filas y se ha invitado a sus destinatarios.',
    bulkSend: 'Envío masivo',
    goToBulkSends: 'Ir a los envíos masivos',
  },
};
