import type { AppWords } from '../../app.ts';

export const frame: AppWords['frame'] = {
  connectionBanner: {
    serverBusy: 'सर्वर व्यस्त है।',
    missingDataLoadsAutomatically: 'बाकी डेटा अपने आप लोड होगा।',
    noConnection: 'कनेक्शन नहीं है।',
    pageContinuesWhenBackOnline: 'फिर ऑनलाइन होने पर पेज आगे काम करेगा।',
    serverCannotBeReached: 'सर्वर तक पहुँचा नहीं जा सका।',
    pageContinuesWhenServerAnswers: 'सर्वर के उत्तर देने पर पेज आगे काम करेगा।',
    inputKept: (title, todo) => [title, ` आपने जो भरा है, वह बना रहता है। ${todo}`],
  },
  navigation: {
    home: 'होम',
    inPerson: 'आमने-सामने',
    myStatistics: 'मेरे आँकड़े',
    statistics: 'आँकड़े',
    mailbox: 'मेलबॉक्स',
    settings: 'सेटिंग',
    menu: 'मेनू',
  },
  topBar: { countersignHome: 'Countersign, होम', main: 'मुख्य', searchAndCommands: 'खोज और कमांड' },
  frame: { skipToContent: 'सामग्री पर जाएँ' },
  notFound: {
    pageNotFound: 'पेज नहीं मिला',
    nothingAtAddress: 'इस पते पर कुछ नहीं है',
    linkMayBeOutdated: 'लिंक शायद पुराना या अधूरा है। आपके दस्तावेज़ सुरक्षित हैं।',
  },
};
