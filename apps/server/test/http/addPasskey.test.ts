import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookiesOf, join, logIn, mailCount, type Person, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { originOf, SoftPasskey, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/passkeys';
const origin = originOf(app);
const anything = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
};
const sample = { method: 'POST', path, body: { response: anything } };
const ask = async ({ caller }: Person) =>
  (await caller.post<'passkeyRegistrationOptions'>('/api/auth/passkeys/options')).body.options;

describe('201', () => {
  test('returns recovery codes for the first passkey, then requires a second factor, e-mails the user, and records the change', async () => {
    const person = await join(app);
    const elsewhere = app.anyone.with({ cookie: cookiesOf(await logIn(app, person.email)) });
    const keyed = await withPasskey(app, person, 'My laptop');
    expect(keyed.recoveryCodes).toHaveLength(10);
    expectError(await elsewhere.get('/api/auth/session'), 'UNAUTHORIZED');
    expectError(await person.caller.get('/api/auth/session'), 'UNAUTHORIZED');
    expectError(await logIn(app, keyed.email), 'SECOND_STEP_REQUIRED', {
      methods: ['passkey', 'recovery-code'],
      expiresAt: expect.any(String) as unknown,
    });
    const { passkeys } = (await keyed.caller.get<'listPasskeys'>(path)).body;
    expect(passkeys).toEqual([
      {
        id: keyed.passkeyId,
        name: 'My laptop',
        backed_up: false,
        created_at: app.clock.now().toISOString(),
        last_used_at: null,
      },
    ]);
    expect((await app.mail(keyed.email, 'passkey-added')).text).toContain('My laptop');
    expect(await trailOf(app)).toContain('user.passkey-added');
  });

  test('returns no recovery codes for an additional passkey, and names the passkey by its number', async () => {
    const one = await withPasskey(app);
    app.clock.advance({ seconds: 1 });
    const two = await withPasskey(app, one);
    expect(two.recoveryCodes).toEqual([]);
    const { passkeys } = (await two.caller.get<'listPasskeys'>(path)).body;
    expect(passkeys.map(({ name }) => name)).toEqual(['Passkey 1', 'Passkey 2']);
    expect(await mailCount(app, two.email, 'passkey-added')).toBe(2);
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another relying party', { rpId: 'evil.example' }],
    ['without user verification', { verified: false }],
    ['to another challenge', { challenge: 'A'.repeat(43) }],
  ])('rejects a passkey response %s', async (_, changes) => {
    const person = await join(app);
    const response = new SoftPasskey().create(origin, await ask(person), changes);
    expectError(await person.caller.post(path, { response }), 'PASSKEY_REFUSED');
    expect((await person.caller.get<'listPasskeys'>(path)).body.passkeys).toEqual([]);
  });

  test('accepts a challenge once, within five minutes, and only for the person and purpose it was created for', async () => {
    const [person, other] = [await join(app), await join(app)];
    const response = new SoftPasskey().create(origin, await ask(person));
    expectError(await other.caller.post(path, { response }), 'PASSKEY_REFUSED');
    expect((await person.caller.post(path, { response })).status).toBe(201);
    const late = new SoftPasskey().create(origin, await ask(other));
    app.clock.advance({ minutes: 5, seconds: 1 });
    expectError(await other.caller.post(path, { response: late }), 'PASSKEY_REFUSED');
    const login = (await app.anyone.post<'passkeyLoginOptions'>('/api/auth/passkeys/login/options')).body.options;
    const options = { challenge: login.challenge, rp: { id: 'localhost' }, user: { id: 'AAAA' } };
    expectError(
      await other.caller.post(path, { response: new SoftPasskey().create(origin, options) }),
      'PASSKEY_REFUSED',
    );
  });

  test('adds one passkey if fifty responses to the same challenge arrive simultaneously', async () => {
    const person = await join(app);
    const options = await ask(person);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        person.caller.post(path, { response: new SoftPasskey().create(origin, options) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('rejects a session without a recent step-up, and a session opened through an identity provider', async () => {
    const person = await join(app);
    const response = new SoftPasskey().create(origin, await ask(person));
    app.clock.advance({ minutes: 11 });
    expectError(await person.caller.post(path, { response }), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [person.userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await person.caller.post(path, { response }), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects a passkey that is already registered to any account', async () => {
    const keyed = await withPasskey(app);
    const other = await join(app);
    expectError(
      await other.caller.post(path, { response: keyed.key.create(origin, await ask(other)) }),
      'PASSKEY_EXISTS',
    );
  });

  test('rejects the twenty-first passkey of an account', async () => {
    const keyed = await withPasskey(app);
    const options = await ask(keyed);
    await app.sql(
      `insert into passkeys select 'psk_copy' || n, user_id, credential_id || n::text::bytea, public_key, 0, '{}', false, 'n', created_at
       from passkeys, generate_series(1, 19) n where user_id = $1`,
      [keyed.userId],
    );
    expectError(
      await keyed.caller.post(path, { response: new SoftPasskey().create(origin, options) }),
      'TOO_MANY_PASSKEYS',
    );
  });
});

describe('422', () => {
  test.each([
    ['response', {}],
    ['response.id', { response: { ...anything, id: 'not base64url!' } }],
    ['response.type', { response: { ...anything, type: 'password' } }],
    ['name', { response: anything, name: 'x'.repeat(81) }],
  ])('rejects an invalid value of the request property %s', async (field, body) => {
    const { caller } = await withApp(app);
    expectInvalid(await caller.post(path, body), field);
  });
});

refusesOtherMethods(app, path, ['GET', 'POST']);
