import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { counted } = figuresIn('he');

export const inPerson: AppWords['inPerson'] = {
  endButton: {
    sessionEnded: 'המפגש הסתיים',
    deviceNoLongerShowsDocument: 'המסמך כבר אינו מוצג במכשיר.',
    endSession: (name: string): string => `סיום המפגש של ${isolate(name)}`,
    end: 'סיום',
    endSessionText: 'סיום המפגש',
  },
  sessionState: {
    notOpenedYet: 'עדיין לא נפתח',
    signing: 'בחתימה',
    lockedByWrongCodes: 'ננעל אחרי קודים שגויים',
    ended: 'הסתיים',
    minutesLeft: counted({ one: 'נותרה דקה אחת', two: 'נותרו שתי דקות', other: 'נותרו # דקות' }),
  },
  handedOver: {
    handedOver: 'נמסר',
    linkAsQrCode: 'הקישור כקוד QR, למצלמת המכשיר',
    openOnDeviceWithCamera: 'יש לסרוק את הקוד במצלמת המכשיר, או לפתוח בו את הקישור.',
    giveSignerAccessCode: 'לאחר מכן יש למסור לחותם את קוד הגישה.',
    useDeviceOnWhich: 'יש להשתמש במכשיר שבו אין כניסה לחשבון Countersign שלך.',
    copyLink: 'העתקת הקישור',
    nextSigner: 'החותם הבא',
  },
  handOverForm: {
    handOver: 'מסירה',
    documentWaitsForSignature: 'מסמך שממתין לחתימה, או טיוטה ללא נמענים',
    typePartOfTitle: 'יש להקליד חלק מהכותרת',
    noMatchingDocumentCan: 'אין מסמך מתאים שאפשר לחתום עליו',
    draftHasRecipientsAlready: <T>(link: (text: string) => T): Phrase<T> => [
      'לטיוטה זו כבר יש נמענים. ',
      link('יש לשלוח אותה'),
      ' תחילה, ואז למסור את המכשיר לאחד מהם.',
    ],
    nobodyAskedToSignDocument: 'אין כרגע נמען שיכול לחתום על מסמך זה.',
    notChecked: 'לא נבדקה',
    iKnowSignerInPerson: 'היכרות אישית עם החותם',
    identityDocument: 'מסמך מזהה',
    passport: 'דרכון',
    identityCard: 'תעודת זהות',
    drivingLicense: 'רישיון נהיגה',
    residencePermit: 'אשרת שהייה',
    otherDocument: 'מסמך אחר',
    enterEMailAddress: 'יש להזין כתובת דוא״ל למסמך שיושלם.',
    chooseWhoSigns: 'יש לבחור מי חותם.',
    enterName: 'יש להזין את שם החותם.',
    atLeastFourLettersDigits: 'לפחות 4 אותיות לועזיות, ספרות או סימנים.',
    draftSentToPerson: 'הטיוטה נשלחת מיד לאדם זה, ללא הזמנה בדוא״ל.',
    eMail: 'דוא״ל',
    signer: 'חותם',
    signerMustEnterAccessCode: 'על החותם להזין במכשיר את קוד הגישה של מסמך זה.',
    accessCodeOptional: 'קוד גישה (רשות)',
    requiredOnDeviceBeforeDocument: 'נדרש במכשיר לפני הצגת המסמך',
    howDidCheckSignersIdentity: 'כיצד נבדקה זהות החותם?',
    printedOnCertificateOfCompletion: 'מודפס באישור ההשלמה',
    doNotRecord: 'לא לתעד',
  },
  openSessions: {
    onOtherDevices: 'במכשירים אחרים',
    handedOverBy: <T>(link: T, name: T): Phrase<T> => [
      '\u2068',
      link,
      '\u2069',
      ', נמסר מאת ',
      '\u2068',
      name,
      '\u2069',
    ],
  },
  inPersonPage: {
    inPerson: 'פנים אל פנים',
    signInPerson: 'חתימה פנים אל פנים',
    handTabletOrPhone: 'יש למסור טאבלט או טלפון לחותם שנמצא מולך. הזהות נבדקת על ידך, והראיות מתעדות זאת.',
  },
};
