import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'तैयार हो रहा है',
    ready: 'तैयार',
    erased: 'मिटाया गया',
    yourData: 'आपका डेटा',
    theOrganization: 'संगठन',
    exportStarted: 'निर्यात शुरू हुआ',
    weWillSendEMail: 'डाउनलोड के लिए तैयार होने पर हम आपको ई-मेल भेजेंगे।',
    ofDocuments: (done, total) => `${number(total)} में से ${number(done)} दस्तावेज़`,
    documents: (count, size, day) =>
      counted({ one: `# दस्तावेज़, ${size}; ${day} तक`, other: `# दस्तावेज़, ${size}; ${day} तक` })(count),
    nothingStored: 'कोई फ़ाइल नहीं रखी गई। निर्यात फिर से शुरू करें।',
    eraseDialog: 'मिटाएँ …',
    cancelDialog: 'रद्द करें …',
    deleteExport: 'यह निर्यात हटाएँ?',
    cancelExport: 'यह निर्यात रद्द करें?',
    fileDeletedAtOnce: 'फ़ाइल तुरंत हटा दी जाती है। आपका डेटा नहीं बदलता, और आप इसे फिर निर्यात कर सकते हैं।',
    exportDiscarded: 'निर्यात छोड़ दिया जाता है। आपका डेटा नहीं बदलता।',
    erase: 'मिटाएँ',
    cancelExportText: 'निर्यात रद्द करें',
    documentsExported: 'निर्यात किए गए दस्तावेज़',
    export: 'निर्यात',
    exports: 'निर्यात',
    noExportsYet: 'अभी कोई निर्यात नहीं',
    startExportToSee: 'निर्यात शुरू करें, फिर वह अपनी प्रगति के साथ यहाँ दिखेगा।',
    dataExport: 'डेटा निर्यात',
    zipArchiveWithDocuments: 'आपके दस्तावेज़ों और उनसे जुड़े डेटा का ZIP, खुले फ़ॉर्मैट में। केवल आप इसे सात दिन के भीतर डाउनलोड कर सकते हैं।',
    accountDocumentsSentOrSigned: 'आपका खाता, आपके भेजे या हस्ताक्षरित दस्तावेज़, आपकी सहमतियाँ और ऑडिट लॉग की आपकी प्रविष्टियाँ।',
    exportData: 'अपना डेटा निर्यात करें',
    allDocumentsWithCertificates:
      'प्रमाणपत्र और ऑडिट ट्रेल सहित सभी दस्तावेज़, टेम्पलेट, पैकेज, सदस्य, सेटिंग और सुरक्षा घटनाएँ। कुंजियाँ और पासवर्ड शामिल नहीं हैं।',
    exportOrganization: 'संगठन निर्यात करें',
  },
};
