import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'Der Server ist ausgelastet.',
    missingDataLoadsAutomatically: 'Fehlende Daten werden automatisch geladen.',
    noConnection: 'Keine Verbindung.',
    pageContinuesWhenBackOnline: 'Es geht weiter, sobald Sie wieder online sind.',
    serverCannotBeReached: 'Der Server ist nicht erreichbar.',
    pageContinuesWhenServerAnswers: 'Es geht weiter, sobald der Server antwortet.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' Ihre Eingaben bleiben erhalten. ', todo],
  },
  navigation: {
    home: 'Start',
    inPerson: 'Vor Ort',
    myStatistics: 'Meine Statistik',
    statistics: 'Statistik',
    mailbox: 'Postfach',
    settings: 'Einstellungen',
    menu: 'Menü',
  },
  topBar: {
    countersignHome: 'Countersign, Startseite',
    main: 'Hauptmenü',
    searchAndCommands: 'Suche und Befehle',
  },
  frame: {
    skipToContent: 'Zum Inhalt',
  },
  notFound: {
    pageNotFound: 'Seite nicht gefunden',
    nothingAtAddress: 'Unter dieser Adresse gibt es nichts',
    linkMayBeOutdated: 'Der Link ist vielleicht veraltet oder unvollständig. Ihre Dokumente sind sicher.',
  },
};
