import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookiesOf, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { halfIn, originOf, type SoftPasskey, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa/passkey';
const anything = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
};
const sample = { method: 'POST', path, body: { response: anything } };
const answerOf = async (caller: Caller, key: SoftPasskey) => {
  const { options } = (await caller.post<'challengePasskey'>(`${path}/options`)).body;
  return key.get(originOf(app), options);
};

describe('200', () => {
  test('opens a session if the passkey response follows the correct password', async () => {
    const keyed = await withPasskey(app);
    const step = await halfIn(app, keyed.email);
    const answer = await step.post<'provePasskey'>(path, { response: await answerOf(step, keyed.key) });
    expect(answer.body.session?.user.email).toBe(keyed.email);
    expect((await app.anyone.with({ cookie: cookiesOf(answer) }).get('/api/auth/session')).status).toBe(200);
    expectError(await step.post(`${path}/options`), 'LOGIN_STEP_EXPIRED');
  });

  test('confirms an open session with a passkey instead of a password', async () => {
    const { caller, key } = await withPasskey(app);
    app.clock.advance({ minutes: 11 });
    expectError(await caller.post('/api/auth/2fa/recovery-codes'), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const answer = await caller.post<'provePasskey'>(path, { response: await answerOf(caller, key) });
    expect(answer.body).toEqual({
      success: true,
      valid_until: new Date(app.clock.now().getTime() + 600_000).toISOString(),
    });
    expect((await trailOf(app)).at(-1)).toBe('user.stepped-up');
    expectError(await caller.get('/api/auth/session'), 'UNAUTHORIZED');
    const again = app.anyone.with({ cookie: cookiesOf(answer) });
    expect((await again.post('/api/auth/2fa/recovery-codes')).status).toBe(200);
  });
});

describe('401', () => {
  test('rejects a pending sign-in that has expired', async () => {
    const keyed = await withPasskey(app);
    const step = await halfIn(app, keyed.email);
    const response = await answerOf(step, keyed.key);
    app.clock.advance({ minutes: 6 });
    expectError(await step.post(path, { response }), 'LOGIN_STEP_EXPIRED');
  });
});

sessionOnly(app, sample);

describe('409', () => {
  test("rejects passkeys if the installation's URL contains an IP address instead of a host name", async () => {
    const bare = await startTestApp({ publicUrl: 'https://192.0.2.7' });
    expectError(await bare.owner.post(path, { response: anything }), 'PASSKEYS_UNAVAILABLE');
  });
});

describe('403', () => {
  test("rejects another account's passkey, and a response to a challenge for another purpose", async () => {
    const [one, two] = [await withPasskey(app), await withPasskey(app)];
    const step = await halfIn(app, one.email);
    expectError(await step.post(path, { response: await answerOf(step, two.key) }), 'PASSKEY_REFUSED');
    expectError(await step.post(path, { response: await answerOf(one.caller, one.key) }), 'PASSKEY_REFUSED');
    expectError(await step.post(path, { response: anything }), 'PASSKEY_REFUSED');
  });

  test('opens one session for fifty concurrent requests with the same passkey response', async () => {
    const keyed = await withPasskey(app);
    const step = await halfIn(app, keyed.email);
    const response = await answerOf(step, keyed.key);
    const answers = await Promise.all(Array.from({ length: 50 }, () => step.post(path, { response })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await withPasskey(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path, { response: anything }), 'FORBIDDEN');
  });

  test('rejects a person who no longer belongs to an organization', async () => {
    const keyed = await withPasskey(app);
    const step = await halfIn(app, keyed.email);
    const response = await answerOf(step, keyed.key);
    await app.sql('delete from memberships where user_id = $1', [keyed.userId]);
    expectError(await step.post(path, { response }), 'NO_ORGANIZATION');
  });
});

describe('422', () => {
  test('rejects an invalid response from the authenticator', async () => {
    const { caller } = await withPasskey(app);
    expectInvalid(await caller.post(path, {}), 'response');
  });
});

refusesOtherMethods(app, path, ['POST']);
