import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('hi');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'इस PDF का पासवर्ड दर्ज करें',
    usedOnceToOpenFile:
      'पासवर्ड का उपयोग फ़ाइल खोलने के लिए एक बार होता है और वह रखा नहीं जाता। प्राप्तकर्ताओं को पासवर्ड की ज़रूरत नहीं होती।',
    upload: 'अपलोड करें',
  },
  uploadDialog: {
    kb: (bytes) => `${number(bytes)} kB`,
    mb: (bytes) => `${bytes} MB`,
    uploading: 'अपलोड हो रहा है',
    uploadingOf: (index, all) => `${number(all)} में से फ़ाइल ${number(index)} अपलोड हो रही है`,
    uploadProgress: 'अपलोड की प्रगति',
    sent: 'भेजा गया। सर्वर PDF जाँच रहा है …',
    sentText: (percent) => `${number(percent)} % भेजा गया`,
  },
  severalFiles: {
    uploaded: counted({ one: '# फ़ाइल अपलोड हुई', other: '# फ़ाइलें अपलोड हुईं' }),
    refused: counted({ one: '# फ़ाइल अपलोड नहीं हुई', other: '# फ़ाइलें अपलोड नहीं हुईं' }),
    why: (name, why) => `${name}: ${why}।`,
    tooMany: 'बहुत अधिक फ़ाइलें',
    limit: (filesCount, most) =>
      `आपने ${number(filesCount)} फ़ाइलें चुनीं। एक बार में सीमा ${number(most)} है। कुछ अपलोड नहीं हुआ।`,
    needsPassword: 'यह पासवर्ड से सुरक्षित है। इसे अलग से अपलोड करें',
    notTried: 'कोशिश नहीं हुई',
    canceled: 'रद्द',
    choose: 'साथ भेजने पर प्राप्तकर्ताओं को एक ई-मेल मिलता है और वे सभी दस्तावेज़ों पर एक ही बार में हस्ताक्षर करते हैं।',
    separately: counted({ one: 'ड्राफ़्ट खोलें', other: 'अलग ड्राफ़्ट रखें' }),
    together: 'साथ भेजें',
    close: 'बंद करें',
  },
  choosePdf: { pdfFile: 'PDF फ़ाइल' },
  newDocumentPage: {
    choosePdf: 'PDF चुनें',
    storedUnchangedByteForByte: 'यह ज्यों की त्यों रखी जाती है, हर बाइट समान।',
    addRecipients: 'प्राप्तकर्ता जोड़ें',
    namesEMailAddressesOrder: 'नाम, ई-मेल पते, क्रम और फ़ील्ड।',
    send: 'भेजें',
    eachSignerGetsLink: 'हर हस्ताक्षरकर्ता को ई-मेल से लिंक मिलता है। आप प्रगति देख सकते हैं।',
    dropPdf: 'PDF यहाँ छोड़ें',
    orAnywhereInWindow: 'या इस विंडो में कहीं भी। हर फ़ाइल अधिक से अधिक 50 MB।',
    nextSteps: 'अगले चरण',
  },
};
