import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('he');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['מזהה הבקשה ', '\u2068', requestId, '\u2069'],
    tryAgain: 'ניסיון נוסף',
  },
  pageTitle: {
    countersign: (title: string): string => `${isolate(title)} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'עדיין לא הוזמן',
    invited: 'הוזמן',
    getsCopy: 'מקבל עותק',
    notInvited: 'לא הוזמן',
    didNotSignInTime: 'לא חתם בזמן',
    opened: 'נפתח',
    wasOpened: 'נפתח, אין עוד צורך',
    wasInvited: 'הוזמן, אין עוד צורך',
  },
  initials: {
    noSignersYet: 'עדיין אין חותמים',
    of: (signed: number, countedCount: number): string => `${number(signed)} מתוך ${number(countedCount)}`,
  },
  time: {
    justNow: 'הרגע',
    minAgo: (age: number): string => `לפני ${number(age)} דק׳`,
    today: (clock: string): string => `היום, ${isolate(clock)}`,
    yesterday: (clock: string): string => `אתמול, ${isolate(clock)}`,
    inDays: counted({ one: 'בעוד יום', two: 'בעוד יומיים', other: 'בעוד # ימים' }),
    daysAgo: counted({ one: 'לפני יום', two: 'לפני יומיים', other: 'לפני # ימים' }),
    tomorrow: 'מחר',
    todayAlone: 'היום',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} מזהה הבקשה: ${isolate(requestId)}`,
  },
};
