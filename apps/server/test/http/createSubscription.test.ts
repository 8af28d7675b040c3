import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';

const app = await startTestApp();
const path = '/api/subscription/create';

ownersOnly(app, { method: 'POST', path, body: { plan: 'large-team' } });

test('activates the plan immediately with the built-in provider, creates an invoice and records an event', async () => {
  const { status, body, text } = await app.owner.post<'createSubscription'>(path, { plan: 'large-team' });
  expect(status, text).toBe(200);
  const now = app.clock.now();
  expect(body).toEqual({
    success: true,
    subscription: {
      provider: 'built-in',
      status: 'active',
      plan: 'large-team',
      effective_plan: 'large-team',
      interval: 'month',
      current_period: { start: now.toISOString(), end: '2026-12-20T09:00:00.000Z' },
      scheduled: null,
      unpaid: null,
      billing_details: null,
    },
  });
  expect(await trailOf(app)).toEqual(expect.arrayContaining(['invoice.issued', 'subscription.changed']));
  const [event] = await app.sql("select data from outbox where kind = 'subscription.changed'");
  expect(event).toEqual({
    data: {
      organizationId: app.tenant.organizationId,
      subscription: { plan: 'large-team', previous_plan: 'enterprise', effective_at: now.toISOString() },
    },
  });
  // The new plan applies immediately, even in the sandbox and to open sessions, although credentials are cached for a
  // second.
  expect((await app.owner.get('/api/documents/paginated')).headers.get('x-ratelimit-limit')).toBe('5000');
  const plans = await app.sql('select plan from organizations where id = $1', [app.tenant.organizationId]);
  expect(plans).toEqual([{ plan: 'large-team' }, { plan: 'large-team' }]);
  expectError(await app.owner.post(path, { plan: 'enterprise' }), 'SUBSCRIPTION_EXISTS', { plan: 'large-team' });
});

test('accepts only one of two concurrent subscriptions', async () => {
  const { owner, tenantId } = await app.otherTenant();
  const answers = await Promise.all([
    owner.post(path, { plan: 'small-team' }),
    owner.post(path, { plan: 'enterprise' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await app.sql('select from invoices where tenant_id = $1', [tenantId])).toHaveLength(1);
});

test.each([
  ['plan', { plan: 'free' }],
  ['interval', { plan: 'enterprise', interval: 'week' }],
  ['seats', { plan: 'enterprise', seats: 3 }],
])('rejects an invalid %s with 422', async (field, body) => {
  expectInvalid(await app.owner.post(path, body, { mayFail: true }), field);
});
