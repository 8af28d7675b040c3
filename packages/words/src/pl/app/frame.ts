import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'Serwer jest zajęty.',
    missingDataLoadsAutomatically: 'Brakujące dane wczytają się automatycznie.',
    noConnection: 'Brak połączenia.',
    pageContinuesWhenBackOnline: 'Strona ruszy dalej, gdy wróci połączenie.',
    serverCannotBeReached: 'Serwer jest nieosiągalny.',
    pageContinuesWhenServerAnswers: 'Strona ruszy dalej, gdy serwer odpowie.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' To, co wpisano, jest zachowane. ', todo],
  },
  navigation: {
    home: 'Start',
    inPerson: 'Osobiście',
    myStatistics: 'Moje statystyki',
    statistics: 'Statystyki',
    mailbox: 'Skrzynka',
    settings: 'Ustawienia',
    menu: 'Menu',
  },
  topBar: {
    countersignHome: 'Countersign, strona główna',
    main: 'Główna nawigacja',
    searchAndCommands: 'Wyszukiwanie i polecenia',
  },
  frame: {
    skipToContent: 'Przejdź do treści',
  },
  notFound: {
    pageNotFound: 'Nie znaleziono strony',
    nothingAtAddress: 'Pod tym adresem nic nie ma',
    linkMayBeOutdated: 'Link może być nieaktualny lub niepełny. Twoje dokumenty są bezpieczne.',
  },
};
