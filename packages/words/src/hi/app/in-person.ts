import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('hi');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'सत्र समाप्त हुआ',
    deviceNoLongerShowsDocument: 'उपकरण पर अब दस्तावेज़ नहीं दिखता।',
    endSession: (name) => `${name} का सत्र समाप्त करें`,
    end: 'समाप्त करें',
    endSessionText: 'सत्र समाप्त करें',
  },
  sessionState: {
    notOpenedYet: 'अभी नहीं खोला गया',
    signing: 'हस्ताक्षर जारी',
    lockedByWrongCodes: 'गलत कोड के कारण लॉक',
    ended: 'समाप्त',
    minutesLeft: counted({ one: '# मिनट बाकी', other: '# मिनट बाकी' }),
  },
  handedOver: {
    handedOver: 'उपकरण दिया गया',
    linkAsQrCode: 'QR कोड के रूप में लिंक, उपकरण के कैमरे के लिए',
    openOnDeviceWithCamera: 'उपकरण के कैमरे से कोड स्कैन करें, या वहाँ लिंक खोलें।',
    giveSignerAccessCode: 'फिर हस्ताक्षरकर्ता को एक्सेस कोड दें।',
    useDeviceOnWhich: 'ऐसा उपकरण लें जिस पर आप Countersign में साइन इन न हों।',
    copyLink: 'लिंक कॉपी करें',
    nextSigner: 'अगला हस्ताक्षरकर्ता',
  },
  handOverForm: {
    handOver: 'उपकरण दें',
    documentWaitsForSignature: 'हस्ताक्षर की प्रतीक्षा वाला दस्तावेज़, या बिना प्राप्तकर्ता का ड्राफ़्ट',
    typePartOfTitle: 'शीर्षक का कोई भाग लिखें',
    noMatchingDocumentCan: 'इससे मेल खाने वाले किसी दस्तावेज़ पर हस्ताक्षर नहीं हो सकते',
    draftHasRecipientsAlready: (link) => [
      'इस ड्राफ़्ट में पहले से प्राप्तकर्ता हैं। ',
      link('पहले इसे भेजें'),
      ', फिर उनमें से किसी को उपकरण दें।',
    ],
    nobodyAskedToSignDocument: 'अभी कोई प्राप्तकर्ता इस दस्तावेज़ पर हस्ताक्षर नहीं कर सकता।',
    notChecked: 'जाँच नहीं हुई',
    iKnowSignerInPerson: 'हस्ताक्षरकर्ता से मेरा व्यक्तिगत परिचय है',
    identityDocument: 'पहचान दस्तावेज़',
    passport: 'पासपोर्ट',
    identityCard: 'पहचान पत्र',
    drivingLicense: 'ड्राइविंग लाइसेंस',
    residencePermit: 'निवास परमिट',
    otherDocument: 'अन्य दस्तावेज़',
    enterEMailAddress: 'पूर्ण दस्तावेज़ के लिए ई-मेल पता दर्ज करें।',
    chooseWhoSigns: 'चुनें कि कौन हस्ताक्षर करेगा।',
    enterName: 'हस्ताक्षरकर्ता का नाम दर्ज करें।',
    atLeastFourLettersDigits: 'कम से कम 4 अक्षर, अंक या चिह्न, अंग्रेज़ी में।',
    draftSentToPerson: 'ड्राफ़्ट इस व्यक्ति को तुरंत भेजा जाता है, ई-मेल आमंत्रण के बिना।',
    eMail: 'ई-मेल',
    signer: 'हस्ताक्षरकर्ता',
    signerMustEnterAccessCode: 'हस्ताक्षरकर्ता को उपकरण पर इस दस्तावेज़ का एक्सेस कोड दर्ज करना होगा।',
    accessCodeOptional: 'एक्सेस कोड (वैकल्पिक)',
    requiredOnDeviceBeforeDocument: 'दस्तावेज़ दिखने से पहले उपकरण पर आवश्यक',
    howDidCheckSignersIdentity: 'आपने हस्ताक्षरकर्ता की पहचान कैसे जाँची?',
    printedOnCertificateOfCompletion: 'पूर्णता प्रमाणपत्र पर छपता है',
    doNotRecord: 'दर्ज न करें',
  },
  openSessions: { onOtherDevices: 'दूसरे उपकरणों पर', handedOverBy: (link, name) => [link, ', उपकरण दिया: ', name] },
  inPersonPage: {
    inPerson: 'आमने-सामने',
    signInPerson: 'आमने-सामने हस्ताक्षर',
    handTabletOrPhone: 'सामने बैठे हस्ताक्षरकर्ता को टैबलेट या फ़ोन दें। आप उनकी पहचान जाँचते हैं, और यह प्रमाण में दर्ज होता है।',
  },
};
