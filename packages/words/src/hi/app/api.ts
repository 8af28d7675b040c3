import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('hi');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'थोड़ी देर में',
    inSeconds: (seconds) => `${number(seconds)} सेकंड में`,
    inMinutes: (seconds) => `${number(seconds)} मिनट में`,
    serverCannotBeReached: 'सर्वर तक पहुँचा नहीं जा सका',
    connectionOrServerDown: 'आपका कनेक्शन या सर्वर बंद है। आपने जो भरा है, वह अब भी यहाँ है। थोड़ी देर में फिर कोशिश करें।',
    noAnswer: 'सर्वर ने उत्तर नहीं दिया',
    outcomeUnknown:
      'कनेक्शन टूट गया, इसलिए हम नहीं जानते कि आपका बदलाव सहेजा गया या नहीं। जाँचने के लिए पेज फिर लोड करें, और यदि बदलाव न दिखे तो फिर कोशिश करें।',
    signedOut: 'आप साइन आउट हैं',
    sessionEnded: 'आपका सत्र समाप्त हो गया। आगे बढ़ने के लिए फिर से साइन इन करें।',
    doNotHavePermission: 'आपके पास अनुमति नहीं है',
    notFound: 'नहीं मिला',
    mayHaveBeenDeleted: (sentence) => `${sentence} शायद इसे हटा दिया गया है, या यह किसी दूसरे संगठन का है।`,
    somethingNeedsCorrecting: 'आपने जो भरा है, उसे जाँचें',
    tooManyAttempts: 'बहुत अधिक प्रयास',
    enteredWrongValueTooOften: (inSeconds) => `आपने बहुत बार गलत मान दर्ज किया। ${inSeconds} फिर कोशिश करें।`,
    notPartOfPlan: 'आपके प्लान में नहीं है',
    linkNoLongerWorks: 'यह लिंक अब काम नहीं करता',
    tooManyRequests: 'बहुत अधिक अनुरोध',
    nothingChanged: (inSeconds) => `कुछ नहीं बदला गया। ${inSeconds} फिर कोशिश करें।`,
    temporarilyUnavailable: 'अभी उपलब्ध नहीं है',
    tryAgain: (sentence, inSeconds) => `${sentence} ${inSeconds} फिर कोशिश करें।`,
    somethingWentWrongOnServer: 'सर्वर पर कुछ गड़बड़ हुई',
    savedDataSafe: 'आपका सहेजा हुआ डेटा सुरक्षित है। फिर कोशिश करें। यदि ऐसा फिर हो, तो अपने व्यवस्थापक को अनुरोध ID भेजें।',
    didNotWork: 'कार्रवाई विफल रही',
    canceledOrTookTooLong: 'अनुरोध रद्द हुआ या उसमें बहुत समय लगा। फिर कोशिश करें या दूसरा तरीका चुनें।',
    canceled: 'अनुरोध रद्द हुआ। फिर कोशिश करें या दूसरा तरीका चुनें।',
    deviceOrPasswordManagerAlready: 'इस उपकरण या पासवर्ड मैनेजर में आपके खाते की पासकी पहले से है।',
    passkeysDoNotWork: 'इस पते पर पासकी काम नहीं करतीं। Countersign को उसके होस्ट नाम से HTTPS पर खोलें।',
    browserOrDeviceCannotCreate: 'यह ब्राउज़र या उपकरण उपयुक्त पासकी नहीं बना सकता।',
    passkeyNotUsed: 'पासकी का उपयोग नहीं हुआ',
    pageHasProblem: 'इस पेज में समस्या है',
    documentsSafeOnServer: 'आपके दस्तावेज़ सर्वर पर सुरक्षित हैं। पेज फिर लोड करें। जो बदलाव सहेजे नहीं गए, उन्हें शायद फिर से भरना पड़े।',
  },
};
