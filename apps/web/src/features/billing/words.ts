import { numberFormat, numberText } from '../../ui/numbers.ts';
import type { AnswerOf } from '@countersign/client';
import { m } from './texts.ts';
import { labels } from '../../ui/labels.ts';

export type PlanEntry = AnswerOf<'listPlans'>['plans'][number];
export type Subscription = AnswerOf<'getSubscription'>['subscription'];
export type Interval = 'month' | 'year';

export const STATUS: Record<Subscription['status'], string> = {
  none: m.words.includedInInstallation,
  active: labels.active,
  'past-due': m.words.paymentOverdue,
  suspended: m.words.suspended,
  ended: m.words.noSubscription,
};

export const RIGHTS: Record<PlanEntry['rights'][number], string> = {
  apiKeys: labels.apiKeys,
  singleSignOn: labels.singleSignOn,
  customLimits: m.words.customLimits,
};

export const amount = (cents: number, currency: string): string =>
  numberFormat({ style: 'currency', currency })(cents / 100);

export const many = (count: number | null): string => (count === null ? m.words.unlimited : numberText(count));

/** Whether a plan is paid. Canceling a subscription moves the organization to the free plan. */
export const isPaid = (id: PlanEntry['id']): id is Exclude<PlanEntry['id'], 'free'> => id !== 'free';
