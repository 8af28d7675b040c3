import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Heute',
  'last-7-days': 'Letzte 7 Tage',
  'this-month': 'Dieser Monat',
  'last-month': 'Letzter Monat',
  'this-year': 'Dieses Jahr',
};
const days = new Intl.DateTimeFormat('de', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `Filter „${name}“ entfernen`,
  period: {
    filterByDate: 'Nach Erstellungsdatum filtern',
    from: 'Von',
    to: 'Bis',
    showThese: 'Anwenden',
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Nach Inhaber filtern',
    nameOrAddress: 'Name oder Adresse',
    noMember: 'Kein Mitglied hat diesen Namen oder diese Adresse.',
    oneMember: 'Ein Mitglied',
  },
  recipient: {
    filterByRecipient: 'Nach Empfänger filtern',
  },
  folder: {
    oneFolder: 'Ein Ordner',
  },
  template: {
    filterByTemplate: 'Nach Vorlage filtern',
    name: 'Name der Vorlage',
    noTemplate: 'Keine Vorlage hat diesen Namen.',
    oneTemplate: 'Eine Vorlage',
  },
};
