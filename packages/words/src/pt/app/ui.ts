import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pt');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['ID da solicitação ', requestId],
    tryAgain: 'Tentar de novo',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Ainda não convidado',
    invited: 'Convidado',
    getsCopy: 'Recebe uma cópia',
    notInvited: 'Não convidado',
    didNotSignInTime: 'Não assinou no prazo',
    opened: 'Aberto',
    wasOpened: 'Aberto, não mais necessário',
    wasInvited: 'Convidado, não mais necessário',
  },
  initials: {
    noSignersYet: 'Ainda sem signatários',
    of: (signed: number, countedCount: number): string => `${number(signed)} de ${number(countedCount)}`,
  },
  time: {
    justNow: 'agora mesmo',
    minAgo: (age: number): string => `há ${number(age)} min`,
    today: (clock: string): string => `hoje, ${clock}`,
    yesterday: (clock: string): string => `ontem, ${clock}`,
    inDays: counted({ one: 'em # dia', other: 'em # dias' }),
    daysAgo: counted({ one: 'há # dia', other: 'há # dias' }),
    tomorrow: 'amanhã',
    todayAlone: 'hoje',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} ID da solicitação: ${requestId}`,
  },
};
