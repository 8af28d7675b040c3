import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number } = figuresIn('he');

export const uiParts: AppWords['uiParts'] = {
  tagsField: {
    tags: 'תגיות',
    pressEnterOrComma: 'המקש Enter או פסיק מוסיפים תגית.',
    addTag: 'הוספת תגית',
  },
  pagePictures: {
    pageFailed: (page: number): string =>
      `לא ניתן היה לטעון את התצוגה המקדימה של עמוד ${number(page)}. המסמך עצמו שלם.`,
    tryAgain: 'ניסיון נוסף',
    pageOf: (page: number, title: string): string => `עמוד ${number(page)} של ${isolate(title)}`,
    of: (index: number, count: number): string => `${number(index)} מתוך ${number(count)}`,
    showMoreOfPages: (piece: number, count: number): string => `הצגת עוד ${number(piece)} מתוך ${number(count)} עמודים`,
  },
  strip: {
    nextAction: 'הפעולה הבאה',
  },
  undoToast: {
    undone: 'בוטל',
  },
  confirmWarnings: {
    iHaveCheckedPages: 'בדקתי את העמודים וברצוני לשלוח גרסה זו',
    fileEndsWithUnfinishedChange: 'הקובץ מסתיים בשינוי שלא הושלם. העמודים מציגים את הגרסה שלפניו.',
  },
  filterBar: {
    filters: (active: number): string => (active === 0 ? 'מסננים' : `מסננים (${number(active)})`),
  },
  barChart: {
    nothingInPeriod: 'אין דבר בתקופה זו',
    upTo: (say: string): string => `עד ${say}`,
    showAsTable: 'הצגה כטבלה',
  },
  secretValue: {
    copyNowAndKeep: (why: string): string => `יש להעתיק אותו עכשיו ולשמור במקום בטוח. ${why}`,
    iHaveSaved: 'שמרתי אותו',
  },
  sessionList: {
    withPassword: 'עם סיסמה',
    withPasskey: 'עם מפתח כניסה',
    throughSingleSignOn: 'דרך הארגון (SSO)',
    unknownBrowser: 'דפדפן לא מוכר',
    thisBrowser: 'דפדפן זה',
    lastUsedSince: <T>(time: T, otherTime: T): Phrase<T> => [
      'שימוש אחרון ',
      '\u2068',
      time,
      '\u2069',
      ', כניסה ',
      '\u2068',
      otherTime,
      '\u2069',
    ],
    signOut: 'יציאה',
    signOutAriaLabel: (device: string, address: string): string =>
      `סיום ההתחברות: ${isolate(device)}, ${isolate(address)}`,
  },
  passwordFields: {
    showPassword: 'הצגת הסיסמה',
  },
  password: {
    atLeastCharacters: (min: number): string => `לפחות ${number(min)} תווים. כמה מילים קל לזכור.`,
    ofAtLeastCharacters: (length: number, min: number): string => `${number(length)} מתוך ${number(min)} תווים לפחות`,
    characters: (length: number): string => `${number(length)} תווים: טוב. ארוך יותר חזק יותר.`,
    charactersStrong: (length: number): string => `${number(length)} תווים: חזק.`,
  },
  useKeepAccount: {
    deletionCanceled: 'המחיקה בוטלה',
    accountWillNotBeDeleted: 'החשבון שלך לא יימחק.',
  },
  unsavedGuard: {
    title: 'לצאת בלי לשמור?',
    text: 'השינויים מאז השמירה האחרונה יאבדו.',
    discard: 'ויתור על השינויים',
    stay: 'להמשיך לערוך',
    sections: (sections: string): string => `לא נשמר: ${isolate(sections)}.`,
  },
  saveForm: {
    unsavedChanges: 'שינויים שלא נשמרו',
    saving: 'בשמירה…',
  },
  operatorSetting: {
    setByOperator: <T>(name: T, link: (text: string) => T): Phrase<T> => [
      'נקבע על ידי מפעיל השרת: ',
      name,
      '. ',
      link('על ההגדרה הזאת'),
      '.',
    ],
  },
};
