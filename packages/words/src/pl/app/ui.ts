import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('pl');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['Identyfikator żądania ', requestId],
    tryAgain: 'Spróbuj ponownie',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Jeszcze nie zaproszono',
    invited: 'Zaproszono',
    getsCopy: 'Otrzymuje kopię',
    notInvited: 'Nie zaproszono',
    didNotSignInTime: 'Bez podpisu w terminie',
    opened: 'Otwarto',
    wasOpened: 'Otwarto, już niepotrzebne',
    wasInvited: 'Zaproszono, już niepotrzebne',
  },
  initials: {
    noSignersYet: 'Brak podpisujących',
    of: (signed: number, countedCount: number): string => `${number(signed)} z ${number(countedCount)}`,
  },
  time: {
    justNow: 'przed chwilą',
    minAgo: (age: number): string => `${number(age)} min temu`,
    today: (clock: string): string => `dziś, ${clock}`,
    yesterday: (clock: string): string => `wczoraj, ${clock}`,
    inDays: counted({ one: 'za # dzień', few: 'za # dni', many: 'za # dni', other: 'za # dni' }),
    daysAgo: counted({ one: '# dzień temu', few: '# dni temu', many: '# dni temu', other: '# dni temu' }),
    tomorrow: 'jutro',
    todayAlone: 'dziś',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} Identyfikator żądania: ${requestId}`,
  },
};
