import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/cancel';

test('switches to the free plan immediately with the built-in provider, and allows a new subscription', async () => {
  const { owner } = await app.otherTenant();
  await owner.post('/api/subscription/create', { plan: 'medium-team' });
  const { body } = await owner.post<'cancelSubscription'>(path);
  expect(body.subscription).toMatchObject({ status: 'ended', effective_plan: 'free' });
  expectError(await owner.post(path), 'NO_SUBSCRIPTION');
  const again = await owner.post<'createSubscription'>('/api/subscription/create', { plan: 'small-team' });
  expect(again.body.subscription).toMatchObject({ status: 'active', effective_plan: 'small-team' });
});

test('returns 409 for a cancellation without a subscription', async () => {
  expectError(await app.owner.post(path), 'NO_SUBSCRIPTION');
});

ownersOnly(app, { method: 'POST', path });
