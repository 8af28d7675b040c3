import type { Phrase } from '../../app.ts';

export const frame = {
  connectionBanner: {
    serverBusy: 'The server is busy.',
    missingDataLoadsAutomatically: 'Missing data will load automatically.',
    noConnection: 'No connection.',
    pageContinuesWhenBackOnline: 'The page resumes when you are back online.',
    serverCannotBeReached: 'The server cannot be reached.',
    pageContinuesWhenServerAnswers: 'The page resumes when the server responds.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' Your input is kept. ', todo],
  },
  navigation: {
    home: 'Home',
    inPerson: 'In person',
    myStatistics: 'My statistics',
    statistics: 'Statistics',
    mailbox: 'Mailbox',
    settings: 'Settings',
    menu: 'Menu',
  },
  topBar: {
    countersignHome: 'Countersign, home',
    main: 'Main',
    searchAndCommands: 'Search and commands',
  },
  frame: {
    skipToContent: 'Skip to content',
  },
  notFound: {
    pageNotFound: 'Page not found',
    nothingAtAddress: 'There is nothing at this address',
    linkMayBeOutdated: 'The link may be outdated or incomplete. Your documents are safe.',
  },
};
