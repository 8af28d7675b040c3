import type { AppWords, Phrase } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'الخادم مشغول.',
    missingDataLoadsAutomatically: 'تُحمَّل البيانات الناقصة تلقائيًا.',
    noConnection: 'لا يوجد اتصال.',
    pageContinuesWhenBackOnline: 'تستأنف الصفحة عملها عند عودة الاتصال.',
    serverCannotBeReached: 'يتعذّر الوصول إلى الخادم.',
    pageContinuesWhenServerAnswers: 'تستأنف الصفحة عملها عندما يرد الخادم.',
    inputKept: <T>(title: T, todo: string): Phrase<T> => [title, ' ما أدخلته محفوظ. ', todo],
  },
  navigation: {
    home: 'الرئيسية',
    inPerson: 'حضوريًا',
    myStatistics: 'إحصاءاتي',
    statistics: 'الإحصاءات',
    mailbox: 'صندوق البريد',
    settings: 'الإعدادات',
    menu: 'القائمة',
  },
  topBar: {
    countersignHome: 'Countersign، الصفحة الرئيسية',
    main: 'التنقل الرئيسي',
    searchAndCommands: 'البحث والأوامر',
  },
  frame: {
    skipToContent: 'الانتقال إلى المحتوى',
  },
  notFound: {
    pageNotFound: 'الصفحة غير موجودة',
    nothingAtAddress: 'لا يوجد شيء على هذا العنوان',
    linkMayBeOutdated: 'ربما كان الرابط قديمًا أو غير كامل. مستنداتك آمنة.',
  },
};
