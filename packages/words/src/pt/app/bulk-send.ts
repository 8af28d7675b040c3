import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: '# linha', other: '# linhas' }),
    documents: counted({ one: '# documento', other: '# documentos' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'Nada foi enviado ainda.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'Nenhum problema na linha', other: `Nenhum problema: ${rows}` })(count),
    problem: 'Problema',
    ofCannotBeSent: (wrong: number, rows: string): string => `${number(wrong)} de ${rows} não podem ser enviadas`,
    nothingSent: 'Nada foi enviado. Corrija o arquivo e escolha-o de novo.',
    nothingSentOrSkip: 'Nada foi enviado. Corrija o arquivo e escolha-o de novo, ou pule estas linhas.',
    row: 'Linha',
    column: 'Coluna',
    firstShown: (faultsCount: number): string => `São mostradas as primeiras ${number(faultsCount)}.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({ one: 'Pular esta linha e enviar as outras', other: `Pular ${rows} e enviar as outras` })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `Enviar ${documents}?`,
    sentAtOnceAndRecipients: counted({
      one: 'O envio é imediato, e os destinatários recebem um convite. Depois disso, só é possível retirar o documento.',
      other:
        'O envio é imediato, e os destinatários recebem convites. Depois disso, só é possível retirar cada documento.',
    }),
    titles: (count: number, titles: string): string =>
      counted({ one: `Título: ${titles}`, other: `Títulos: ${titles}` })(count),
    warningsAboutRows: 'Avisos sobre as linhas',
    moreWarningsNotShown: (warningsCount: number): string =>
      counted({ one: 'Mais # aviso não é mostrado.', other: 'Mais # avisos não são mostrados.' })(warningsCount),
    sendText: (documents: string): string => `Enviar ${documents}`,
  },
  columns: {
    eMailOf: (name: string): string => `E-mail de ${name}`,
    nameOf: (name: string): string => `Nome de ${name}`,
    recipientAuthenticationOf: (name: string): string => `Autenticação de ${name}`,
    secondEMailOf: (name: string): string => `Segundo e-mail de ${name}`,
    field: (label: string): string => `Campo “${label}”`,
    titleOfDocument: 'Título do documento',
    twoColumnsHaveSameMeaning: (twice: string): string => `Duas colunas têm o mesmo significado: ${twice}.`,
    chooseColumnWithEMail: (name: string): string => `Escolha a coluna com os endereços de e-mail de ${name}.`,
    chooseColumnWithSecondE: (name: string): string =>
      `Escolha a coluna com os segundos endereços de e-mail de ${name}. Os códigos são enviados para lá.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'O arquivo tem mais de 5 MB. Envie as linhas em vários arquivos.',
    fileMustHaveHeaderRow:
      'O arquivo precisa ter uma linha de cabeçalho com nomes de colunas e pelo menos uma linha abaixo dela.',
    fileHasRows: (count: number, mostRows: number): string =>
      `Linhas do arquivo: ${number(count)}. O limite é de ${number(mostRows)} linhas por vez.`,
    leaveOut: 'Ignorar',
    whatHolds: (column: string): string => `Conteúdo de “${column}”`,
    chooseCsvFile: 'Escolha um arquivo CSV.',
    theList: 'Lista',
    csvFile: 'Arquivo CSV',
    headerRowWithColumnNames: (mostRows: number): string =>
      `Uma linha de cabeçalho com nomes de colunas e depois uma linha para cada documento. No máximo ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'Escolha um arquivo CSV',
    columns: 'Colunas',
    firstOfRows: (rowsCount: number, count: number): string =>
      `As primeiras ${number(rowsCount)} de ${number(count)} linhas.`,
    allRows: (count: number): string => `Todas as ${number(count)} linhas.`,
    fileRead: (encodingNames: string): string =>
      `O arquivo foi lido como ${encodingNames}. Se os caracteres estiverem errados, salve o arquivo como UTF-8 e escolha-o de novo.`,
    theDocuments: 'Documentos',
    titleOfEachDocument: 'Título de cada documento',
    canContainColumnsAs: 'Pode conter colunas, como em “Contrato {{name}}”. Uma coluna de título tem precedência.',
    nothingSent: 'Nada foi enviado',
    checkRows: 'Verificar linhas',
    check: (rows: string): string => `Verificar ${rows}`,
    send: (documents: string): string => `Enviar ${documents}`,
    sendInBulk: 'Enviar em massa',
    sendInBulkText: (name: string): string => `Enviar ${name} em massa`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['Um documento de ', link, ' para cada linha de uma lista.'],
  },
  bulkPill: {
    sending: 'Enviando',
    done: 'Concluído',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => [template, ' · por ', name],
    of: (sent: number, total: number): string => `${number(sent)} de ${number(total)}`,
    begun: 'Iniciado',
    goToTemplates: 'Ir para os modelos',
    oneDocumentForEachRow: 'Um documento para cada linha de uma lista.',
    noBulkSendsYet: 'Ainda não há envios em massa',
    chooseTemplateAndCsvFile: 'Escolha um modelo e um arquivo CSV com uma linha para cada documento.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'Os documentos já enviados continuam enviados. Nenhuma outra linha é enviada.',
    cancelBulkSend: 'Cancelar este envio em massa?',
    waitingRowsNotSent:
      'As linhas em espera não são enviadas. Os documentos já enviados continuam enviados. Retire-os um a um se ninguém deve assiná-los.',
    keepSending: 'Continuar enviando',
    cancelBulkSendText: 'Cancelar envio em massa',
    rows: 'Linhas',
    progress: 'Andamento',
    ofSent: (sent: number, total: number): string => `${number(sent)} de ${number(total)} enviadas`,
    ofFailed: (failed: number, total: number): string => `${number(failed)} de ${number(total)} falharam`,
    done: (percent: number): string => `${number(percent)} % concluído. Você pode sair desta página. O envio continua.`,
    allRowsDone: 'Todas as linhas foram processadas.',
    rowsFailed: 'Linhas que falharam',
    downloadAsCsv: 'Baixar como CSV',
    retry: 'Tentar de novo',
    fileContainsOnlyRows:
      'O arquivo contém somente estas linhas. Corrija-as e envie o arquivo. As linhas ficam guardadas por 90 dias.',
    row: 'Linha',
    values: 'Valores',
    problem: 'Problema',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'Envio em massa de ',
      link,
      `, versão ${number(templateVersion)}`,
    ],
    viewDocuments: 'Ver documentos',
    cancelDialog: 'Cancelar…',
    valuesStoredForNinetyDays: (day: string): string =>
      `Os valores das linhas ficaram guardados por 90 dias, até ${day}. Os documentos não são afetados.`,
    rowsDeleted: 'As linhas foram excluídas',
    everyRowSentAndRecipients: 'Todas as linhas foram enviadas, e os destinatários foram convidados.',
    bulkSend: 'Envio em massa',
    goToBulkSends: 'Ir para os envios em massa',
  },
};
