import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookiesOf, join, PASSWORD, steppedUp, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { codeOf, withApp } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/step-up';
const sessionsOf = async (caller: Caller) =>
  (await caller.get<'listSessions'>('/api/auth/sessions')).body.sessions.map(({ id }) => id);
const sample = { method: 'POST', path, body: { password: 'not this password' } };

describe('200', () => {
  test('allows sensitive operations for ten minutes, and only in the session that was confirmed', async () => {
    const { caller } = await join(app);
    const change = (by = caller) => by.post('/api/auth/change-email', { email: 'new@contoso.example' });
    expect((await change()).status, 'a recent sign-in confirms the change').toBe(200);
    app.clock.advance({ minutes: 10, seconds: 1 });
    expectError(await change(), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const answer = await caller.post<'stepUp'>(path, { password: PASSWORD });
    expect(answer.body).toEqual({
      success: true,
      valid_until: new Date(app.clock.now().getTime() + 600_000).toISOString(),
    });
    expect((await change(app.anyone.with({ cookie: cookiesOf(answer) }))).status).toBe(200);
    expect(await trailOf(app)).toContain('user.stepped-up');
  });

  test('replaces the session token, so that a previously copied cookie stops working', async () => {
    const { caller } = await join(app);
    const [before] = await sessionsOf(caller);
    const after = await steppedUp(app, caller);
    expectError(await caller.get('/api/auth/session'), 'UNAUTHORIZED');
    expect(await sessionsOf(after)).toEqual([before]);
  });
});

describe('200 with a second factor', () => {
  test('accepts the password with a code or a recovery code, and accepts each code once', async () => {
    const { caller, secret, recoveryCodes } = await withApp(app);
    app.clock.advance({ minutes: 11 });
    const change = (by = caller) => by.post('/api/auth/change-email', { email: 'other@contoso.example' });
    expectInvalid(await caller.post(path, { password: PASSWORD }), 'code', 'code_required');
    expectError(await change(), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const code = codeOf(app, secret);
    const again = await steppedUp(app, caller, { password: PASSWORD, code });
    expectError(await again.post(path, { password: PASSWORD, code }), 'WRONG_CODE');
    expect((await change(again)).status).toBe(200);
    const recovery = { password: PASSWORD, code: recoveryCodes[0] };
    expectError(await (await steppedUp(app, again, recovery)).post(path, recovery), 'WRONG_CODE');
  });

  test('rejects a code without the password and does not consume the code', async () => {
    const { caller, secret } = await withApp(app);
    const code = codeOf(app, secret);
    expectError(await caller.post(path, { password: 'not this password', code }), 'WRONG_PASSWORD');
    expect((await caller.post(path, { password: PASSWORD, code })).status).toBe(200);
  });

  test('requires the second factor even for operations that accept the password', async () => {
    const { caller, secret } = await withApp(app);
    app.clock.advance({ minutes: 11 });
    const change = { currentPassword: PASSWORD, newPassword: app.secret('another harbour candle') };
    expectError(await caller.post('/api/auth/change-password', change), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const again = await steppedUp(app, caller, { password: PASSWORD, code: codeOf(app, secret) });
    expect((await again.post('/api/auth/change-password', change)).status).toBe(200);
  });
});

describe('403', () => {
  test('rejects and records a wrong password, and keeps the session', async () => {
    const { caller } = await join(app);
    expectError(await caller.post(path, { password: app.secret('not this password') }), 'WRONG_PASSWORD');
    expect((await caller.get('/api/auth/session')).status).toBe(200);
    expect((await trailOf(app)).at(-1)).toBe('user.proof-refused');
  });

  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await join(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path, { password: PASSWORD }), 'FORBIDDEN');
  });
});

sessionOnly(app, sample);

describe('422', () => {
  test('rejects a step-up without a password', async () => {
    expectInvalid(await (await app.session()).post(path, {}), 'password');
  });
});

describe('429', () => {
  test('limits password guesses in an open session to ten, but does not affect sign-ins', async () => {
    const { caller, email } = await join(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => caller.post(path, { password: 'not this password' })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(10);
    expectError(await caller.post(path, { password: PASSWORD }), 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
    expect((await app.anyone.post('/api/auth/login', { email, password: PASSWORD })).status).toBe(200);
  });
});

refusesOtherMethods(app, path, ['POST']);
