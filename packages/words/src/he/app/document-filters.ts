import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'היום',
  'last-7-days': '7 הימים האחרונים',
  'this-month': 'החודש',
  'last-month': 'החודש שעבר',
  'this-year': 'השנה',
};
const days = new Intl.DateTimeFormat('he', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `הסרת המסנן „${isolate(name)}”`,
  period: {
    filterByDate: 'סינון לפי תאריך יצירה',
    from: 'מתאריך',
    to: 'עד תאריך',
    showThese: 'החלה',
    /** The name of a period, or its dates in the form `2026-10-01..2026-10-31`. */
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'סינון לפי בעלים',
    nameOrAddress: 'שם או כתובת',
    noMember: 'אין חבר בשם או בכתובת אלה.',
    oneMember: 'חבר אחד',
  },
  recipient: {
    filterByRecipient: 'סינון לפי נמען',
  },
  folder: {
    oneFolder: 'תיקייה אחת',
  },
  template: {
    filterByTemplate: 'סינון לפי תבנית',
    name: 'שם התבנית',
    noTemplate: 'אין תבנית בשם זה.',
    oneTemplate: 'תבנית אחת',
  },
};
