import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, logIn, mailCount, PASSWORD, trailOf, steppedUp } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { codeOf, halfIn, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa/disable';
const sample = { method: 'POST', path };

describe('200', () => {
  test('invalidates recovery codes and pending sign-ins, e-mails the user, and records the change', async () => {
    const guarded = await withApp(app);
    const step = await halfIn(app, guarded.email);
    expect((await guarded.caller.post(path)).body).toEqual({ success: true });
    expect((await logIn(app, guarded.email)).status).toBe(200);
    expectError(await step.post('/api/auth/2fa/verify', { code: guarded.recoveryCodes[0] }), 'LOGIN_STEP_EXPIRED');
    expect((await guarded.caller.get<'getTwoFactor'>('/api/auth/2fa')).body.twoFactor).toMatchObject({
      enabled: false,
      recoveryCodesLeft: 0,
    });
    expect(await mailCount(app, guarded.email, 'two-factor-off')).toBe(1);
    expect(await trailOf(app)).toContain('user.two-factor-disabled');
  });

  test('keeps two-factor sign-in and the recovery codes if a passkey remains, and e-mails the user', async () => {
    const both = await withPasskey(app, await withApp(app));
    expect((await both.caller.post(path)).status).toBe(200);
    expectError(await logIn(app, both.email), 'SECOND_STEP_REQUIRED', {
      methods: ['passkey', 'recovery-code'],
      expiresAt: expect.any(String) as unknown,
    });
    expect((await both.caller.get<'getTwoFactor'>('/api/auth/2fa')).body.twoFactor.recoveryCodesLeft).toBe(10);
    expect(await mailCount(app, both.email, 'two-factor-off')).toBe(0);
    const { subject, text } = await app.mail(both.email, 'authenticator-removed');
    expect(subject).toBe('Your authenticator app was removed');
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Two-factor authentication stays on');
    expect(text, 'the e-mail states what to do').toContain('If this was not you');
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session without a recent step-up, and a step-up by password without a code', async () => {
    const { caller, secret } = await withApp(app);
    app.clock.advance({ minutes: 11 });
    expectError(await caller.post(path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    expect((await caller.post('/api/auth/step-up', { password: PASSWORD })).status).toBe(422);
    expectError(await caller.post(path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const again = await steppedUp(app, caller, { password: PASSWORD, code: codeOf(app, secret) });
    expect((await again.post(path)).status).toBe(200);
  });

  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await withApp(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects an account without a confirmed authenticator app', async () => {
    const { caller } = await join(app);
    expectError(await caller.post(path), 'TWO_FACTOR_NOT_ENABLED');
    await caller.post('/api/auth/2fa/setup');
    expectError(await caller.post(path), 'TWO_FACTOR_NOT_ENABLED');
  });
});

refusesOtherMethods(app, path, ['POST']);
