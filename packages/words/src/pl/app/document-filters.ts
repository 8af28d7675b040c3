import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Dziś',
  'last-7-days': 'Ostatnie 7 dni',
  'this-month': 'Ten miesiąc',
  'last-month': 'Poprzedni miesiąc',
  'this-year': 'Ten rok',
};
const days = new Intl.DateTimeFormat('pl', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `Usuń filtr „${name}”`,
  period: {
    filterByDate: 'Filtruj według daty utworzenia',
    from: 'Od',
    to: 'Do',
    showThese: 'Zastosuj',
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filtruj według właściciela',
    nameOrAddress: 'Nazwa lub adres',
    noMember: 'Żaden członek nie ma tej nazwy ani tego adresu.',
    oneMember: 'Jeden członek',
  },
  recipient: {
    filterByRecipient: 'Filtruj według odbiorcy',
  },
  folder: {
    oneFolder: 'Jeden folder',
  },
  template: {
    filterByTemplate: 'Filtruj według szablonu',
    name: 'Nazwa szablonu',
    noTemplate: 'Żaden szablon nie ma tej nazwy.',
    oneTemplate: 'Jeden szablon',
  },
};
