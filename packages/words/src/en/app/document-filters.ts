const NAMES: Readonly<Record<string, string>> = {
  today: 'Today',
  'last-7-days': 'Last 7 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
};
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters = {
  removeFilter: (name: string): string => `Remove the filter “${name}”`,
  period: {
    filterByDate: 'Filter by creation date',
    from: 'From',
    to: 'To',
    showThese: 'Apply',
    /** The name of a period, or its dates in the form `2026-10-01..2026-10-31`. */
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filter by owner',
    nameOrAddress: 'Name or address',
    noMember: 'No member has this name or address.',
    oneMember: 'A specific member',
  },
  recipient: {
    filterByRecipient: 'Filter by recipient',
  },
  folder: {
    oneFolder: 'A specific folder',
  },
  template: {
    filterByTemplate: 'Filter by template',
    name: 'Template name',
    noTemplate: 'No template has this name.',
    oneTemplate: 'A specific template',
  },
};
