import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const documentBulk: AppWords['documentBulk'] = {
  bulkActions: {
    archived: counted({
      one: 'מסמך אחד הועבר לארכיון',
      two: 'שני מסמכים הועברו לארכיון',
      other: '# מסמכים הועברו לארכיון',
    }),
    movedToTrash: counted({
      one: 'מסמך אחד הועבר לסל המחזור',
      two: 'שני מסמכים הועברו לסל המחזור',
      other: '# מסמכים הועברו לסל המחזור',
    }),
    restored: counted({ one: 'מסמך אחד שוחזר', two: 'שני מסמכים שוחזרו', other: '# מסמכים שוחזרו' }),
    formerTags: counted({
      one: 'למסמך אחד יש שוב התגיות הקודמות',
      two: 'לשני מסמכים יש שוב התגיות הקודמות',
      other: 'ל-# מסמכים יש שוב התגיות הקודמות',
    }),
    inFolder: (name: string) =>
      counted({
        one: `מסמך אחד נמצא ב„${isolate(name)}”`,
        two: `שני מסמכים נמצאים ב„${isolate(name)}”`,
        other: `# מסמכים נמצאים ב„${isolate(name)}”`,
      }),
    notInFolder: counted({
      one: 'מסמך אחד הוסר מהתיקייה',
      two: 'שני מסמכים הוסרו מהתיקייה',
      other: '# מסמכים הוסרו מהתיקייה',
    }),
    movedBack: counted({
      one: 'מסמך אחד הוחזר למקומו',
      two: 'שני מסמכים הוחזרו למקומם',
      other: '# מסמכים הוחזרו למקומם',
    }),
    notOut: 'הוא אינו ממתין לחתימה.',
    noOneToRemind: 'לא ניתן היה לשלוח תזכורות: כולם קיבלו תזכורת בשעה האחרונה, או שאינם מקבלים תזכורות.',
    reminderUnknown: 'התשובה אבדה. בציר הזמן של המסמך אפשר לראות אם התזכורת נשלחה.',
    reminded: counted({
      one: 'נשלחה תזכורת לנמענים של מסמך אחד',
      two: 'נשלחה תזכורת לנמענים של שני מסמכים',
      other: 'נשלחה תזכורת לנמענים של # מסמכים',
    }),
    voided: counted({ one: 'מסמך אחד בוטל', two: 'שני מסמכים בוטלו', other: '# מסמכים בוטלו' }),
    newTags: counted({
      one: 'למסמך אחד יש תגיות חדשות',
      two: 'לשני מסמכים יש תגיות חדשות',
      other: 'ל-# מסמכים יש תגיות חדשות',
    }),
    outForSigning: 'המסמך ממתין לחתימות. יש לבטל אותו תחילה.',
    alreadyArchived: 'המסמך כבר בארכיון.',
    noLongerExistsOrBelongs: 'המסמך כבר אינו קיים, או שייך למישהו אחר.',
    serverDidNotReportResult: 'השרת לא דיווח על התוצאה.',
    nothingDone: counted({
      one: 'הפעולה נכשלה עבור המסמך',
      two: 'הפעולה נכשלה עבור שני המסמכים',
      other: 'הפעולה נכשלה עבור כל # המסמכים',
    }),
    failedForOthers: (done: string, failed: number): string => `${done}, ${number(failed)} נכשלו`,
  },
  bulkRun: {
    stopped: 'נעצר',
    notConfirmed: 'לא אושר',
    outcomeUnknown: 'התשובה אבדה, והשרת לא דיווח אם הפעולה בוצעה. יש לפתוח את המסמך כדי לבדוק.',
    notCarriedOut: 'הפעולה לא בוצעה. אפשר לנסות שוב.',
    leftOut: (tried: string, why: string, left: number): string => `${tried}. ${why}: ${number(left)} לא נוסו`,
    progress: (done: number, total: number): string => `הושלמו ${number(done)} מתוך ${number(total)}`,
    selecting: (done: number, total: number): string => `נטענו ${number(done)} מתוך ${number(total)}`,
    stop: 'עצירה',
  },
  files: {
    name: 'מסמכים',
    notFound: 'הוא אינו בארכיון: הוא נמחק, נמצא בסל המחזור, או שייך למישהו אחר.',
    notReady: 'הוא אינו בארכיון: הקובץ החתום עדיין לא מוכן. אפשר לנסות שוב בעוד דקה.',
    downloaded: counted({
      one: 'הקובץ של מסמך אחד נשמר',
      two: 'הקבצים של שני מסמכים נשמרו',
      other: 'הקבצים של # מסמכים נשמרו',
    }),
    savedAsCsv: counted({ one: 'מסמך אחד נשמר כ-CSV', two: 'שני מסמכים נשמרו כ-CSV', other: '# מסמכים נשמרו כ-CSV' }),
    signedOf: (signed: number, all: number): string => `${number(signed)} מתוך ${number(all)}`,
    owner: 'בעלים',
    tags: 'תגיות',
    created: 'נוצר',
    expires: 'תפוגה',
    id: 'מזהה',
  },
  remindDialog: {
    title: counted({
      one: 'לשלוח תזכורת לנמענים של מסמך אחד?',
      two: 'לשלוח תזכורת לנמענים של שני מסמכים?',
      other: 'לשלוח תזכורת לנמענים של # מסמכים?',
    }),
    text: 'כל מי שהגיע תורו מקבל הודעת דוא״ל. נמענים שקיבלו תזכורת בשעה האחרונה ידולגו.',
    optional: 'רשות.',
    send: 'שליחת תזכורות',
  },
  voidDialog: {
    title: counted({ one: 'לבטל מסמך אחד?', two: 'לבטל שני מסמכים?', other: 'לבטל # מסמכים?' }),
    text: 'לאחר מכן אי אפשר לחתום עליהם, ונמענים שהוזמנו מקבלים הודעת דוא״ל. חתימות קיימות נשארות מתועדות. אי אפשר לחזור מכך.',
    enterReason: 'יש להזין סיבה. הנמענים יראו אותה.',
    void: counted({ one: 'ביטול מסמך אחד', two: 'ביטול שני מסמכים', other: 'ביטול # מסמכים' }),
  },
  bulkBar: {
    remind: 'תזכורת …',
    void: 'ביטול …',
    addToFolder: 'הוספה לתיקייה …',
    moveToFolder: 'העברה לתיקייה אחרת …',
    removeFromFolder: 'הסרה מתיקייה זו',
    saveAsCsv: 'שמירת הבחירה כ-CSV',
    more: 'פעולות נוספות',
    selectWholeList: (total: number): string => `בחירת כל ${number(total)} המסמכים ברשימה`,
    selectFirst: (most: number): string => `בחירת ${number(most)} המסמכים הראשונים ברשימה`,
    archive: 'העברה לארכיון',
    restore: 'שחזור',
    selectedDocuments: 'מסמכים נבחרים',
    selected: counted({ one: 'נבחר מסמך אחד', two: 'נבחרו שני מסמכים', other: 'נבחרו # מסמכים' }),
    selectAllShown: (total: number): string => `בחירת כל ${number(total)} המוצגים`,
    createPackage: 'יצירת חבילה',
    tags: 'תגיות',
    clearSelection: 'ניקוי הבחירה',
    dismiss: 'הסתרה',
    failedActions: 'פעולות שנכשלו',
  },
};
