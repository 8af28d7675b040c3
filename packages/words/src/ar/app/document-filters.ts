import { isolate } from '../../isolate.ts';
import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'اليوم',
  'last-7-days': 'آخر 7 أيام',
  'this-month': 'هذا الشهر',
  'last-month': 'الشهر الماضي',
  'this-year': 'هذه السنة',
};
const days = new Intl.DateTimeFormat('ar', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `إزالة عامل التصفية «${isolate(name)}»`,
  period: {
    filterByDate: 'التصفية حسب تاريخ الإنشاء',
    from: 'من',
    to: 'إلى',
    showThese: 'تطبيق',
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'التصفية حسب المالك',
    nameOrAddress: 'الاسم أو العنوان',
    noMember: 'لا عضو بهذا الاسم أو العنوان.',
    oneMember: 'عضو واحد',
  },
  recipient: {
    filterByRecipient: 'التصفية حسب المستلم',
  },
  folder: {
    oneFolder: 'مجلد واحد',
  },
  template: {
    filterByTemplate: 'التصفية حسب القالب',
    name: 'اسم القالب',
    noTemplate: 'لا قالب بهذا الاسم.',
    oneTemplate: 'قالب واحد',
  },
};
