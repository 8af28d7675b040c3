import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const uploadDialogs: AppWords['uploadDialogs'] = {
  passwordDialog: {
    enterPasswordOfPdf: 'יש להזין את הסיסמה של ה-PDF',
    usedOnceToOpenFile: 'הסיסמה משמשת פעם אחת לפתיחת הקובץ ואינה נשמרת. הנמענים אינם צריכים סיסמה.',
    upload: 'העלאה',
  },
  uploadDialog: {
    kb: (bytes: number): string => `${number(bytes)} kB`,
    mb: (bytes: string): string => `${isolate(bytes)} MB`,
    uploading: 'בהעלאה',
    uploadingOf: (index: number, all: number): string => `העלאת קובץ ${number(index)} מתוך ${number(all)}`,
    uploadProgress: 'התקדמות ההעלאה',
    sent: 'נשלח. השרת בודק את ה-PDF …',
    sentText: (percent: number): string => `נשלחו ${number(percent)} %`,
  },
  severalFiles: {
    uploaded: counted({ one: 'קובץ אחד הועלה', two: 'שני קבצים הועלו', other: '# קבצים הועלו' }),
    refused: counted({ one: 'קובץ אחד לא הועלה', two: 'שני קבצים לא הועלו', other: '# קבצים לא הועלו' }),
    why: (name: string, why: string): string => `${name}: ${why}.`,
    tooMany: 'יותר מדי קבצים',
    limit: (filesCount: number, most: number): string =>
      `נבחרו ${number(filesCount)} קבצים. המגבלה היא ${number(most)} בכל פעם. לא הועלה דבר.`,
    needsPassword: 'הוא מוגן בסיסמה. יש להעלות אותו בנפרד',
    notTried: 'לא נוסה',
    canceled: 'בוטל',
    choose: 'יחד, הנמענים מקבלים הודעת דוא״ל אחת וחותמים על כל המסמכים ברצף.',
    separately: counted({ one: 'פתיחת הטיוטה', two: 'להשאיר כטיוטות נפרדות', other: 'להשאיר כטיוטות נפרדות' }),
    together: 'שליחה יחד',
    close: 'סגירה',
  },
  choosePdf: {
    pdfFile: 'קובץ PDF',
  },
  newDocumentPage: {
    choosePdf: 'בחירת ה-PDF',
    storedUnchangedByteForByte: 'הוא נשמר ללא שינוי, בית אחר בית.',
    addRecipients: 'הוספת נמענים',
    namesEMailAddressesOrder: 'שמות, כתובות דוא״ל, סדר ושדות.',
    send: 'שליחה',
    eachSignerGetsLink: 'כל חותם מקבל קישור בדוא״ל. אפשר לעקוב אחר ההתקדמות.',
    dropPdf: 'אפשר לגרור לכאן קובצי PDF',
    orAnywhereInWindow: 'או לכל מקום בחלון. לכל היותר 50 MB כל אחד.',
    nextSteps: 'הצעדים הבאים',
  },
};
