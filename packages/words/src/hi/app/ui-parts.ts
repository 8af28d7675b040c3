import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('hi');

export const uiParts: AppWords['uiParts'] = {
  tagsField: { tags: 'टैग', pressEnterOrComma: 'टैग जोड़ने के लिए Enter या अल्पविराम दबाएँ।', addTag: 'टैग जोड़ें' },
  pagePictures: {
    pageFailed: (page) => `पृष्ठ ${number(page)} की झलक लोड नहीं हो सकी। दस्तावेज़ स्वयं पूरा है।`,
    tryAgain: 'फिर कोशिश करें',
    pageOf: (page, title) => `${title}, पृष्ठ ${number(page)}`,
    of: (index, count) => `${number(count)} में से ${number(index)}`,
    showMoreOfPages: (piece, count) => `${number(count)} में से ${number(piece)} और पृष्ठ दिखाएँ`,
  },
  strip: {
    nextAction: 'अगला कदम',
  },
  undoToast: { undone: 'पूर्ववत किया गया' },
  confirmWarnings: {
    iHaveCheckedPages: 'मैंने पृष्ठ जाँच लिए हैं और यही संस्करण भेजना है',
    fileEndsWithUnfinishedChange: 'यह फ़ाइल एक अधूरे बदलाव पर समाप्त होती है। पृष्ठ उससे पहले का संस्करण दिखाते हैं।',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'फ़िल्टर' : `फ़िल्टर (${number(active)})`),
  },
  barChart: { nothingInPeriod: 'इस अवधि में कुछ नहीं', upTo: (say) => `${say} तक`, showAsTable: 'तालिका के रूप में दिखाएँ' },
  secretValue: { copyNowAndKeep: (why) => `इसे अभी कॉपी करें और सुरक्षित जगह रखें। ${why}`, iHaveSaved: 'मैंने इसे सहेज लिया है' },
  sessionList: {
    withPassword: 'पासवर्ड से',
    withPasskey: 'पासकी से',
    throughSingleSignOn: 'सिंगल साइन-ऑन से',
    unknownBrowser: 'अज्ञात ब्राउज़र',
    thisBrowser: 'यह ब्राउज़र',
    lastUsedSince: (time, otherTime) => ['अंतिम उपयोग: ', time, ', साइन-इन: ', otherTime],
    signOut: 'साइन आउट करें',
    signOutAriaLabel: (device, address) => `साइन आउट करें: ${device}, ${address}`,
  },
  passwordFields: { showPassword: 'पासवर्ड दिखाएँ' },
  password: {
    atLeastCharacters: (min) => `कम से कम ${number(min)} अक्षर। कुछ शब्द याद रखना आसान होता है।`,
    ofAtLeastCharacters: (length, min) => `${number(length)} अक्षर, कम से कम ${number(min)} चाहिए`,
    characters: (length) => `${number(length)} अक्षर: अच्छा। लंबा पासवर्ड अधिक मज़बूत होता है।`,
    charactersStrong: (length) => `${number(length)} अक्षर: मज़बूत।`,
  },
  useKeepAccount: { deletionCanceled: 'हटाना रद्द किया गया', accountWillNotBeDeleted: 'आपका खाता नहीं हटाया जाएगा।' },
  unsavedGuard: {
    title: 'बिना सहेजे छोड़ें?',
    text: 'पिछली बार सहेजने के बाद के आपके बदलाव खो जाएँगे।',
    discard: 'बदलाव छोड़ दें',
    stay: 'संपादन जारी रखें',
    sections: (sections: string): string => `सहेजा नहीं गया: ${sections}।`,
  },
  saveForm: {
    unsavedChanges: 'बिना सहेजे बदलाव',
    saving: 'सहेजा जा रहा है…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'इस सर्वर के संचालक द्वारा सेट: ',
      name,
      '। ',
      link('इस सेटिंग के बारे में'),
      '।',
    ],
  },
};
