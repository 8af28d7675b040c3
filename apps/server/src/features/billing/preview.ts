/** Previews the effect of a plan change. */
import {
  type BillingInterval,
  CURRENCY,
  type Plan,
  planAllows,
  planFacts,
  type SubscriptionPreview,
} from '@countersign/contract';
import type { UserPrincipal } from '../../platform/principal.ts';
import { countEnvelopes, countSeats, monthOf } from '../plans/index.ts';
import { stateOf } from './apply.ts';
import { priceOf } from './domain.ts';
import { selectOrganizationPlan, selectSubscription } from './store.ts';
import { takesEffect } from './subscription.ts';
import type { BillingDependencies } from './sync.ts';

type Excess = SubscriptionPreview['exceeds'][number];

export async function previewSubscription(
  { uow, payments }: BillingDependencies,
  { tenantId }: UserPrincipal,
  { plan, interval: asked }: { plan: Plan; interval?: BillingInterval | undefined },
): Promise<SubscriptionPreview> {
  const now = uow.now();
  const { from, until } = monthOf(now);
  const [[row], [organization], [seats], [envelopes]] = await uow.readAll(tenantId, [
    selectSubscription(tenantId),
    selectOrganizationPlan(tenantId),
    countSeats(tenantId, now, null),
    countEnvelopes(tenantId, from, until),
  ]);
  const state = stateOf(row);
  const interval = plan === 'free' ? null : (asked ?? state?.interval ?? 'month');
  const takes_effect = takesEffect(state, { plan, interval }, payments !== undefined);
  const at = takes_effect === 'now' || !state ? now : state.periodEnd;
  const { seats: mostSeats, envelopesPerMonth, name } = planFacts(plan);
  const exceeds: Excess[] = [];
  const count = (what: 'seats' | 'envelopes', used: number, allowed: number | null, words: string): void => {
    if (allowed !== null && used > allowed)
      exceeds.push({ what, used, allowed, message: `${used} ${words}; ${name} includes ${allowed}.` });
  };
  count('seats', (seats?.members ?? 0) + (seats?.invited ?? 0), mostSeats, 'members and open invitations');
  count('envelopes', envelopes?.count ?? 0, envelopesPerMonth, 'envelopes sent this month');
  const { keys = 0, has_sso: hasSso = false, requests_per_hour: agreed = null } = organization ?? {};
  const lose = (what: 'apiKeys' | 'singleSignOn' | 'customLimits', used: number, message: string): void => {
    if (used > 0 && !planAllows(plan, what)) exceeds.push({ what, used, allowed: 0, message });
  };
  lose(
    'apiKeys',
    keys,
    `${keys} API ${keys === 1 ? 'key' : 'keys'} will be rejected until the plan includes API keys again.`,
  );
  lose('singleSignOn', hasSso ? 1 : 0, 'Members can no longer sign in through your identity provider.');
  lose('customLimits', agreed === null ? 0 : 1, 'The limits agreed for this organization no longer apply.');
  return {
    plan,
    interval,
    takes_effect,
    effective_at: at.toISOString(),
    price: interval === null ? 0 : priceOf(plan, interval),
    currency: CURRENCY,
    exceeds,
  };
}
