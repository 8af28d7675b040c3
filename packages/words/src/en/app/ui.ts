import { figuresIn } from '../../figures.ts';
import type { Phrase } from '../../app.ts';

const { number, counted } = figuresIn('en');

export const ui = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['Request ID ', requestId],
    tryAgain: 'Try again',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Not yet invited',
    invited: 'Invited',
    getsCopy: 'Gets a copy',
    notInvited: 'Not invited',
    didNotSignInTime: 'Missed the deadline',
    opened: 'Opened',
    wasOpened: 'Opened (no action needed)',
    wasInvited: 'Invited (no action needed)',
  },
  initials: {
    noSignersYet: 'No signers yet',
    of: (signed: number, countedCount: number): string => `${number(signed)} of ${number(countedCount)}`,
  },
  time: {
    justNow: 'just now',
    minAgo: (age: number): string => `${number(age)} min ago`,
    today: (clock: string): string => `today, ${clock}`,
    yesterday: (clock: string): string => `yesterday, ${clock}`,
    inDays: counted({ one: 'in # day', other: 'in # days' }),
    daysAgo: counted({ one: '# day ago', other: '# days ago' }),
    tomorrow: 'tomorrow',
    todayAlone: 'today',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} Request ID: ${requestId}`,
  },
};
