import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'Il server è occupato.',
    missingDataLoadsAutomatically: 'I dati mancanti si caricano automaticamente.',
    noConnection: 'Nessuna connessione.',
    pageContinuesWhenBackOnline: 'La pagina continua quando torna la connessione.',
    serverCannotBeReached: 'Il server non è raggiungibile.',
    pageContinuesWhenServerAnswers: 'La pagina continua quando il server risponde.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' Quanto ha inserito resta. ', todo],
  },
  navigation: {
    home: 'Home',
    inPerson: 'Di persona',
    myStatistics: 'Le mie statistiche',
    statistics: 'Statistiche',
    mailbox: 'Casella di posta',
    settings: 'Impostazioni',
    menu: 'Menu',
  },
  topBar: {
    countersignHome: 'Countersign, home',
    main: 'Principale',
    searchAndCommands: 'Ricerca e comandi',
  },
  frame: {
    skipToContent: 'Vai al contenuto',
  },
  notFound: {
    pageNotFound: 'Pagina non trovata',
    nothingAtAddress: 'A questo indirizzo non c’è nulla',
    linkMayBeOutdated: 'Il link potrebbe essere superato o incompleto. I Suoi documenti sono al sicuro.',
  },
};
