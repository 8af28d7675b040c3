import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { ownersOnly } from '../support/guards.ts';

const app = await startTestApp();
const path = '/api/subscription/preview';

test('lists everything that exceeds the limits of the smaller plan, and changes nothing', async () => {
  await app.member('member');
  await app.member('member');
  for (let n = 0; n < 6; n += 1) await app.sent();
  const { body } = await app.owner.get<'previewSubscription'>(`${path}?plan=free`);
  expect(body.preview).toMatchObject({
    plan: 'free',
    interval: null,
    takes_effect: 'now',
    effective_at: app.clock.now().toISOString(),
    price: 0,
    exceeds: [
      { what: 'seats', used: 3, allowed: 2 },
      { what: 'envelopes', used: 6, allowed: 5 },
      { what: 'apiKeys', used: 1, allowed: 0 },
    ],
  });
  const large = await app.owner.get<'previewSubscription'>(`${path}?plan=large-team&interval=year`);
  expect(large.body.preview).toMatchObject({ price: 299_000, interval: 'year', exceeds: [] });
});

test('rejects an unknown plan with 422', async () => {
  expectInvalid(await app.owner.get(`${path}?plan=huge`, { mayFail: true }), 'plan');
});

ownersOnly(app, { method: 'GET', path: `${path}?plan=free` });
