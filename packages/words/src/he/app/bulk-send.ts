import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const bulkSend: AppWords['bulkSend'] = {
  words: {
    rows: counted({ one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' }),
    documents: counted({ one: 'מסמך אחד', two: 'שני מסמכים', other: '# מסמכים' }),
  },
  checkResult: {
    nothingHasBeenSentYet: 'עדיין לא נשלח דבר.',
    noProblems: (count: number, rows: string): string =>
      counted({ one: 'אין בעיות בשורה', two: 'אין בעיות בשתי השורות', other: `אין בעיות ב-${rows}` })(count),
    problem: 'בעיה',
    ofCannotBeSent: (wrong: number, rows: string): string => `אי אפשר לשלוח ${number(wrong)} מתוך ${rows}`,
    nothingSent: 'לא נשלח דבר. יש לתקן את הקובץ ולבחור אותו שוב.',
    nothingSentOrSkip: 'לא נשלח דבר. יש לתקן את הקובץ ולבחור אותו שוב, או לדלג על שורות אלה.',
    row: 'שורה',
    column: 'עמודה',
    firstShown: (faultsCount: number): string => `מוצגות ${number(faultsCount)} הראשונות.`,
    leaveOutAndSendOthers: (count: number, rows: string): string =>
      counted({
        one: 'דילוג על השורה ושליחת האחרות',
        two: 'דילוג על שתי השורות ושליחת האחרות',
        other: `דילוג על ${rows} ושליחת האחרות`,
      })(count),
  },
  confirmDialog: {
    send: (documents: string): string => `לשלוח ${documents}?`,
    sentAtOnceAndRecipients: counted({
      one: 'הוא נשלח מיד, ונמעניו מקבלים הזמנה. לאחר מכן אפשר רק לבטל אותו.',
      two: 'הם נשלחים מיד, ונמעניהם מקבלים הזמנות. לאחר מכן אפשר רק לבטל כל אחד מהם.',
      other: 'הם נשלחים מיד, ונמעניהם מקבלים הזמנות. לאחר מכן אפשר רק לבטל כל אחד מהם.',
    }),
    titles: (count: number, titles: string): string =>
      counted({
        one: `כותרת: ${isolate(titles)}`,
        two: `כותרות: ${isolate(titles)}`,
        other: `כותרות: ${isolate(titles)}`,
      })(count),
    warningsAboutRows: 'אזהרות לגבי השורות',
    moreWarningsNotShown: (warningsCount: number): string => `אזהרות נוספות שאינן מוצגות: ${number(warningsCount)}.`,
    sendText: (documents: string): string => `שליחת ${documents}`,
  },
  columns: {
    eMailOf: (name: string): string => `הדוא״ל של ${isolate(name)}`,
    nameOf: (name: string): string => `השם של ${isolate(name)}`,
    recipientAuthenticationOf: (name: string): string => `האימות של ${isolate(name)}`,
    secondEMailOf: (name: string): string => `הדוא״ל השני של ${isolate(name)}`,
    field: (label: string): string => `שדה „${isolate(label)}”`,
    titleOfDocument: 'כותרת המסמך',
    twoColumnsHaveSameMeaning: (twice: string): string => `לשתי עמודות יש אותה משמעות: ${isolate(twice)}.`,
    chooseColumnWithEMail: (name: string): string => `יש לבחור את העמודה עם כתובות הדוא״ל של ${isolate(name)}.`,
    chooseColumnWithSecondE: (name: string): string =>
      `יש לבחור את העמודה עם כתובות הדוא״ל השניות של ${isolate(name)}. הקודים נשלחים לשם.`,
  },
  newBulkSendPage: {
    fileLargerThanMb: 'הקובץ גדול מ-5 MB. יש לשלוח את השורות בכמה קבצים.',
    fileMustHaveHeaderRow: 'בקובץ צריכות להיות שורת כותרת עם שמות העמודות, ולפחות שורה אחת מתחתיה.',
    fileHasRows: (count: number, mostRows: number): string =>
      `בקובץ יש ${number(count)} שורות. המגבלה היא ${number(mostRows)} שורות בכל פעם.`,
    leaveOut: 'התעלמות',
    whatHolds: (column: string): string => `התוכן של „${isolate(column)}”`,
    chooseCsvFile: 'יש לבחור קובץ CSV.',
    theList: 'רשימה',
    csvFile: 'קובץ CSV',
    headerRowWithColumnNames: (mostRows: number): string =>
      `שורת כותרת עם שמות העמודות, ואז שורה לכל מסמך. לכל היותר ${number(mostRows)}.`,
    chooseCsvFilePlaceholder: 'בחירת קובץ CSV',
    columns: 'עמודות',
    firstOfRows: (rowsCount: number, count: number): string =>
      `${number(rowsCount)} השורות הראשונות מתוך ${number(count)}.`,
    allRows: (count: number): string => `כל ${number(count)} השורות.`,
    fileRead: (encodingNames: string): string =>
      `הקובץ נקרא בקידוד ${isolate(encodingNames)}. אם תווים נראים שגויים, יש לשמור את הקובץ כ-UTF-8 ולבחור אותו שוב.`,
    theDocuments: 'מסמכים',
    titleOfEachDocument: 'הכותרת של כל מסמך',
    canContainColumnsAs: `יכולה להכיל עמודות, כמו „חוזה ${isolate('{{name}}')}”. לעמודת כותרות יש קדימות.`,
    nothingSent: 'לא נשלח דבר',
    checkRows: 'בדיקת השורות',
    check: (rows: string): string => `בדיקת ${rows}`,
    send: (documents: string): string => `שליחת ${documents}`,
    sendInBulk: 'שליחה מרוכזת',
    sendInBulkText: (name: string): string => `שליחה מרוכזת של ${isolate(name)}`,
    oneDocumentOfForEach: <T>(link: T): Phrase<T> => ['מסמך אחד מתוך ', '\u2068', link, '\u2069', ' לכל שורה ברשימה.'],
  },
  bulkPill: {
    sending: 'בשליחה',
    done: 'הסתיימה',
  },
  bulkSendsPage: {
    by: <T>(template: T, name: T): Phrase<T> => ['\u2068', template, '\u2069', ' · מאת ', '\u2068', name, '\u2069'],
    of: (sent: number, total: number): string => `${number(sent)} מתוך ${number(total)}`,
    begun: 'התחיל',
    goToTemplates: 'מעבר לתבניות',
    oneDocumentForEachRow: 'מסמך אחד לכל שורה ברשימה.',
    noBulkSendsYet: 'עדיין אין שליחות מרוכזות',
    chooseTemplateAndCsvFile: 'יש לבחור תבנית וקובץ CSV עם שורה לכל מסמך.',
  },
  bulkSendPage: {
    sentDocumentsStaySent: 'מסמכים שנשלחו נשארים. שורות נוספות לא יישלחו.',
    cancelBulkSend: 'לבטל את השליחה המרוכזת?',
    waitingRowsNotSent: 'שורות ממתינות לא יישלחו. מסמכים שנשלחו נשארים. אם אין לחתום עליהם, יש לבטל אותם בזה אחר זה.',
    keepSending: 'להמשיך לשלוח',
    cancelBulkSendText: 'ביטול השליחה המרוכזת',
    rows: 'שורות',
    progress: 'התקדמות',
    ofSent: (sent: number, total: number): string => `נשלחו ${number(sent)} מתוך ${number(total)}`,
    ofFailed: (failed: number, total: number): string => `נכשלו ${number(failed)} מתוך ${number(total)}`,
    done: (percent: number): string => `הושלמו ${number(percent)} %. אפשר לעזוב את הדף. השליחה נמשכת.`,
    allRowsDone: 'כל השורות הסתיימו.',
    rowsFailed: 'שורות שנכשלו',
    downloadAsCsv: 'הורדה כ-CSV',
    retry: 'ניסיון חוזר',
    fileContainsOnlyRows: 'הקובץ מכיל רק את השורות האלה. יש לתקן אותן ולשלוח את הקובץ. השורות נשמרות 90 יום.',
    row: 'שורה',
    values: 'ערכים',
    problem: 'בעיה',
    bulkSendOfVersion: <T>(link: T, templateVersion: number): Phrase<T> => [
      'שליחה מרוכזת של ',
      '\u2068',
      link,
      '\u2069',
      ', גרסה ',
      number(templateVersion),
    ],
    viewDocuments: 'הצגת המסמכים',
    cancelDialog: 'ביטול …',
    valuesStoredForNinetyDays: (day: string): string =>
      `ערכי השורות נשמרו 90 יום, עד ${isolate(day)}. המסמכים אינם מושפעים.`,
    rowsDeleted: 'השורות נמחקו',
    everyRowSentAndRecipients: 'כל השורות נשלחו, והנמענים שלהן הוזמנו.',
    bulkSend: 'שליחה מרוכזת',
    goToBulkSends: 'מעבר לשליחות מרוכזות',
  },
};
