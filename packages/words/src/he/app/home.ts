import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

export const home: AppWords['home'] = {
  homePage: {
    loading: (what: string): string => `בטעינה: ${what}`,
    cannotBeSignedNow: 'אי אפשר לחתום על מסמך זה כעת',
    documentProtectedByCode: 'מסמך המוגן בקוד',
    approve: 'אישור',
    sign: 'חתימה',
    toBeSignedBy: (time: string, days: string): string => `לחתימה עד ${isolate(time)} (${isolate(days)})`,
    notTurnYet: 'אחרים חותמים לפניך. הודעת דוא״ל תישלח אליך כשיגיע תורך.',
    needsMySignature: 'לחתימתי',
    documentsNeedSignature: 'מסמכים לחתימתך',
    confirmAddress: 'אישור הכתובת שלך',
    documentsSentToForSigning: 'אז יופיעו כאן מסמכים שנשלחים לכתובת זו לחתימה.',
    goToSecurity: 'מעבר ל״גישה ואבטחה״',
    noDocumentsWait: 'אין מסמכים שממתינים לחתימתך.',
    ofNewestDocumentsSent: 'כולל רק את 500 המסמכים האחרונים שנשלחו אליך.',
    allWaiting: 'כל הממתינים',
    waitingForOthers: 'ממתינים לאחרים',
    documentsWaitForOthers: 'מסמכים שממתינים לאחרים',
    noDocumentsWaitForSignatures: 'אין מסמכים שממתינים לחתימות.',
    sent: <T>(time: T): Phrase<T> => ['נשלח ', '\u2068', time, '\u2069'],
    expiringSoon: 'פגים בקרוב',
    allByExpiration: 'הכול לפי תפוגה',
    documentsExpireSoon: 'מסמכים שתוקפם פג בקרוב',
    nothingExpiresInNextSeven: 'אין מסמכים שתוקפם פג בשבעת הימים הקרובים.',
    ends: (days: string): string => `התוקף פג ${isolate(days)}`,
    lastActivity: 'פעילות אחרונה',
    allDocuments: 'כל המסמכים',
    home: 'בית',
    lastActivityWhat: 'הפעילות האחרונה',
    gettingStarted: 'צעדים ראשונים',
    sendFirstDocument: 'שליחת המסמך הראשון שלך',
    dropPdfAnywhereInWindow:
      'אפשר לגרור PDF לכל מקום בחלון, או לבחור אחד. יש להוסיף נמענים, ואנחנו נדאג לשאר. אפשר לאמת כל חתימה.',
  },
};
