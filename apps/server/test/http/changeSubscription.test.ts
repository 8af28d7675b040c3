import { expect, test } from 'vitest';
import { startTestApp, type Tenant } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/change';

const subscribed = async (): Promise<Tenant> => {
  const other = await app.otherTenant();
  await other.owner.post('/api/subscription/create', { plan: 'large-team' });
  return other;
};

/** Moves the start of the subscription back by the given number of days. */
const shift = (tenantId: string, days: number) =>
  app.sql(
    `update subscriptions set period_start = period_start - $2 * interval '1 day', period_end = period_end - $2 * interval '1 day',
       due_at = due_at - $2 * interval '1 day' where tenant_id = $1`,
    [tenantId, days],
  );

test('applies upgrades and downgrades immediately, credits the rest of the period, and keeps all data', async () => {
  const { owner, key, tenantId } = await subscribed();
  const document = await app.draft({ by: key });
  await shift(tenantId, 15);
  const down = await owner.post<'changeSubscription'>(path, { plan: 'small-team' });
  expect(down.body.subscription).toMatchObject({ status: 'active', plan: 'small-team', effective_plan: 'small-team' });
  expectError(await key.get('/api/documents/paginated'), 'PLAN_REQUIRED', {
    plan: 'small-team',
    needed: 'medium-team',
    right: 'apiKeys',
  });
  const { body } = await owner.get<'listInvoices'>('/api/subscription/invoices');
  // The amount is the price of Large Team for fifteen of thirty days, minus one month's price of Small Team.
  expect(body.invoices.map(({ number, total }) => [number, total])).toEqual([
    ['2026-0002', 2900 - 14_950],
    ['2026-0001', 29_900],
  ]);
  const up = await owner.post<'changeSubscription'>(path, { plan: 'enterprise', interval: 'year' });
  expect(up.body.subscription).toMatchObject({
    plan: 'enterprise',
    interval: 'year',
    current_period: { end: '2027-11-20T09:00:00.000Z' },
  });
  expect((await key.get(`/api/documents/${document.id}`)).status).toBe(200);
  const events = await app.sql<{ data: { subscription: object } }>(
    "select data from outbox where tenant_id = $1 and kind = 'subscription.changed' order by xid",
    [tenantId],
  );
  expect(events.map(({ data }) => data.subscription)).toMatchObject([
    { previous_plan: 'enterprise', plan: 'large-team' },
    { previous_plan: 'large-team', plan: 'small-team' },
    { previous_plan: 'small-team', plan: 'enterprise' },
  ]);
});

test('changes nothing if the organization already has the plan', async () => {
  const { owner, tenantId } = await subscribed();
  expect((await owner.post(path, { plan: 'large-team' })).status).toBe(200);
  expect(await app.sql('select from invoices where tenant_id = $1', [tenantId])).toHaveLength(1);
});

test('applies two concurrent plan changes one after the other', async () => {
  const { owner, tenantId } = await subscribed();
  const plans = ['medium-team', 'enterprise'];
  const answers = await Promise.all(plans.map((plan) => owner.post(path, { plan })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const events = await app.sql<{ data: { subscription: { plan: string; previous_plan: string } } }>(
    "select data from outbox where tenant_id = $1 and kind = 'subscription.changed' order by xid",
    [tenantId],
  );
  const steps = events.map(({ data }) => data.subscription);
  expect(steps).toHaveLength(3);
  for (const [index, { previous_plan: previous }] of steps.entries())
    if (index > 0) expect(previous).toBe(steps[index - 1]?.plan);
  const [now] = await app.sql('select plan from subscriptions where tenant_id = $1', [tenantId]);
  expect(now).toEqual({ plan: steps.at(-1)?.plan });
});

test('renews each ended billing period once with one invoice, even if the timer runs repeatedly', async () => {
  const { tenantId } = await subscribed();
  await shift(tenantId, 31);
  await app.services.timers.run('subscriptions');
  await app.services.timers.run('subscriptions');
  expect(await app.sql('select from invoices where tenant_id = $1', [tenantId])).toHaveLength(2);
});

test('returns 409 for a plan change without a subscription', async () => {
  const { owner } = await app.otherTenant();
  expectError(await owner.post(path, { plan: 'enterprise' }), 'NO_SUBSCRIPTION');
});

test.each([
  ['plan', { plan: 'free' }],
  ['interval', { plan: 'enterprise', interval: 'day' }],
])('rejects an invalid %s with 422', async (field, body) => {
  expectInvalid(await app.owner.post(path, body, { mayFail: true }), field);
});

ownersOnly(app, { method: 'POST', path, body: { plan: 'enterprise' } });
