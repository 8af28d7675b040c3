import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const documents: AppWords['documents'] = {
  list: { drafts: 'ड्राफ़्ट', trash: 'ट्रैश', newer: 'नए', older: 'पुराने' },
  nextStep: {
    andMore: (name, othersCount) => `${name} और ${number(othersCount)} अन्य`,
    notSentYet: 'अभी नहीं भेजा गया',
    sendsOn: (time) => `${time} को भेजा जाएगा`,
    waitingFor: (named) => `इनकी प्रतीक्षा है: ${named}`,
    waitingForSignatures: 'हस्ताक्षरों की प्रतीक्षा में',
    declinedBy: (named) => `मना करने वाले: ${named}`,
    didNotSignInTime: (named) => `समय पर हस्ताक्षर नहीं: ${named}`,
    notSignedInTime: 'समय पर हस्ताक्षर नहीं हुए',
  },
  documentTable: {
    onlyDocumentsTagged: (tag) => `केवल “${tag}” टैग वाले दस्तावेज़`,
    inTrashSince: (time) => ['ट्रैश में: ', time],
    select: (title) => `${title} चुनें`,
    selectAllOnPage: 'इस पेज के सभी चुनें',
    expires: 'अवधि समाप्त',
    updated: 'अपडेट किया गया',
  },
  searchBox: { searchTitlesAndRecipients: 'शीर्षक और प्राप्तकर्ता खोजें' },
  documentsPage: {
    nothingLeftOnPage: 'यह पेज खाली है',
    documentsOnPageMoved: 'दस्तावेज़ किसी दूसरे पेज या सूची में चले गए हैं।',
    goToFirstPage: 'पहले पेज पर जाएँ',
    trashEmpty: 'ट्रैश खाली है',
    deletedDocumentsStayForThirty: 'हटाए गए दस्तावेज़ 30 दिन यहाँ रहते हैं। पूर्ण दस्तावेज़ अपनी संग्रहण अवधि समाप्त होने तक रखे जाते हैं।',
    showAllDocuments: 'सभी दस्तावेज़ दिखाएँ',
    nothingMatches: ({ search, status, tag, isLimited }) => {
      const under = status === undefined ? '' : `“${status}” में `;
      const tagged = tag === undefined ? '' : `“${tag}” टैग वाला `;
      if (isLimited) return 'कोई दस्तावेज़ सभी फ़िल्टर से मेल नहीं खाता। और देखने के लिए कोई फ़िल्टर हटाएँ।';
      if (search === undefined) return `${under}${tagged}कोई दस्तावेज़ नहीं है।`;
      const archived = status === undefined ? ' अभिलेखित दस्तावेज़ों में नहीं खोजा गया।' : '';
      return `${under}${tagged}ऐसा कोई दस्तावेज़ नहीं है जिसके शीर्षक या प्राप्तकर्ताओं में “${search}” हो।${archived}`;
    },
    sendFirstDocument: 'अपना पहला दस्तावेज़ भेजें',
    dropPdfAnywhereInWindow:
      'इस विंडो में कहीं भी PDF छोड़ें, या कोई PDF चुनें। प्राप्तकर्ता जोड़ें, बाकी हम सँभालते हैं। आप हर हस्ताक्षर की जाँच कर सकते हैं।',
    loadingDocuments: 'दस्तावेज़ लोड हो रहे हैं',
    pagesOfList: 'सूची के पेज',
    documents: counted({ one: '# दस्तावेज़', other: '# दस्तावेज़' }),
    moreDocuments: (total) => `${number(total)} से अधिक दस्तावेज़`,
    count: ({ total, totalIsExact }) => (totalIsExact ? number(total) : `${number(total)}+`),
    documentsOfStatus: 'इस स्थिति के दस्तावेज़',
  },
};
