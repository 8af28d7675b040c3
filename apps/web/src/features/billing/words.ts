/** The texts of the billing page. */
import type { AnswerOf } from '@countersign/client';

export type PlanEntry = AnswerOf<'listPlans'>['plans'][number];
export type Subscription = AnswerOf<'getSubscription'>['subscription'];
export type Interval = 'month' | 'year';

export const STATUS: Record<Subscription['status'], string> = {
  none: 'Included in this installation',
  active: 'Active',
  'past-due': 'Payment overdue',
  suspended: 'Suspended: an invoice is unpaid',
  ended: 'No subscription',
};

export const RIGHTS: Record<PlanEntry['rights'][number], string> = {
  apiKeys: 'API keys',
  singleSignOn: 'Single sign-on',
  customLimits: 'Custom limits',
};

export const amount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);

export const many = (count: number | null): string => (count === null ? 'Unlimited' : count.toLocaleString('en'));

/** A paid plan; the free one is the result of canceling. */
export const isPaid = (id: PlanEntry['id']): id is Exclude<PlanEntry['id'], 'free'> => id !== 'free';
