import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Oggi',
  'last-7-days': 'Ultimi 7 giorni',
  'this-month': 'Questo mese',
  'last-month': 'Mese scorso',
  'this-year': 'Quest’anno',
};
const days = new Intl.DateTimeFormat('it', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `Rimuovi il filtro «${name}»`,
  period: {
    filterByDate: 'Filtra per data di creazione',
    from: 'Dal',
    to: 'Al',
    showThese: 'Applica',
    /** The name of a period, or its dates in the form `2026-10-01..2026-10-31`. */
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filtra per proprietario',
    nameOrAddress: 'Nome o indirizzo',
    noMember: 'Nessun membro ha questo nome o indirizzo.',
    oneMember: 'Un membro',
  },
  recipient: {
    filterByRecipient: 'Filtra per destinatario',
  },
  folder: {
    oneFolder: 'Una cartella',
  },
  template: {
    filterByTemplate: 'Filtra per modello',
    name: 'Nome del modello',
    noTemplate: 'Nessun modello ha questo nome.',
    oneTemplate: 'Un modello',
  },
};
