import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'השרת עמוס.',
    missingDataLoadsAutomatically: 'נתונים חסרים נטענים אוטומטית.',
    noConnection: 'אין חיבור.',
    pageContinuesWhenBackOnline: 'הדף ימשיך כשהחיבור יחזור.',
    serverCannotBeReached: 'אין חיבור לשרת.',
    pageContinuesWhenServerAnswers: 'הדף ימשיך כשהשרת ישיב.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [
      '\u2068',
      title,
      '\u2069',
      ' מה שהוזן נשמר. ',
      '\u2068',
      todo,
      '\u2069',
    ],
  },
  navigation: {
    home: 'בית',
    inPerson: 'פנים אל פנים',
    myStatistics: 'הנתונים שלי',
    statistics: 'סטטיסטיקה',
    mailbox: 'תיבת דואר',
    settings: 'הגדרות',
    menu: 'תפריט',
  },
  topBar: {
    countersignHome: 'Countersign, דף הבית',
    main: 'ראשי',
    searchAndCommands: 'חיפוש ופקודות',
  },
  frame: {
    skipToContent: 'דילוג לתוכן',
  },
  notFound: {
    pageNotFound: 'הדף לא נמצא',
    nothingAtAddress: 'אין דבר בכתובת זו',
    linkMayBeOutdated: 'ייתכן שהקישור ישן או לא שלם. המסמכים שלך בטוחים.',
  },
};
