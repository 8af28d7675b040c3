import type { AppWords } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'El servidor está ocupado.',
    missingDataLoadsAutomatically: 'Los datos que faltan se cargan automáticamente.',
    noConnection: 'Sin conexión.',
    pageContinuesWhenBackOnline: 'La página continúa cuando vuelva la conexión.',
    serverCannotBeReached: 'No hay conexión con el servidor.',
    pageContinuesWhenServerAnswers: 'La página continúa cuando el servidor responda.',
    inputKept: (title, todo) => [title, ' Lo que ha escrito se conserva. ', todo],
  },
  navigation: {
    home: 'Inicio',
    inPerson: 'Presencial',
    myStatistics: 'Mis estadísticas',
    statistics: 'Estadísticas',
    mailbox: 'Buzón',
    settings: 'Configuración',
    menu: 'Menú',
  },
  topBar: {
    countersignHome: 'Countersign, inicio',
    main: 'Principal',
    searchAndCommands: 'Búsqueda y comandos',
  },
  frame: {
    skipToContent: 'Saltar al contenido',
  },
  notFound: {
    pageNotFound: 'Página no encontrada',
    nothingAtAddress: 'No hay nada en esta dirección',
    linkMayBeOutdated: 'Quizá el enlace esté obsoleto o incompleto. Sus documentos están a salvo.',
  },
};
