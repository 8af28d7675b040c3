import { PLAN_IDS, PLANS } from '@countersign/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { sessionOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/plans';

test('shows the plans to any member, from the smallest to the largest', async () => {
  const { caller } = await app.member('member');
  const { body } = await caller.get<'listPlans'>(path);
  expect(body.plans.map(({ id }) => id)).toEqual(PLAN_IDS);
  expect(body.plans[3]).toEqual({
    id: 'large-team',
    name: 'Large Team',
    currency: 'EUR',
    price: PLANS['large-team'].price,
    seats: 100,
    envelopes_per_month: 2500,
    requests_per_hour: 5000,
    rights: ['apiKeys', 'singleSignOn'],
  });
});

test('gives each larger plan a higher price, and equal or higher limits', () => {
  for (const [index, id] of PLAN_IDS.entries()) {
    const [plan, before] = [PLANS[id], PLANS[PLAN_IDS[index - 1] ?? 'free']];
    if (index === 0) continue;
    expect(plan.price.month).toBeGreaterThan(before.price.month);
    expect(plan.price.year).toBeLessThan(plan.price.month * 12);
    expect(plan.rights).toEqual(expect.arrayContaining([...before.rights]));
    for (const limit of ['seats', 'envelopesPerMonth', 'requestsPerHour'] as const)
      expect(plan[limit] ?? Infinity).toBeGreaterThanOrEqual(before[limit] ?? Infinity);
  }
});

sessionOnly(app, { method: 'GET', path });
