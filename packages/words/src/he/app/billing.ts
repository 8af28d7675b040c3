import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('he');

const INTERVALS: Readonly<Record<string, string>> = { month: 'חודש', year: 'שנה' };

export const billing: AppWords['billing'] = {
  words: {
    includedInInstallation: 'כלול בהתקנה זו',
    paymentOverdue: 'התשלום באיחור',
    suspended: 'מושעית: חשבונית לא שולמה',
    noSubscription: 'אין מינוי',
    customLimits: 'מגבלות מותאמות',
    unlimited: 'ללא הגבלה',
  },
  billingDetailsSection: {
    billingDetailsSaved: 'פרטי החיוב נשמרו',
    billingDetails: 'פרטי חיוב',
    forFutureInvoices: 'לחשבוניות הבאות. חשבוניות שהוצאו אינן משתנות.',
    companyOrName: 'חברה או שם',
    address: 'כתובת',
    vatNumber: 'מספר עוסק (מע״מ)',
    includingCountryAsDe123456789: `כולל קוד המדינה, כמו ${isolate('DE123456789')}. רשות.`,
    saveBillingDetails: 'שמירת פרטי החיוב',
  },
  changeDialog: {
    changeScheduled: 'השינוי תוזמן',
    on: (name: string): string => `התוכנית שלך היא ${isolate(name)}`,
    cancelSubscription: 'ביטול המינוי',
    changeTo: (name: string): string => `מעבר אל ${isolate(name)}`,
    takesEffectAtOnce: (name: string): string => `${isolate(name)} נכנסת לתוקף מיד.`,
    takesEffectOn: (name: string, day: string): string =>
      `${isolate(name)} נכנסת לתוקף ב-${isolate(day)}. עד אז דבר לא משתנה, ואפשר לבטל את השינוי.`,
    costs: (amount: string, interval: string): string =>
      `המחיר: ${isolate(amount)} ל${INTERVALS[interval] ?? interval}.`,
    moreThanIncludes: (name: string): string => `מעבר למה שכלול ב-${isolate(name)}`,
    nothingDeleted: 'דבר לא נמחק. אי אפשר להוסיף עד שהתוכנית תאפשר זאת.',
    keepCurrentPlan: 'להישאר בתוכנית הנוכחית',
    cancelSubscriptionText: 'ביטול המינוי',
  },
  plansSection: {
    comparePlans: 'השוואת תוכניות',
    pricesForWholeOrganizationWithout: 'המחירים הם לארגון כולו, לפני מס.',
    billingInterval: 'תדירות החיוב',
    monthly: 'חודשי',
    yearly: 'שנתי',
    plansWithPricesAndFeatures: 'תוכניות עם מחירים ותכונות',
    plan: 'תוכנית',
    price: 'מחיר',
    seats: 'מקומות',
    envelopesPerMonth: 'מעטפות בחודש',
    requestsPerHour: 'בקשות בשעה',
    includes: 'כולל',
    yourPlan: 'התוכנית שלך',
    cancelSubscription: 'ביטול המינוי',
    choose: (name: string): string => `בחירת ${isolate(name)}`,
    keep: 'להישאר',
    chooseText: 'בחירה',
  },
  usageSection: {
    unlimited: (used: number): string => `${number(used)}, ללא הגבלה`,
    of: (used: number, limit: number): string => `${number(used)} מתוך ${number(limit)}`,
    used: (title: string): string => `בשימוש: ${isolate(title)}`,
    usage: 'שימוש',
    month: (day: string): string => `החודש, עד ${isolate(day)}.`,
    seats: 'מקומות',
    members: counted({ one: 'חבר אחד', two: 'שני חברים', other: '# חברים' }),
    openInvitations: counted({ one: 'הזמנה פתוחה אחת', two: 'שתי הזמנות פתוחות', other: '# הזמנות פתוחות' }),
    membersAndInvitations: (members: string, invitations: string): string => `${members} ו-${invitations}.`,
    envelopes: 'מעטפות',
    documentsSentForSignature: 'מסמכים שנשלחו לחתימה. חבילה נחשבת כאחד. סביבת הבדיקה אינה נספרת.',
    apiRequests: 'בקשות API',
    rejectedWithoutLimit: (refused: number): string => `נדחו ${number(refused)}. המגבלה של כל מפתח נקבעת על ידך.`,
    rejectedWithLimit: (refused: number, limit: number): string =>
      `נדחו ${number(refused)}. המגבלה של כל מפתח: ${number(limit)} בשעה.`,
    envelopesByMonth: 'מעטפות לפי חודש',
    envelopesOfEachMonth: 'המעטפות בכל חודש',
    monthLabel: 'חודש',
    apiRequestsByMonth: 'בקשות API לפי חודש',
    apiRequestsOfEachMonth: 'בקשות API בכל חודש',
  },
  billingPage: {
    paymentDetails: 'פרטי תשלום',
    planInEffect: 'התוכנית שבתוקף',
    thisYear: 'השנה',
    thisMonth: 'החודש',
    to: (day: string, otherDay: string): string => `${isolate(day)} עד ${isolate(otherDay)}`,
    toKeepChooseKeepBelow: (name: string): string => `כדי להישאר ב-${isolate(name)}, יש לבחור „להישאר” להלן.`,
    from: (name: string, day: string): string => `${isolate(name)} החל מ-${isolate(day)}`,
    invoiceUnpaid: 'חשבונית לא שולמה',
    freePlanAppliesUntilInvoice: 'תוכנית Free חלה עד לתשלום החשבונית. דבר לא נמחק.',
    everythingWorksAsBeforeUntil: (day: string): string =>
      `הכול פועל כרגיל עד ${isolate(day)}. כדי להישאר בתוכנית יש לעדכן את פרטי התשלום.`,
    invoices: 'חשבוניות',
    noInvoicesYet: 'עדיין אין חשבוניות. הראשונה תגיע עם ההצטרפות לתוכנית.',
    invoicesNewestFirst: 'חשבוניות, מהחדשה לישנה',
    number: 'מספר',
    date: 'תאריך',
    total: 'סך הכול',
    pdf: 'PDF',
    pdfOfInvoice: (theNumber: string): string => `‏PDF של חשבונית ${isolate(theNumber)}`,
    planAndBilling: 'תוכנית וחיוב',
    planUsageAndInvoices: 'התוכנית, השימוש והחשבוניות שלך.',
  },
  planNotice: {
    onPlanAndAbove: (needed: string): string => `בתוכנית ${isolate(needed)} ומעלה`,
    notPartOfOrganizationsPlan: (rights: string): string =>
      `לא כלול בתוכנית של הארגון: ${isolate(rights)}. ההגדרות נשארות, ויפעלו שוב כשהתוכנית תכלול זאת.`,
    comparePlans: 'השוואת תוכניות',
    askOwnerOfOrganization: 'אפשר לבקש מהבעלים של הארגון לשנות את התוכנית.',
  },
};
