import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'Le serveur est surchargé.',
    missingDataLoadsAutomatically: 'Les données manquantes se chargent automatiquement.',
    noConnection: 'Pas de connexion.',
    pageContinuesWhenBackOnline: 'La page reprendra dès que vous serez de nouveau en ligne.',
    serverCannotBeReached: 'Le serveur est injoignable.',
    pageContinuesWhenServerAnswers: 'La page reprendra dès que le serveur répondra.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' Votre saisie est conservée. ', todo],
  },
  navigation: {
    home: 'Accueil',
    inPerson: 'En personne',
    myStatistics: 'Mes statistiques',
    statistics: 'Statistiques',
    mailbox: 'Boîte aux lettres',
    settings: 'Paramètres',
    menu: 'Menu',
  },
  topBar: {
    countersignHome: 'Countersign, accueil',
    main: 'Principal',
    searchAndCommands: 'Recherche et commandes',
  },
  frame: {
    skipToContent: 'Aller au contenu',
  },
  notFound: {
    pageNotFound: 'Page introuvable',
    nothingAtAddress: 'Il n’y a rien à cette adresse',
    linkMayBeOutdated: 'Le lien est peut-être ancien ou incomplet. Vos documents sont en sécurité.',
  },
};
