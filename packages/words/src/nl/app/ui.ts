import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('nl');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['Verzoek-ID ', requestId],
    tryAgain: 'Opnieuw proberen',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Nog niet uitgenodigd',
    invited: 'Uitgenodigd',
    getsCopy: 'Krijgt een kopie',
    notInvited: 'Niet uitgenodigd',
    didNotSignInTime: 'Niet op tijd ondertekend',
    opened: 'Geopend',
    wasOpened: 'Geopend, niet meer nodig',
    wasInvited: 'Uitgenodigd, niet meer nodig',
  },
  initials: {
    noSignersYet: 'Nog geen ondertekenaars',
    of: (signed: number, countedCount: number): string => `${number(signed)} van ${number(countedCount)}`,
  },
  time: {
    justNow: 'zojuist',
    minAgo: (age: number): string => `${number(age)} min geleden`,
    today: (clock: string): string => `vandaag, ${clock}`,
    yesterday: (clock: string): string => `gisteren, ${clock}`,
    inDays: counted({ one: 'over # dag', other: 'over # dagen' }),
    daysAgo: counted({ one: '# dag geleden', other: '# dagen geleden' }),
    tomorrow: 'morgen',
    todayAlone: 'vandaag',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} Verzoek-ID: ${requestId}`,
  },
};
