import { isolate } from '../isolate.ts';
import type { signing as en } from '../en/signing.ts';

export const signing: typeof en = {
  consentTitle: 'חתימה על המסמך',
  approveTitle: 'אישור המסמך',
  signatureOf: (name) => `החתימה של ${isolate(name)}`,
  whatHappens: (title, sender) =>
    `בלחיצה על „חתימה על המסמך” נחתם „${isolate(title)}” בשמך בחתימה דיגיטלית ובחותמת זמן מהימנה. הודעה נשלחת אל ${isolate(sender)}. לאחר מכן אי אפשר לבטל זאת כאן.`,
  whatHappensApprove: (title, sender) =>
    `בלחיצה על „אישור המסמך” נרשם אישורך על „${isolate(title)}” בחתימה דיגיטלית ובחותמת זמן מהימנה. הודעה נשלחת אל ${isolate(sender)}. לאחר מכן אי אפשר לבטל זאת כאן.`,
  consentLabel: 'מוסכם עליי',
  consentNeeded: 'כדי להמשיך יש לסמן את התיבה: ללא הסכמתך אי אפשר לחתום כאן באופן אלקטרוני.',
  signDocument: 'חתימה על המסמך',
  approveDocument: 'אישור המסמך',
  signing: 'החתימה מתבצעת…',
  approving: 'האישור מתבצע…',
  signingNote: 'החתימה וחותמת הזמן שלה נוצרות כעת. נא להשאיר את הדף פתוח.',
  ratherNot: 'אין הסכמה? אפשר לסגור את הדף ודבר לא ייחתם. לחתימה על נייר אפשר לכתוב אל:',

  sendFaults: {
    offline: {
      title: 'אין חיבור',
      text: 'לא התקבלה תשובה. מה שהוזן נשמר בדף הזה. יש לבדוק את החיבור ולנסות שוב; אי אפשר לחתום פעמיים בטעות.',
    },
    unavailable: { title: 'לא ניתן כרגע', text: 'לא נחתם דבר, ומה שהוזן נשמר בדף הזה.' },
    invalid: { title: 'יש משהו לתקן', text: 'לא נחתם דבר, ומה שהוזן נשמר.' },
    other: { title: 'זה לא הצליח', text: 'לא נחתם דבר, ומה שהוזן נשמר בדף הזה.' },
  },

  signedTitle: 'חתמת',
  approvedTitle: 'אישרת',
  thanks: (name) => `תודה, ${isolate(name)}.`,
  signedAt: 'מתי',
  signedAs: 'מי',
  receiptTitle: 'הקבלה שלך',
  receiptNote: 'כדאי לשמור את הקבלה. בעזרתה אפשר להוכיח איזה קובץ הוצג ואיזה קובץ נחתם.',
  receiptShown: 'הקובץ שהוצג לך (SHA-256)',
  receiptSigned: 'הקובץ שחתמת עליו (SHA-256)',
  receiptTrail: (n: number) => `יומן הביקורת אחרי החתימה, רשומה ${n} (SHA-256)`,
  receiptDownload: 'הורדת הקבלה',
  fingerprint: 'טביעת אצבע',
  fingerprintNote: 'SHA-256 של המסמך כפי שנשלח',
  fingerprintNoteFinished: 'SHA-256 של המסמך המושלם',
  copy: 'העתקה',
  copied: 'הועתק',
  verifyNote:
    'אפשר לבדוק את המסמך בכל עת: הקובץ המוגמר מכיל את כל החתימות ואת חותמות הזמן, ותוכנות PDF שבודקות חתימות מציגות אותן.',
  waitingFor: 'מי חותם',
  signerStates: {
    waiting: 'ממתין לתור',
    'pending-signature': 'עוד לא נחתם',
    signed: 'נחתם',
    declined: 'סירוב',
    notified: 'לקבלת עותק',
  },
  everyoneSigned: 'כולם חתמו',
  downloadReadyText: 'המסמך הושלם ונחתם בחותם. כדאי לשמור עותק.',
  downloadWaiting: 'עוד לא כולם חתמו',
  downloadWaitingText: (email) => `המסמך המוגמר יישלח אליך בדוא״ל אל ${isolate(email)}. אפשר לסגור את הדף.`,
  downloadSealingText: 'המסמך המוגמר נחתם בחותם. זה נמשך רגע.',
  download: 'הורדת המסמך',
  downloading: 'בהורדה…',
  downloadFailed: 'ההורדה לא הצליחה. יש לבדוק את החיבור ולנסות שוב.',
  downloadLater: 'הדף הזה אינו מתעדכן עוד. כדי לראות מה המצב יש לפתוח שוב את הקישור שבהודעת הדוא״ל.',
};
