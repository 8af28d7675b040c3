import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'O servidor está ocupado.',
    missingDataLoadsAutomatically: 'Os dados que faltam são carregados automaticamente.',
    noConnection: 'Sem conexão.',
    pageContinuesWhenBackOnline: 'A página continua quando a conexão voltar.',
    serverCannotBeReached: 'Não é possível acessar o servidor.',
    pageContinuesWhenServerAnswers: 'A página continua quando o servidor responder.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' O que você digitou está guardado. ', todo],
  },
  navigation: {
    home: 'Início',
    inPerson: 'Presencial',
    myStatistics: 'As minhas estatísticas',
    statistics: 'Estatísticas',
    mailbox: 'Caixa de correio',
    settings: 'Configurações',
    menu: 'Menu',
  },
  topBar: {
    countersignHome: 'Countersign, início',
    main: 'Principal',
    searchAndCommands: 'Busca e comandos',
  },
  frame: {
    skipToContent: 'Ir para o conteúdo',
  },
  notFound: {
    pageNotFound: 'Página não encontrada',
    nothingAtAddress: 'Não há nada neste endereço',
    linkMayBeOutdated: 'O link pode estar desatualizado ou incompleto. Os seus documentos estão seguros.',
  },
};
