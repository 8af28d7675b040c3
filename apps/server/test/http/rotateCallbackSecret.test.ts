import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { forWebhooks } from '../support/guards.ts';
import { LOOPBACK } from '../support/webhooks.ts';

// webhooks/callbacks.test.ts tests the receiver's side.
const app = await startTestApp(LOOPBACK);
const path = '/api/webhooks/callback-secret';
const rotate = async (body: object = {}) => {
  const answer = await (await app.session()).post<'rotateCallbackSecret'>(path, body);
  expect(answer.status, answer.text).toBe(200);
  app.secret(answer.body.secret);
  return answer.body;
};

test('creates the callback secret on the first call, rotates it on later calls, and keeps the old secret for 24 hours', async () => {
  const first = await rotate();
  expect(first).toEqual({
    success: true,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
    previous_secret_until: null,
  });
  const second = await rotate();
  expect(second.secret).not.toBe(first.secret);
  expect(second.previous_secret_until).toBe(new Date(app.clock.now().getTime() + 86_400_000).toISOString());
  expectError(await app.owner.post(path, {}), 'ROTATION_IN_PROGRESS', { until: second.previous_secret_until });
  expect((await rotate({ overlapHours: 0 })).previous_secret_until).toBeNull();
});

forWebhooks(app, { method: 'POST', path, body: {} });

test('returns 422 if both secrets would stay valid for more than a day', async () => {
  expectInvalid(await (await app.session()).post(path, { overlapHours: 25 }), 'overlapHours');
});
