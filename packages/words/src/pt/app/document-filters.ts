import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Hoje',
  'last-7-days': 'Últimos 7 dias',
  'this-month': 'Este mês',
  'last-month': 'Mês passado',
  'this-year': 'Este ano',
};
const days = new Intl.DateTimeFormat('pt', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name: string): string => `Remover o filtro “${name}”`,
  period: {
    filterByDate: 'Filtrar por data de criação',
    from: 'De',
    to: 'Até',
    showThese: 'Aplicar',
    named: (period: string): string => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filtrar por proprietário',
    nameOrAddress: 'Nome ou endereço',
    noMember: 'Nenhum membro tem este nome ou endereço.',
    oneMember: 'Um membro',
  },
  recipient: {
    filterByRecipient: 'Filtrar por destinatário',
  },
  folder: {
    oneFolder: 'Uma pasta',
  },
  template: {
    filterByTemplate: 'Filtrar por modelo',
    name: 'Nome do modelo',
    noTemplate: 'Nenhum modelo tem este nome.',
    oneTemplate: 'Um modelo',
  },
};
