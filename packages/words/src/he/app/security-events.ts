import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const { number } = figuresIn('he');

export const securityEvents: AppWords['securityEvents'] = {
  words: {
    accountsAndSignIns: 'חשבונות וכניסות',
    tooManyAttempts: 'יותר מדי ניסיונות',
    rejectedKeys: 'מפתחות שנדחו',
    rejectedOperations: 'פעולות שנדחו',
    limitsReached: 'מגבלות שהושגו',
    requestFirewall: 'חומת אש לבקשות',
    membersAndRoles: 'חברים ותפקידים',
    invitations: 'הזמנות',
    certificates: 'תעודות',
    certificateAuthorityKeys: 'מפתחות הרשות המאשרת',
    securityIncidents: 'אירועי אבטחה',
    trustAnchors: 'עוגני אמון',
    dataExports: 'ייצואי נתונים',
    retention: 'שמירה',
    userImports: 'ייבוא משתמשים',
    critical: 'קריטית',
    high: 'גבוהה',
    medium: 'בינונית',
    low: 'נמוכה',
  },
  securityEventsPage: {
    when: 'מתי',
    what: 'מה',
    severity: 'חומרה',
    who: 'מי',
    timesWithinMinute: (summary: string, count: number) => `${isolate(summary)} (${number(count)} פעמים בתוך דקה)`,
    events: 'אירועים',
    any: 'הכול',
    andHigher: (label: string): string => `${isolate(label)} ומעלה`,
    onePerson: 'אדם אחד',
    showAllPeople: 'הצגת כל האנשים',
    showAllAddresses: 'הצגת כל הכתובות',
    securityEvents: 'יומן אירועי אבטחה',
    noMatches: 'אין תוצאות',
    noSecurityEventMatchesFilters: 'אין אירוע אבטחה שמתאים למסננים.',
    olderEvents: 'אירועים ישנים יותר',
    signInsRejectedRequests: `כניסות, בקשות שנדחו ושינויים בחברים, במפתחות ובהרשאות. אירועים חדשים מופיעים אוטומטית. webhook עבור ${isolate('security.events')} שולח אותם למערכות שלך.`,
    dataJsonLines: 'נתונים (JSON lines)',
    timesThisDay: (summary: string, count: number) => `${isolate(summary)} (${number(count)} פעמים ביום הזה)`,
    times: (when: string, count: number) => `${isolate(when)}, ${number(count)} פעמים`,
    showEach: 'הצגת כל הפעמים',
  },
};
