import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';

/** test/sso/switch-account.test.ts tests the outcome of a pending sign-in. */
const app = await startTestApp();
const path = '/api/auth/sso/pending';

test('returns 401 if there is no pending sign-in, and leaves an open session unchanged', async () => {
  for (const caller of [app.anyone, app.owner])
    expectError(await caller.post(path, { accept: true }), 'LOGIN_STEP_EXPIRED');
  expect((await app.owner.get('/api/auth/session')).status).toBe(200);
});

test('returns 422 for an invalid decision about the pending sign-in', async () => {
  expectInvalid(await app.anyone.post(path, {}), 'accept');
  expectInvalid(await app.anyone.post(path, { accept: 'yes' }), 'accept');
});
