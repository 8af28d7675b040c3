import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('he');

export const uploadFile: AppWords['uploadFile'] = {
  upload: {
    document: 'מסמך',
    nothingUploaded: 'לא הועלה דבר.',
    fileEmpty: 'הקובץ ריק',
    hasNoContent: (name: string, kept: string): string =>
      `אין תוכן ב„${isolate(name)}”. ${kept} יש לשמור שוב את המסמך כ-PDF, ולבחור את הקובץ ההוא.`,
    fileTooLarge: 'הקובץ גדול מדי',
    hasMb: (name: string, size: number, kept: string): string =>
      `הגודל של „${isolate(name)}” הוא ${number(size)} MB. המגבלה היא 50 MB. ${kept} יש להקטין את התמונות, או לפצל את הקובץ.`,
    notPdf: 'זה אינו PDF',
    cannotBeSigned: (name: string, kept: string): string =>
      `הפורמט של „${isolate(name)}” אחר. ${kept} יש לשמור או להדפיס אותו כ-PDF, ולבחור את הקובץ ההוא.`,
    pdfProtectedByPassword: 'ה-PDF מוגן בסיסמה',
    passwordDoesNotOpenPdf: 'הסיסמה אינה פותחת את ה-PDF',
    pdfEncryptedInWay: 'ה-PDF מוצפן בשיטה שאינה נתמכת',
    pdfSignedAndEncrypted: 'ה-PDF חתום ומוצפן',
    pdfListsPageTwice: 'ב-PDF עמוד אחד רשום פעמיים',
    pdfCannotBeRepairedWithout: 'אי אפשר לתקן את ה-PDF בלי לשנות אותו',
    pageOfPdfCannot: 'אי אפשר להציג עמוד ב-PDF',
    pdfTooLongTo: 'ה-PDF ארוך מכדי לתקן אותו',
    pdfDynamicForm: 'ה-PDF הוא טופס דינמי',
    pdfLockedByCertification: 'ה-PDF נעול באישור קודם',
    pdfDoesNotAllowNew: 'ה-PDF אינו מאפשר שדות חתימה חדשים',
    pdfHasActiveContent: 'ב-PDF יש תוכן פעיל',
    pdfDamaged: 'ה-PDF פגום',
    formFieldOfPdfCannot: 'אי אפשר להציג שדה טופס ב-PDF',
    pdfCannotBeRead: 'אי אפשר לקרוא את ה-PDF',
    theFile: (message: string): string => `הקובץ: ${message}.`,
    fileNotAccepted: 'הקובץ לא התקבל',
    notStored: (ofTheFile: string): string => `${ofTheFile} הוא לא נשמר.`,
  },
};
