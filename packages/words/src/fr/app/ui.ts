import { figuresIn } from '../../figures.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('fr');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['ID de requête ', requestId],
    tryAgain: 'Réessayer',
  },
  pageTitle: {
    countersign: (title: string): string => `${title} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'Pas encore invité',
    invited: 'Invité',
    getsCopy: 'Reçoit une copie',
    notInvited: 'Non invité',
    didNotSignInTime: 'Non signé à temps',
    opened: 'Ouvert',
    wasOpened: 'Ouvert, plus nécessaire',
    wasInvited: 'Invité, plus nécessaire',
  },
  initials: {
    noSignersYet: 'Aucun signataire',
    of: (signed: number, countedCount: number): string => `${number(signed)} sur ${number(countedCount)}`,
  },
  time: {
    justNow: 'à l’instant',
    minAgo: (age: number): string => `il y a ${number(age)} min`,
    today: (clock: string): string => `aujourd’hui, ${clock}`,
    yesterday: (clock: string): string => `hier, ${clock}`,
    inDays: counted({ one: 'dans # jour', other: 'dans # jours' }),
    daysAgo: counted({ one: 'il y a # jour', other: 'il y a # jours' }),
    tomorrow: 'demain',
    todayAlone: 'aujourd’hui',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} ID de requête : ${requestId}`,
  },
};
