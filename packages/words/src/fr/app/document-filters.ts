import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Aujourd’hui',
  'last-7-days': '7 derniers jours',
  'this-month': 'Ce mois-ci',
  'last-month': 'Le mois dernier',
  'this-year': 'Cette année',
};
const days = new Intl.DateTimeFormat('fr', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `Supprimer le filtre « ${name} »`,
  period: {
    filterByDate: 'Filtrer par date de création',
    from: 'Du',
    to: 'Au',
    showThese: 'Appliquer',
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filtrer par propriétaire',
    nameOrAddress: 'Nom ou adresse',
    noMember: 'Aucun membre n’a ce nom ou cette adresse.',
    oneMember: 'Un membre',
  },
  recipient: {
    filterByRecipient: 'Filtrer par destinataire',
  },
  folder: {
    oneFolder: 'Un répertoire',
  },
  template: {
    filterByTemplate: 'Filtrer par modèle',
    name: 'Nom du modèle',
    noTemplate: 'Aucun modèle ne porte ce nom.',
    oneTemplate: 'Un modèle',
  },
};
