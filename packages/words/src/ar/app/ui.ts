import { figuresIn } from '../../figures.ts';
import { isolate } from '../../isolate.ts';
import type { AppWords, Phrase } from '../../app.ts';

const { number, counted } = figuresIn('ar');

export const ui: AppWords['ui'] = {
  errorView: {
    requestId: <T>(requestId: T): Phrase<T> => ['معرّف الطلب ', requestId],
    tryAgain: 'المحاولة مجددًا',
  },
  pageTitle: {
    countersign: (title: string): string => `${isolate(title)} · Countersign`,
  },
  statusPill: {
    notYetInvited: 'لم يُدعَ بعد',
    invited: 'دُعي',
    getsCopy: 'يتلقى نسخة',
    notInvited: 'لم يُدعَ',
    didNotSignInTime: 'لم يوقّع في الموعد',
    opened: 'فُتح',
    wasOpened: 'فُتح، لم يعد لازمًا',
    wasInvited: 'دُعي، لم يعد لازمًا',
  },
  initials: {
    noSignersYet: 'لا موقّعون بعد',
    of: (signed: number, countedCount: number): string => `${number(signed)} من ${number(countedCount)}`,
  },
  time: {
    justNow: 'الآن',
    minAgo: (age: number): string => `قبل ${number(age)} دقيقة`,
    today: (clock: string): string => `اليوم، ${isolate(clock)}`,
    yesterday: (clock: string): string => `أمس، ${isolate(clock)}`,
    inDays: counted({
      zero: 'بعد # يوم',
      one: 'بعد يوم واحد',
      two: 'بعد يومين',
      few: 'بعد # أيام',
      many: 'بعد # يومًا',
      other: 'بعد # يوم',
    }),
    daysAgo: counted({
      zero: 'قبل # يوم',
      one: 'قبل يوم واحد',
      two: 'قبل يومين',
      few: 'قبل # أيام',
      many: 'قبل # يومًا',
      other: 'قبل # يوم',
    }),
    tomorrow: 'غدًا',
    todayAlone: 'اليوم',
  },
  toast: {
    requestId: (detail: string, requestId: string): string => `${detail} معرّف الطلب: ${isolate(requestId)}`,
  },
};
