import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('he');

export const api: AppWords['api'] = {
  errors: {
    inMoment: 'בעוד רגע',
    inSeconds: (seconds: number): string => `בעוד ${number(seconds)} שניות`,
    inMinutes: (seconds: number): string => `בעוד ${number(seconds)} דקות`,
    serverCannotBeReached: 'אין חיבור לשרת',
    connectionOrServerDown: 'החיבור שלך או השרת אינם פועלים. מה שהוזן עדיין כאן. אפשר לנסות שוב בעוד רגע.',
    noAnswer: 'השרת לא השיב',
    outcomeUnknown:
      'החיבור נותק, ולכן לא ידוע אם השינוי נשמר. יש לטעון מחדש את הדף כדי לבדוק, ולנסות שוב אם השינוי חסר.',
    signedOut: 'יצאת מהחשבון',
    sessionEnded: 'ההתחברות הסתיימה. יש להיכנס שוב כדי להמשיך.',
    doNotHavePermission: 'אין לך הרשאה',
    notFound: 'לא נמצא',
    mayHaveBeenDeleted: (sentence: string): string => `${sentence} ייתכן שנמחק, או ששייך לארגון אחר.`,
    somethingNeedsCorrecting: 'יש לבדוק את מה שהוזן',
    tooManyAttempts: 'יותר מדי ניסיונות',
    enteredWrongValueTooOften: (inSeconds: string): string =>
      `הוזן ערך שגוי פעמים רבות מדי. אפשר לנסות שוב ${inSeconds}.`,
    notPartOfPlan: 'לא כלול בתוכנית שלך',
    linkNoLongerWorks: 'הקישור הזה כבר אינו פעיל',
    tooManyRequests: 'יותר מדי בקשות',
    nothingChanged: (inSeconds: string): string => `דבר לא השתנה. אפשר לנסות שוב ${inSeconds}.`,
    temporarilyUnavailable: 'לא זמין כרגע',
    tryAgain: (sentence: string, inSeconds: string): string => `${sentence} אפשר לנסות שוב ${inSeconds}.`,
    somethingWentWrongOnServer: 'אירעה תקלה בשרת',
    savedDataSafe: 'הנתונים שנשמרו בטוחים. אפשר לנסות שוב. אם זה קורה שוב, יש למסור למנהל את מזהה הבקשה.',
    didNotWork: 'הפעולה נכשלה',
    canceledOrTookTooLong: 'הבקשה בוטלה או נמשכה זמן רב מדי. אפשר לנסות שוב, או לבחור שיטה אחרת.',
    canceled: 'הבקשה בוטלה. אפשר לנסות שוב, או לבחור שיטה אחרת.',
    deviceOrPasswordManagerAlready: 'במכשיר או במנהל הסיסמאות הזה כבר יש מפתח כניסה לחשבון שלך.',
    passkeysDoNotWork: 'מפתחות כניסה אינם פועלים בכתובת זו. יש לפתוח את Countersign לפי שם המארח שלו ב-HTTPS.',
    browserOrDeviceCannotCreate: 'הדפדפן או המכשיר הזה אינו יכול ליצור מפתח כניסה מתאים.',
    passkeyNotUsed: 'לא נעשה שימוש במפתח הכניסה',
    pageHasProblem: 'יש בעיה בדף זה',
    documentsSafeOnServer:
      'המסמכים שלך בטוחים בשרת. יש לטעון מחדש את הדף. ייתכן שיהיה צורך להזין שוב שינויים שלא נשמרו.',
  },
};
