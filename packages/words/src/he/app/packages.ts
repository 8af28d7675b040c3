import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const packages: AppWords['packages'] = {
  makePackageDialog: {
    documentsSignedInOneVisit: (documentsCount: number, documents: string): string =>
      `${number(documentsCount)} מסמכים, נחתמים ברצף לפי הסדר הזה: ${isolate(documents)}.`,
    titleOfPackage: 'כותרת החבילה',
    forExample: 'לדוגמה: שכירות משרד עם נספחים',
    enterTitle: 'יש להזין כותרת. הנמענים רואים אותה.',
    createPackage: 'יצירת החבילה',
    createPackageTitle: 'יצירת חבילה',
  },
  packagesPage: {
    documentsByBy: <T>(count: number, name: T): Phrase<T> => [
      counted({ one: 'מסמך אחד · מאת ', two: 'שני מסמכים · מאת ', other: '# מסמכים · מאת ' })(count),
      '\u2068',
      name,
      '\u2069',
    ],
    of: (done: number, all: number): string => `${number(done)} מתוך ${number(all)}`,
    changed: 'שונה',
    noPackageHasStatus: (statuses: string): string => `אין חבילה במצב „${isolate(statuses)}”.`,
    noPackagesYet: 'עדיין אין חבילות',
    selectSeveralDraftsInList:
      'יש לבחור כמה טיוטות ברשימת המסמכים ואז „יצירת חבילה”. הנמענים מקבלים הודעת דוא״ל אחת וחותמים על מסמך אחר מסמך.',
    chooseDrafts: 'בחירת טיוטות',
    severalDocumentsRecipientsSign: 'כמה מסמכים שהנמענים חותמים עליהם ברצף, בהודעת דוא״ל אחת.',
    allStatuses: 'כל המצבים',
  },
  cancelDialog: {
    packageCanceled: 'החבילה בוטלה',
    invitedRecipientsNotified: 'נמענים שהוזמנו קיבלו הודעה.',
    everyDocumentNotCompletedVoided: 'כל מסמך שלא הושלם מבוטל, ונמענים שהוזמנו מקבלים הודעת דוא״ל. אי אפשר לחזור מכך.',
    completedDocumentsDoNotChange: (completedCount: number, documentCount: number): string =>
      `מסמכים שהושלמו אינם משתנים: ${number(completedCount)} מתוך ${number(documentCount)} מסמכים.`,
    forExample: 'לדוגמה: המחיר השתנה',
    enterReason: 'יש להזין סיבה. הנמענים יראו אותה.',
    cancelPackage: 'ביטול החבילה',
    cancelPackageTitle: 'לבטל את החבילה?',
  },
  assignment: {
    documentHasNoSigner: 'למסמך זה אין חותם. יש לבחור לו נמען, או להסיר אותו מהחבילה.',
    aRecipient: 'נמען',
    hasNoDocumentToSign: (name: string): string =>
      `אין מסמך לחתימה עבור ${isolate(name)}. יש לבחור מסמך, או להסיר את הנמען.`,
    oneOfFieldsBelongs: 'אחד השדות שלו מיועד למי שאינו חותם על מסמך זה.',
  },
  assignmentGrid: {
    person: (index: number): string => `אדם ${number(index)}`,
    documentsByRecipient: 'מסמכים לפי נמען',
    eachRecipientSeesOnlyDocuments: 'כל נמען רואה רק את המסמכים שנבחרו עבורו.',
    signsEveryDocument: (name: string): string => `${isolate(name)}: חתימה על כל המסמכים`,
    signs: (name: string, title: string): string => `${isolate(name)}: חתימה על ${isolate(title)}`,
  },
  sendForm: {
    eachRecipientGetsOneE: 'כל נמען מקבל הודעת דוא״ל אחת לכל המסמכים.',
    confirmWarningAboutDocumentsFirst: 'יש לאשר תחילה את האזהרה על המסמכים.',
    nothingSent: (reason: string): string => `${reason} לא נשלח דבר.`,
    mayBeSent:
      'החיבור נותק, ולכן לא ידוע אם החבילה נשלחה. יש לטעון מחדש את הדף כדי לבדוק. החבילה לעולם אינה נשלחת פעמיים.',
    signAll: (documents: number): string =>
      `כל ${number(documents)} המסמכים נשלחים יחד. כל נמען חותם על כולם ומקבל הודעת דוא״ל אחת.`,
    signChecked: (documents: number): string =>
      `כל ${number(documents)} המסמכים נשלחים יחד. כל נמען חותם על המסמכים שנבחרו עבורו ומקבל הודעת דוא״ל אחת.`,
    sendDocuments: counted({ one: 'שליחת מסמך אחד', two: 'שליחת שני מסמכים', other: 'שליחת # מסמכים' }),
  },
  remindDialog: {
    title: counted({
      one: 'לשלוח תזכורת לנמען אחד?',
      two: 'לשלוח תזכורת לשני נמענים?',
      other: 'לשלוח תזכורת ל-# נמענים?',
    }),
    text: (names: string): string =>
      `${isolate(names)}. כל נמען מקבל הודעת דוא״ל אחת לכל המסמכים. נמענים שקיבלו תזכורת בשעה האחרונה ידולגו.`,
    send: 'שליחת תזכורות',
  },
  preview: {
    show: (title: string): string => `הצגת העמודים של ${isolate(title)}`,
    loading: 'העמודים נטענים',
  },
  timeline: {
    title: 'ציר הזמן',
    of: (title: string): string => `· ${title}`,
    showAll: (count: number): string => `הצגת כל ${number(count)} הרשומות`,
  },
  packagePage: {
    recipientsOf: (title: string): string => `הנמענים של ${isolate(title)}`,
    moveUp: (title: string): string => `העברת ${isolate(title)} למעלה`,
    moveDown: (title: string): string => `העברת ${isolate(title)} למטה`,
    removeFromPackage: (title: string): string => `הסרת ${isolate(title)} מהחבילה`,
    packageDeleted: 'החבילה נמחקה',
    documentsSeparateDraftsAgain: 'המסמכים שלה שוב טיוטות נפרדות.',
    ofDocumentsCompleted: (completedCount: number, documentCount: number): string =>
      `הושלמו ${number(completedCount)} מתוך ${number(documentCount)} מסמכים`,
    cancelPackage: 'ביטול החבילה',
    remind: 'תזכורת',
    waitingFor: (names) => `ממתין ל: ${names}`,
    package: 'חבילה',
    goToPackages: 'מעבר לחבילות',
  },
};
