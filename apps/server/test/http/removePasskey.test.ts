import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { logIn, mailCount, trailOf } from '../support/people.ts';
import { logInWithPasskey, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const one = await withPasskey(app);
const pathOf = (id: string) => `/api/auth/passkeys/${id}`;
const sample = { method: 'DELETE', path: pathOf(one.passkeyId) };

describe('200', () => {
  test('requires only the password after the last second factor is removed, and deletes the passkey and the recovery codes', async () => {
    const keyed = await withPasskey(app, undefined, 'Old phone');
    expect((await keyed.caller.send('DELETE', pathOf(keyed.passkeyId))).body).toEqual({ success: true });
    expect((await logIn(app, keyed.email)).status).toBe(200);
    expectError(await logInWithPasskey(app, keyed.key), 'PASSKEY_REFUSED');
    const status = (await keyed.caller.get<'getTwoFactor'>('/api/auth/2fa')).body.twoFactor;
    expect(status).toMatchObject({ enabled: false, passkeys: 0, recoveryCodesLeft: 0 });
    expect((await app.mail(keyed.email, 'passkey-removed')).text).toContain('Old phone');
    expect(await mailCount(app, keyed.email, 'two-factor-off')).toBe(1);
    expect(await trailOf(app)).toContain('user.passkey-removed');
  });

  test('keeps two-factor sign-in if the account still has an authenticator app', async () => {
    const keyed = await withPasskey(app, await withApp(app));
    await keyed.caller.send('DELETE', pathOf(keyed.passkeyId));
    expect((await logIn(app, keyed.email)).status).toBe(403);
    expect(await mailCount(app, keyed.email, 'two-factor-off')).toBe(0);
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session without a recent step-up, and a session opened through an identity provider', async () => {
    const keyed = await withPasskey(app);
    app.clock.advance({ minutes: 11 });
    expectError(await keyed.caller.send('DELETE', pathOf(keyed.passkeyId)), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [keyed.userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await keyed.caller.send('DELETE', pathOf(keyed.passkeyId)), 'FORBIDDEN');
  });
});

describe('404', () => {
  test("rejects another account's passkey", async () => {
    const { caller } = await withPasskey(app);
    expectError(await caller.send('DELETE', pathOf(one.passkeyId)), 'PASSKEY_NOT_FOUND', { passkeyId: one.passkeyId });
    expect((await logInWithPasskey(app, one.key)).status).toBe(200);
  });
});
