import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription';

test("starts the operator's organization on the enterprise plan, with every feature and no subscription", async () => {
  const { body } = await app.owner.get<'getSubscription'>(path);
  expect(body.subscription).toEqual({
    provider: 'built-in',
    status: 'none',
    plan: 'enterprise',
    effective_plan: 'enterprise',
    interval: null,
    current_period: null,
    scheduled: null,
    unpaid: null,
    billing_details: null,
  });
});

ownersOnly(app, { method: 'GET', path });
