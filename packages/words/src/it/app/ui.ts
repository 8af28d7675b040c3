import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('it');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['ID richiesta ', requestId],
    tryAgain: 'Riprova',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Non ancora invitato',
    invited: 'Invitato',
    getsCopy: 'Riceve una copia',
    notInvited: 'Non invitato',
    didNotSignInTime: 'Non ha firmato in tempo',
    opened: 'Aperto',
    wasOpened: 'Aperto, non più necessario',
    wasInvited: 'Invitato, non più necessario',
  },
  initials: {
    noSignersYet: 'Ancora nessun firmatario',
    of: (signed: number, countedCount: number): string => `${number(signed)} di ${number(countedCount)}`,
  },
  time: {
    justNow: 'adesso',
    minAgo: (age: number): string => `${number(age)} min fa`,
    today: (clock: string): string => `oggi, ${clock}`,
    yesterday: (clock: string): string => `ieri, ${clock}`,
    inDays: counted({ one: 'tra # giorno', other: 'tra # giorni' }),
    daysAgo: counted({ one: '# giorno fa', other: '# giorni fa' }),
    tomorrow: 'domani',
    todayAlone: 'oggi',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} ID richiesta: ${requestId}`,
  },
};
