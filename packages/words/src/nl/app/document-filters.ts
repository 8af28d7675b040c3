import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Vandaag',
  'last-7-days': 'Afgelopen 7 dagen',
  'this-month': 'Deze maand',
  'last-month': 'Vorige maand',
  'this-year': 'Dit jaar',
};
const days = new Intl.DateTimeFormat('nl', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `Filter ‘${name}’ verwijderen`,
  period: {
    filterByDate: 'Filteren op datum van aanmaak',
    from: 'Van',
    to: 'Tot en met',
    showThese: 'Toepassen',
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filteren op eigenaar',
    nameOrAddress: 'Naam of adres',
    noMember: 'Geen lid heeft deze naam of dit adres.',
    oneMember: 'Eén lid',
  },
  recipient: {
    filterByRecipient: 'Filteren op ontvanger',
  },
  folder: {
    oneFolder: 'Eén map',
  },
  template: {
    filterByTemplate: 'Filteren op sjabloon',
    name: 'Naam van het sjabloon',
    noTemplate: 'Geen sjabloon heeft deze naam.',
    oneTemplate: 'Eén sjabloon',
  },
};
