import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, mailCount, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { halfIn, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa/recovery-codes';
const sample = { method: 'POST', path };

describe('200', () => {
  test('returns ten new recovery codes, invalidates the old codes, e-mails the user, and records the change', async () => {
    const { caller, email, recoveryCodes } = await withApp(app);
    const { body } = await caller.post<'renewRecoveryCodes'>(path);
    for (const code of body.recoveryCodes) app.secret(code);
    expect(new Set([...body.recoveryCodes, ...recoveryCodes]).size).toBe(20);
    const step = await halfIn(app, email);
    expectError(await step.post('/api/auth/2fa/verify', { code: recoveryCodes[0] }), 'WRONG_CODE');
    expect((await step.post('/api/auth/2fa/verify', { code: body.recoveryCodes[0] })).status).toBe(200);
    expect(await mailCount(app, email, 'recovery-codes-made')).toBe(1);
    expect(await trailOf(app)).toContain('user.recovery-codes-made');
  });

  test('creates recovery codes for an account that has only a passkey', async () => {
    const { caller, recoveryCodes } = await withPasskey(app);
    expect(recoveryCodes, 'the recovery codes were issued with the passkey').toHaveLength(10);
    expect((await caller.post<'renewRecoveryCodes'>(path)).body.recoveryCodes).toHaveLength(10);
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session without a recent step-up', async () => {
    const { caller } = await withApp(app);
    app.clock.advance({ minutes: 11 });
    expectError(await caller.post(path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });
  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await withApp(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects an account without a second factor', async () => {
    const { caller } = await join(app);
    expectError(await caller.post(path), 'TWO_FACTOR_NOT_ENABLED');
  });
});

refusesOtherMethods(app, path, ['POST']);
