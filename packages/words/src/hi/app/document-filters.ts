import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'आज',
  'last-7-days': 'पिछले 7 दिन',
  'this-month': 'इस माह',
  'last-month': 'पिछले माह',
  'this-year': 'इस वर्ष',
};
const days = new Intl.DateTimeFormat('hi', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name) => `फ़िल्टर “${name}” हटाएँ`,
  period: {
    filterByDate: 'बनाने की तिथि से फ़िल्टर करें',
    from: 'से',
    to: 'तक',
    showThese: 'लागू करें',
    named: (period) => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'स्वामी से फ़िल्टर करें',
    nameOrAddress: 'नाम या पता',
    noMember: 'इस नाम या पते का कोई सदस्य नहीं है।',
    oneMember: 'एक सदस्य',
  },
  recipient: { filterByRecipient: 'प्राप्तकर्ता से फ़िल्टर करें' },
  folder: { oneFolder: 'एक फ़ोल्डर' },
  template: {
    filterByTemplate: 'टेम्पलेट से फ़िल्टर करें',
    name: 'टेम्पलेट का नाम',
    noTemplate: 'इस नाम का कोई टेम्पलेट नहीं है।',
    oneTemplate: 'एक टेम्पलेट',
  },
};
