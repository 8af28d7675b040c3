import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const dataExport: AppWords['dataExport'] = {
  dataPage: {
    beingPrepared: 'בהכנה',
    ready: 'מוכן',
    erased: 'נמחק',
    yourData: 'הנתונים שלך',
    theOrganization: 'הארגון',
    exportStarted: 'הייצוא התחיל',
    weWillSendEMail: 'נשלח אליך הודעת דוא״ל כשאפשר יהיה להוריד אותו.',
    ofDocuments: (done: number, total: number): string => `${number(done)} מתוך ${number(total)} מסמכים`,
    documents: (count: number, size: string, day: string): string =>
      counted({
        one: `מסמך אחד, ${isolate(size)}; עד ${isolate(day)}`,
        two: `שני מסמכים, ${isolate(size)}; עד ${isolate(day)}`,
        other: `# מסמכים, ${isolate(size)}; עד ${isolate(day)}`,
      })(count),
    nothingStored: 'לא נשמר קובץ. יש להתחיל שוב את הייצוא.',
    eraseDialog: 'מחיקה …',
    cancelDialog: 'ביטול …',
    deleteExport: 'למחוק את הייצוא?',
    cancelExport: 'לבטל את הייצוא?',
    fileDeletedAtOnce: 'הקובץ נמחק מיד. הנתונים שלך אינם משתנים, ואפשר לייצא אותם שוב.',
    exportDiscarded: 'הייצוא מבוטל. הנתונים שלך אינם משתנים.',
    erase: 'מחיקה',
    cancelExportText: 'ביטול הייצוא',
    documentsExported: 'מסמכים שיוצאו',
    export: 'ייצוא',
    exports: 'ייצואים',
    noExportsYet: 'עדיין אין ייצואים',
    startExportToSee: 'ייצוא שיתחיל יופיע כאן עם התקדמותו.',
    dataExport: 'ייצוא נתונים',
    zipArchiveWithDocuments:
      'ארכיון ZIP עם המסמכים והנתונים הקשורים אליהם בפורמטים פתוחים. רק לך יש אפשרות להוריד אותו, בתוך שבעה ימים.',
    accountDocumentsSentOrSigned: 'החשבון שלך, מסמכים ששלחת או חתמת, ההסכמות שלך והרשומות שלך ביומן הביקורת.',
    exportData: 'ייצוא הנתונים שלך',
    allDocumentsWithCertificates:
      'כל המסמכים עם תעודות ויומני ביקורת, תבניות, חבילות, חברים, הגדרות ואירועי אבטחה. מפתחות וסיסמאות אינם כלולים.',
    exportOrganization: 'ייצוא הארגון',
  },
};
