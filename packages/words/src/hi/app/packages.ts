import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount, documents) =>
      `${number(documentsCount)} दस्तावेज़, एक ही बार में इस क्रम में हस्ताक्षरित: ${documents}।`,
    titleOfPackage: 'पैकेज का शीर्षक',
    forExample: 'जैसे: अनुलग्नकों सहित कार्यालय का पट्टा',
    enterTitle: 'शीर्षक दर्ज करें। प्राप्तकर्ता इसे देखते हैं।',
    createPackage: 'पैकेज बनाएँ',
    createPackageTitle: 'पैकेज बनाएँ',
  },
  packagesPage: {
    documentsByBy: (count, name) => [
      counted({ one: '# दस्तावेज़ · बनाने वाले: ', other: '# दस्तावेज़ · बनाने वाले: ' })(count),
      name,
    ],
    of: (done, all) => `${number(all)} में से ${number(done)}`,
    changed: 'बदला गया',
    noPackageHasStatus: (statuses) => `“${statuses}” स्थिति का कोई पैकेज नहीं है।`,
    noPackagesYet: 'अभी कोई पैकेज नहीं',
    selectSeveralDraftsInList:
      'दस्तावेज़ों की सूची में कई ड्राफ़्ट चुनें और “पैकेज बनाएँ” दबाएँ। प्राप्तकर्ताओं को एक ई-मेल मिलता है और वे एक के बाद एक दस्तावेज़ पर हस्ताक्षर करते हैं।',
    chooseDrafts: 'ड्राफ़्ट चुनें',
    severalDocumentsRecipientsSign: 'कई दस्तावेज़, जिन पर प्राप्तकर्ता एक ई-मेल से एक ही बार में हस्ताक्षर करते हैं।',
    allStatuses: 'सभी स्थितियाँ',
  },
  cancelDialog: {
    packageCanceled: 'पैकेज रद्द किया गया',
    invitedRecipientsNotified: 'आमंत्रित प्राप्तकर्ताओं को सूचना दे दी गई।',
    everyDocumentNotCompletedVoided:
      'जो दस्तावेज़ पूर्ण नहीं हैं, वे सब वापस ले लिए जाते हैं, और आमंत्रित प्राप्तकर्ताओं को ई-मेल मिलता है। इसे पूर्ववत नहीं किया जा सकता।',
    completedDocumentsDoNotChange: (completedCount, documentCount) =>
      `पूर्ण दस्तावेज़ नहीं बदलते: ${number(documentCount)} में से ${number(completedCount)} दस्तावेज़।`,
    forExample: 'जैसे: मूल्य बदल गया है',
    enterReason: 'कारण दर्ज करें। प्राप्तकर्ता इसे देखेंगे।',
    cancelPackage: 'पैकेज रद्द करें',
    cancelPackageTitle: 'यह पैकेज रद्द करें?',
  },
  assignment: {
    documentHasNoSigner: 'इस दस्तावेज़ का कोई हस्ताक्षरकर्ता नहीं है। इसके लिए प्राप्तकर्ता चुनें, या इसे पैकेज से हटाएँ।',
    aRecipient: 'एक प्राप्तकर्ता',
    hasNoDocumentToSign: (name) => `${name} के लिए हस्ताक्षर करने को कोई दस्तावेज़ नहीं है। उनके लिए दस्तावेज़ चुनें, या उन्हें हटाएँ।`,
    oneOfFieldsBelongs: 'इसका एक फ़ील्ड ऐसे व्यक्ति का है जो इस दस्तावेज़ पर हस्ताक्षर नहीं करते।',
  },
  assignmentGrid: {
    person: (index) => `व्यक्ति ${number(index)}`,
    documentsByRecipient: 'प्राप्तकर्ता के अनुसार दस्तावेज़',
    eachRecipientSeesOnlyDocuments: 'हर प्राप्तकर्ता को केवल उनके लिए चुने हुए दस्तावेज़ दिखते हैं।',
    signsEveryDocument: (name) => `${name} हर दस्तावेज़ पर हस्ताक्षर करते हैं`,
    signs: (name, title) => `${name} इस पर हस्ताक्षर करते हैं: ${title}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'हर प्राप्तकर्ता को सभी दस्तावेज़ों के लिए एक ई-मेल मिलता है।',
    confirmWarningAboutDocumentsFirst: 'पहले अपने दस्तावेज़ों के बारे में चेतावनी की पुष्टि करें।',
    nothingSent: (reason) => `${reason} कुछ नहीं भेजा गया।`,
    mayBeSent:
      'कनेक्शन टूट गया, इसलिए हम नहीं जानते कि पैकेज भेजा गया या नहीं। जाँचने के लिए पेज फिर लोड करें। पैकेज कभी दो बार नहीं भेजा जाता।',
    signAll: (documents) =>
      `सभी ${number(documents)} दस्तावेज़ एक साथ भेजे जाते हैं। हर प्राप्तकर्ता सब पर हस्ताक्षर करते हैं और उन्हें एक ई-मेल मिलता है।`,
    signChecked: (documents) =>
      `सभी ${number(documents)} दस्तावेज़ एक साथ भेजे जाते हैं। हर प्राप्तकर्ता अपने लिए चुने हुए दस्तावेज़ों पर हस्ताक्षर करते हैं और उन्हें एक ई-मेल मिलता है।`,
    sendDocuments: (documentCount) => `${number(documentCount)} दस्तावेज़ भेजें`,
  },
  remindDialog: {
    title: counted({ one: '# प्राप्तकर्ता को अनुस्मारक भेजें?', other: '# प्राप्तकर्ताओं को अनुस्मारक भेजें?' }),
    text: (names) =>
      `${names}। हर प्राप्तकर्ता को सभी दस्तावेज़ों के लिए एक ई-मेल मिलता है। जिन्हें पिछले एक घंटे में अनुस्मारक मिला है, उन्हें छोड़ दिया जाता है।`,
    send: 'अनुस्मारक भेजें',
  },
  preview: { show: (title) => `${title} के पृष्ठ दिखाएँ`, loading: 'पृष्ठ लोड हो रहे हैं' },
  timeline: {
    title: 'टाइमलाइन',
    of: (title) => `· ${title}`,
    showAll: (count) => `सभी ${number(count)} प्रविष्टियाँ दिखाएँ`,
  },
  packagePage: {
    recipientsOf: (title) => `${title} के प्राप्तकर्ता`,
    moveUp: (title) => `${title} को ऊपर ले जाएँ`,
    moveDown: (title) => `${title} को नीचे ले जाएँ`,
    removeFromPackage: (title) => `${title} को पैकेज से हटाएँ`,
    packageDeleted: 'पैकेज हटाया गया',
    documentsSeparateDraftsAgain: 'उसके दस्तावेज़ फिर से अलग-अलग ड्राफ़्ट हैं।',
    ofDocumentsCompleted: (completedCount, documentCount) =>
      `${number(documentCount)} में से ${number(completedCount)} दस्तावेज़ पूर्ण`,
    cancelPackage: 'पैकेज रद्द करें',
    remind: 'अनुस्मारक भेजें',
    waitingFor: (names) => `इनकी प्रतीक्षा है: ${names}`,
    package: 'पैकेज',
    goToPackages: 'पैकेजों पर जाएँ',
  },
};
