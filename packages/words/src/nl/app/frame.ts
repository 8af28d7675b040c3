import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'De server heeft het druk.',
    missingDataLoadsAutomatically: 'Ontbrekende gegevens worden vanzelf geladen.',
    noConnection: 'Geen verbinding.',
    pageContinuesWhenBackOnline: 'De pagina gaat verder zodra u weer online bent.',
    serverCannotBeReached: 'De server is niet bereikbaar.',
    pageContinuesWhenServerAnswers: 'De pagina gaat verder zodra de server antwoordt.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' Uw invoer blijft bewaard. ', todo],
  },
  navigation: {
    home: 'Start',
    inPerson: 'Ter plaatse',
    myStatistics: 'Mijn statistieken',
    statistics: 'Statistieken',
    mailbox: 'Postvak',
    settings: 'Instellingen',
    menu: 'Menu',
  },
  topBar: {
    countersignHome: 'Countersign, start',
    main: 'Hoofdmenu',
    searchAndCommands: 'Zoeken en opdrachten',
  },
  frame: {
    skipToContent: 'Naar de inhoud',
  },
  notFound: {
    pageNotFound: 'Pagina niet gevonden',
    nothingAtAddress: 'Op dit adres staat niets',
    linkMayBeOutdated: 'De link is misschien verouderd of onvolledig. Uw documenten zijn veilig.',
  },
};
