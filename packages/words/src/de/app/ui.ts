import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('de');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['Anfrage-ID ', requestId],
    tryAgain: 'Noch einmal versuchen',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Noch nicht eingeladen',
    invited: 'Eingeladen',
    getsCopy: 'Erhält eine Kopie',
    notInvited: 'Nicht eingeladen',
    didNotSignInTime: 'Frist verpasst',
    opened: 'Geöffnet',
    wasOpened: 'Geöffnet, nicht mehr nötig',
    wasInvited: 'Eingeladen, nicht mehr nötig',
  },
  initials: {
    noSignersYet: 'Noch keine Unterzeichner',
    of: (signed: number, countedCount: number): string => `${number(signed)} von ${number(countedCount)}`,
  },
  time: {
    justNow: 'gerade eben',
    minAgo: (age: number): string => `vor ${number(age)} min`,
    today: (clock: string): string => `heute, ${clock}`,
    yesterday: (clock: string): string => `gestern, ${clock}`,
    inDays: counted({ one: 'in # Tag', other: 'in # Tagen' }),
    daysAgo: counted({ one: 'vor # Tag', other: 'vor # Tagen' }),
    tomorrow: 'morgen',
    todayAlone: 'heute',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} Anfrage-ID: ${requestId}`,
  },
};
