import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('hi');

export const documentPlaces: AppWords['documentPlaces'] = {
  places: {
    viewsAndFolders: 'दृश्य और फ़ोल्डर',
    views: 'दृश्य',
    folders: 'फ़ोल्डर',
    allDocuments: 'सभी दस्तावेज़',
    saveView: 'यह दृश्य सहेजें',
    newFolder: 'नया फ़ोल्डर',
    noViews: 'सूची को फ़िल्टर करें, फिर दृश्य यहाँ सहेजें।',
    noFolders: 'फ़ोल्डर दस्तावेज़ों को एक साथ रखते हैं। आप उन्हें साझा कर सकते हैं।',
    shared: 'साझा',
    actionsFor: (name) => `${name} के लिए कार्रवाइयाँ`,
    viewsFailed: 'दृश्य लोड नहीं हो सके।',
    foldersFailed: 'फ़ोल्डर लोड नहीं हो सके।',
    tryAgain: 'फिर कोशिश करें',
  },
  menu: {
    rename: 'नाम बदलें …',
    replaceFilters: 'मौजूदा फ़िल्टर से बदलें',
    share: 'संगठन के साथ साझा करें',
    stopSharing: 'साझा करना बंद करें',
    moveUp: 'ऊपर ले जाएँ',
    moveDown: 'नीचे ले जाएँ',
    newInside: 'इसके भीतर नया फ़ोल्डर …',
    moveFolder: 'दूसरे फ़ोल्डर में ले जाएँ …',
  },
  dialog: {
    saveView: 'यह दृश्य सहेजें',
    renameView: 'दृश्य का नाम बदलें',
    newFolder: 'नया फ़ोल्डर',
    renameFolder: 'फ़ोल्डर का नाम बदलें',
    shareView: 'संगठन के साथ साझा करें। हर व्यक्ति को केवल वही दस्तावेज़ दिखते हैं जो वैसे भी दिखते।',
    shareFolder: 'संगठन के साथ साझा करें। हर व्यक्ति को केवल वही दस्तावेज़ दिखते हैं जो वैसे भी दिखते।',
    deleteFolder: (name) => `फ़ोल्डर “${name}” हटाएँ?`,
    documentsStay: 'इसके दस्तावेज़ बने रहते हैं। इसके भीतर के फ़ोल्डर एक स्तर ऊपर आते हैं। इसे पूर्ववत नहीं किया जा सकता।',
    deleteFolderButton: 'फ़ोल्डर हटाएँ',
  },
  done: {
    viewSaved: 'दृश्य सहेजा गया',
    filtersReplaced: 'फ़िल्टर बदले गए',
    viewDeleted: 'दृश्य हटाया गया',
    folderDeleted: 'फ़ोल्डर हटाया गया',
  },
  picker: {
    title: counted({ one: '# दस्तावेज़ फ़ोल्डर में जोड़ें', other: '# दस्तावेज़ फ़ोल्डर में जोड़ें' }),
    titleMove: counted({ one: '# दस्तावेज़ दूसरे फ़ोल्डर में ले जाएँ', other: '# दस्तावेज़ दूसरे फ़ोल्डर में ले जाएँ' }),
    moveFolder: (name) => `“${name}” को यहाँ ले जाएँ`,
    folder: 'फ़ोल्डर',
    search: 'फ़ोल्डर खोजें',
    top: 'सबसे ऊपर का स्तर',
    noneYet: 'अभी कोई फ़ोल्डर नहीं है।',
    noOther: 'कोई दूसरा फ़ोल्डर नहीं है।',
    nothingFound: 'इस नाम का कोई फ़ोल्डर नहीं है।',
    add: 'जोड़ें',
    move: 'ले जाएँ',
  },
};
