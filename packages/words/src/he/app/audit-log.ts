import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { counted } = figuresIn('he');

const entries = counted({ one: 'רשומה אחת', two: 'שתי רשומות', other: '# רשומות' });

export const auditLog: AppWords['auditLog'] = {
  chainCheck: {
    entries: counted({ one: 'רשומה אחת', two: 'שתי רשומות', other: '# רשומות' }),
    inChains: (entries: string, chains: number): string =>
      counted({ one: `${entries} בשרשרת אחת`, two: `${entries} בשתי שרשראות`, other: `${entries} ב-# שרשראות` })(
        chains,
      ),
    chainsCouldNotBeVerified: (message: string): string => `לא ניתן היה לאמת את השרשראות: ${isolate(message)}`,
    verified: (count: string): string => `אומתו: ${count}. אף רשומה לא שונתה, נוספה או הוסרה.`,
    verifyingChains: 'השרשראות נבדקות …',
    chainsDoNotVerify: (count: number, slice: string): string =>
      counted({
        one: `שרשרת אחת אינה עוברת אימות: ${isolate(slice)}`,
        two: `שתי שרשראות אינן עוברות אימות: ${isolate(slice)}`,
        other: `# שרשראות אינן עוברות אימות: ${isolate(slice)}`,
      })(count),
    storedFactsContradictAuditTrail: (count: number, slice: string): string =>
      counted({
        one: `נתון שמור אחד סותר את יומן הביקורת של המסמך: ${isolate(slice)}`,
        two: `שני נתונים שמורים סותרים את יומן הביקורת של המסמך: ${isolate(slice)}`,
        other: `# נתונים שמורים סותרים את יומן הביקורת של המסמך: ${isolate(slice)}`,
      })(count),
    chainsVerified: 'השרשראות אומתו',
  },
  words: {
    signers: 'חותמים',
    signingInPerson: 'חתימה פנים אל פנים',
    mail: 'דוא״ל',
    accountsAndSignIns: 'חשבונות וכניסות',
    invitations: 'הזמנות',
    certificates: 'תעודות',
    certificateAuthorityKeys: 'מפתחות הרשות המאשרת',
    dataExports: 'ייצואי נתונים',
    securityIncidents: 'אירועי אבטחה',
    retention: 'שמירה',
    recordsOfProcessing: 'רישום פעולות העיבוד',
    subProcessors: 'מעבדי משנה',
    consentTexts: 'נוסחי הסכמה',
    trustAnchors: 'עוגני אמון',
    theOperator: 'המפעיל',
    operatorsProgram: 'התוכנה של המפעיל',
    aRecipient: 'נמען',
    apiKey: (name: string): string => `מפתח API ${isolate(name)}`,
  },
  auditLogPage: {
    when: 'מתי',
    what: 'מה',
    who: 'מי',
    entries: 'רשומות',
    entriesOfAuditLog: 'רשומות יומן הביקורת',
    noMatches: 'אין תוצאות',
    noEntryMatchesFilters: 'אין רשומה שמתאימה למסננים.',
    olderEntries: 'רשומות ישנות יותר',
    auditLog: 'יומן הביקורת',
    everyActionInOrganization: 'כל פעולה בארגון זה, עם האדם והזמן. אם מישהו משנה רשומה, שרשרת הגיבוב נשברת.',
    evidenceWithHashedBytesJson: 'ראיות עם הבתים המגובבים (JSON lines)',
    checkpointsAndWitnesses: 'נקודות ביקורת ועדים',
    onlyPerson: (id: string): string => `רק ${isolate(id)}`,
    onlyDocument: (id: string): string => `רק מסמך ${isolate(id)}`,
    removeFilter: (shown: string): string => `${isolate(shown)}: הסרת המסנן`,
  },
  entryActions: {
    actionsFor: (summary: string): string => `פעולות עבור „${isolate(summary)}”`,
    showAllOf: (name: string): string => `הצגת כל הרשומות של ${isolate(name)}`,
    showAllOfDocument: 'הצגת כל הרשומות של מסמך זה',
    downloadProof: 'הורדת הוכחה',
  },
  acceptLog: {
    title: 'לקבל את יומן הביקורת הזה?',
    whatItMeans:
      'יומן הביקורת סותר נקודת ביקורת שמישהו הציג. יש לקבל אותו רק אם הסיבה ידועה, למשל לאחר שחזור מגיבוי. שמך והסיבה יירשמו ביומן. אי אפשר לבטל זאת.',
    example: 'לדוגמה: שחזור הגיבוי מ-28 בנובמבר לאחר תקלה בדיסק.',
    enterReason: 'יש להזין סיבה.',
    accept: 'קבלת היומן',
    accepted: 'יומן הביקורת התקבל',
  },
  logState: {
    title: 'נקודות ביקורת ועדים',
    lead: 'נקודות ביקורת חתומות מוכיחות שאף רשומה ביומן הביקורת לא שונתה, הוסרה או נוספה לאחר מכן.',
    toEntries: 'כל הרשומות',
    log: 'יומן הביקורת',
    keepCopy: 'כדאי לשמור נקודת ביקורת מחוץ לשירות. היא תוכיח בעתיד שהיומן עדיין מכיל את אותן רשומות.',
    downloadCheckpoint: 'הורדת נקודת ביקורת',
    downloadKeys: 'הורדת מפתחות',
    entries: 'רשומות',
    count: counted({ one: '#', two: '#', other: '#' }),
    upTo: (size: number): string => `הראשונות: ${entries(size)}`,
    newestCheckpoint: 'נקודת הביקורת האחרונה',
    name: 'שם היומן',
    keys: 'מפתחות חתימה',
    copies: 'עותק בכרך אחר',
    pinFile: 'השרת משווה את היומן עם קובץ מחוץ למסד הנתונים.',
    noPinFile: 'אין.',
    none: 'אין',
    nothingYet: 'עדיין אין דבר',
    checkOffline: 'יש להוריד את המפתחות ולבדוק את היומן בשורת הפקודה:',
    command: (address: string): string => `npx @countersign/cli audit verify ${address} --key audit-log-keys.txt`,
    publicAddress: 'נקודת הביקורת האחרונה כטקסט',
    witnesses: 'עדים',
    aboutWitnesses: 'עד מופעל בידי ארגון אחר. הוא מוסיף חתימה לנקודת ביקורת רק אם היומן ממשיך את הקודמת.',
    noWitnesses: 'אין עדים.',
    witness: 'עד',
    cosigned: 'נחתם בידי העד',
    lastTime: 'פעם אחרונה',
    checkpoints: 'נקודות הביקורת האחרונות',
    aboutCheckpoints: 'השרת חותם על נקודת ביקורת בתוך דקה מרשומה חדשה, ואחרי כל מסמך שהושלם.',
    signed: 'נחתם',
    timeStamp: 'חותמת זמן',
    cosignatures: 'חתימות העדים',
    contradicted: 'יומן הביקורת סותר נקודת ביקורת חתומה',
    contradictions: {
      behind: (size: number, pinned: number): string =>
        `ביומן היו ${entries(size)}, ובנקודת הביקורת ${entries(pinned)}.`,
      forked: (_size: number, pinned: number): string =>
        `הרשומות הראשונות (${entries(pinned)}) אינן אלה שבנקודת הביקורת.`,
      'unknown-key': (): string => 'אף מפתח של יומן זה לא חתם על נקודת הביקורת.',
    },
    sources: {
      'pin-file': 'נקודת הביקורת נמצאת ב-PIN_FILE.',
      presented: 'נקודת הביקורת נמצאת באישור השלמה שמישהו אימת.',
    },
    since: (time: string): string => `נמצא: ${isolate(time)}.`,
    acceptPin: 'רק מפעיל השרת יכול לקבל יומן שסותר את PIN_FILE, בפקודה הזו:',
    acceptPinCommand: 'npm start -- audit-log accept-pin "REASON"',
    findOutWhy: 'שוחזר גיבוי ישן יותר, או שהיומן נכתב מחדש. יש לברר את הסיבה לפני קבלת היומן.',
    acceptDialog: 'קבלת היומן …',
  },
  follow: {
    person: 'אדם',
    nameOrAddress: 'שם או כתובת',
    noMember: 'לאף חבר אין שם או כתובת כאלה.',
    title: 'כותרת',
    noDocument: 'לאף מסמך אין כותרת כזאת.',
  },
};
