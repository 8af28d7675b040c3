import { figuresIn } from '../../figures.ts';
import type { AppWords } from '../../app.ts';

const { number, counted } = figuresIn('es');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: (requestId) => ['ID de solicitud ', requestId],
    tryAgain: 'Reintentar',
  },
  pageTitle: {
    countersign: (title) => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Aún sin invitar',
    invited: 'Invitado',
    getsCopy: 'Recibe una copia',
    notInvited: 'Sin invitar',
    didNotSignInTime: 'Sin firmar a tiempo',
    opened: 'Abierto',
    wasOpened: 'Abierto, ya no es necesario',
    wasInvited: 'Invitado, ya no es necesario',
  },
  initials: {
    noSignersYet: 'Sin firmantes todavía',
    of: (signed, countedCount) => `${number(signed)} de ${number(countedCount)}`,
  },
  time: {
    justNow: 'ahora mismo',
    minAgo: (age) => `hace ${number(age)} min`,
    today: (clock) => `hoy, ${clock}`,
    yesterday: (clock) => `ayer, ${clock}`,
    inDays: counted({ one: 'en # día', other: 'en # días' }),
    daysAgo: counted({ one: 'hace # día', other: 'hace # días' }),
    tomorrow: 'mañana',
    todayAlone: 'hoy',
  },
  toast: {
    requestId: (detail, requestId) => `${detail} ID de solicitud: ${requestId}`,
  },
};
