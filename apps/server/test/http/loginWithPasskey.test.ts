import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { cookieNamed, cookiesOf, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { logInWithPasskey, originOf, SoftPasskey, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/passkeys/login';
const origin = originOf(app);
const ask = async () => (await app.anyone.post<'passkeyLoginOptions'>(`${path}/options`)).body.options;

describe('200', () => {
  test('opens a session with a passkey, which counts as two-factor sign-in without a password or code', async () => {
    const keyed = await withPasskey(app);
    const answer = await logInWithPasskey(app, keyed.key);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.session.user.email).toBe(keyed.email);
    const session = app.anyone.with({ cookie: cookiesOf(answer) });
    const { sessions } = (await session.get<'listSessions'>('/api/auth/sessions')).body;
    expect(sessions.find(({ current }) => current)?.method).toBe('passkey');
    const [row] = await app.sql<{ factor: string }>(
      `select second_factor as factor from sessions where user_id = $1 and method = 'passkey'`,
      [keyed.userId],
    );
    expect(row?.factor).toBe('passkey');
  });

  test('accepts a passkey that has no signature counter', async () => {
    const keyed = await withPasskey(app);
    await app.sql('update passkeys set counter = 0 where user_id = $1', [keyed.userId]);
    for (const time of ['once', 'twice'])
      expect((await logInWithPasskey(app, keyed.key, { counter: 0 })).status, time).toBe(200);
  });
});

describe('409', () => {
  test("rejects passkeys if the installation's URL contains an IP address instead of a host name", async () => {
    const keyed = await withPasskey(app);
    const { options } = (await app.anyone.post<'passkeyLoginOptions'>(`${path}/options`)).body;
    const response = keyed.key.get(origin, options);
    const bare = await startTestApp({ publicUrl: 'https://192.0.2.7' });
    expectError(await bare.anyone.post(path, { response }), 'PASSKEYS_UNAVAILABLE');
  });
});

describe('403', () => {
  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another relying party', { rpId: 'evil.example' }],
    ['without user verification', { verified: false }],
    ['to a challenge that the server did not issue', { challenge: 'A'.repeat(43) }],
  ])('rejects a passkey response %s', async (_, changes) => {
    const { key } = await withPasskey(app);
    expectError(await logInWithPasskey(app, key, changes), 'PASSKEY_REFUSED');
    expect((await logInWithPasskey(app, key)).status).toBe(200);
  });

  test("rejects an unregistered passkey, and a registered passkey ID with another key's signature", async () => {
    const { key } = await withPasskey(app);
    const stranger = new SoftPasskey();
    expectError(await logInWithPasskey(app, stranger), 'PASSKEY_REFUSED');
    const forged = {
      ...stranger.get(origin, await ask()),
      id: key.id.toString('base64url'),
      rawId: key.id.toString('base64url'),
    };
    const owned = key.get(origin, { challenge: 'A', rpId: 'localhost' }).response.userHandle;
    const response = { ...forged, response: { ...forged.response, userHandle: owned } };
    expectError(await app.anyone.post(path, { response }), 'PASSKEY_REFUSED');
  });

  test('rejects a passkey as copied if its signature counter does not increase, and records the rejection', async () => {
    const { key } = await withPasskey(app);
    expect((await logInWithPasskey(app, key, { counter: 10 })).status).toBe(200);
    for (const counter of [10, 9, 0]) expectError(await logInWithPasskey(app, key, { counter }), 'PASSKEY_REFUSED');
    expect((await trailOf(app)).filter((action) => action === 'user.passkey-refused').length).toBeGreaterThanOrEqual(3);
    expect((await logInWithPasskey(app, key, { counter: 11 })).status).toBe(200);
  });

  test('rejects a replayed passkey response, and opens one session for fifty concurrent uses', async () => {
    const { key, userId } = await withPasskey(app);
    const response = key.get(origin, await ask());
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.anyone.post(path, { response })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await app.sql(`select from sessions where user_id = $1 and method = 'passkey'`, [userId]);
    expect(sessions).toHaveLength(1);
  });

  test('rejects a challenge older than five minutes and a challenge for another purpose', async () => {
    const { key, caller } = await withPasskey(app);
    const old = key.get(origin, await ask());
    app.clock.advance({ minutes: 5, seconds: 1 });
    expectError(await app.anyone.post(path, { response: old }), 'PASSKEY_REFUSED');
    const { options } = (await caller.post<'challengePasskey'>('/api/auth/2fa/passkey/options')).body;
    expectError(await app.anyone.post(path, { response: key.get(origin, options) }), 'PASSKEY_REFUSED');
  });

  test('rejects a person who no longer belongs to an organization', async () => {
    const { key, userId } = await withPasskey(app);
    await app.sql('delete from memberships where user_id = $1', [userId]);
    const answer = await logInWithPasskey(app, key);
    expectError(answer, 'NO_ORGANIZATION');
    expect(cookieNamed(answer, 'countersign_session')).toBe('');
  });
});

describe('422', () => {
  test('rejects an invalid response from the authenticator', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'response');
    expectInvalid(
      await app.anyone.post(path, { response: { id: 'AA', rawId: 'AA', type: 'public-key' } }),
      'response.response',
    );
  });
});

refusesOtherMethods(app, path, ['POST']);
