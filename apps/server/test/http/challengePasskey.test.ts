import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { halfIn, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa/passkey/options';
const sample = { method: 'POST', path };

describe('200', () => {
  test("lists only the user's passkeys, both after the password is entered and in an open session", async () => {
    const keyed = await withPasskey(app);
    await withPasskey(app);
    const allowCredentials = [{ id: keyed.key.id.toString('base64url'), type: 'public-key', transports: ['internal'] }];
    for (const caller of [keyed.caller, await halfIn(app, keyed.email)])
      expect((await caller.post<'challengePasskey'>(path)).body.options).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
        rpId: 'localhost',
        timeout: 300_000,
        userVerification: 'required',
        allowCredentials,
      });
  });
});

describe('401', () => {
  test('rejects a pending sign-in that has expired', async () => {
    const keyed = await withPasskey(app);
    const step = await halfIn(app, keyed.email);
    app.clock.advance({ minutes: 6 });
    expectError(await step.post(path), 'LOGIN_STEP_EXPIRED');
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await withPasskey(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects a passkey challenge for a user without a passkey', async () => {
    const { caller } = await withApp(app);
    expectError(await caller.post(path), 'TWO_FACTOR_NOT_ENABLED');
  });
});

refusesOtherMethods(app, path, ['POST']);
