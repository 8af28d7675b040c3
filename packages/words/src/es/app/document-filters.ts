import type { AppWords } from '../../app.ts';

const NAMES: Readonly<Record<string, string>> = {
  today: 'Hoy',
  'last-7-days': 'Últimos 7 días',
  'this-month': 'Este mes',
  'last-month': 'El mes pasado',
  'this-year': 'Este año',
};
const days = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = (text = ''): Date => new Date(`${text}T00:00:00Z`);

export const documentFilters: AppWords['documentFilters'] = {
  removeFilter: (name) => `Quitar el filtro «${name}»`,
  period: {
    filterByDate: 'Filtrar por fecha de creación',
    from: 'Desde',
    to: 'Hasta',
    showThese: 'Aplicar',
    named: (period) => {
      const [from, to] = period.split('..');
      return NAMES[period] ?? days.formatRange(day(from), day(to));
    },
  },
  owner: {
    filterByOwner: 'Filtrar por propietario',
    nameOrAddress: 'Nombre o dirección',
    noMember: 'Ningún miembro tiene este nombre o dirección.',
    oneMember: 'Un miembro',
  },
  recipient: {
    filterByRecipient: 'Filtrar por destinatario',
  },
  folder: {
    oneFolder: 'Una carpeta',
  },
  template: {
    filterByTemplate: 'Filtrar por plantilla',
    name: 'Nombre de la plantilla',
    noTemplate: 'Ninguna plantilla tiene este nombre.',
    oneTemplate: 'Una plantilla',
  },
};
