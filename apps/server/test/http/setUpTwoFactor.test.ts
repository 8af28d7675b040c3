import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { join, logIn, steppedUp } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { codeOf, withApp } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa/setup';
const sample = { method: 'POST', path };

describe('200', () => {
  test('returns a 160-bit secret as text, URL and QR code, and requires no code until setup is confirmed', async () => {
    const { caller, email } = await join(app);
    const { body } = await caller.post<'setUpTwoFactor'>(path);
    app.secret(body.secret);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(body.otpauthUrl);
    expect(url.protocol + url.host + decodeURIComponent(url.pathname)).toBe(`otpauth:totp/Countersign:${email}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'Countersign',
      secret: body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(Buffer.from(body.qrCode.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toMatch(
      /^<svg[^]*<\/svg>$/,
    );
    expect((await logIn(app, email)).status, 'a password alone still signs the user in').toBe(200);
  });

  test('replaces the previous secret when two-factor setup starts again', async () => {
    const { caller } = await join(app);
    const first = (await caller.post<'setUpTwoFactor'>(path)).body.secret;
    const second = (await caller.post<'setUpTwoFactor'>(path)).body.secret;
    expect(second).not.toBe(first);
    expectError(await caller.post('/api/auth/2fa/verify', { code: codeOf(app, first) }), 'WRONG_CODE');
    expect((await caller.post('/api/auth/2fa/verify', { code: codeOf(app, second) })).status).toBe(200);
  });

  test('stores the two-factor secret encrypted', async () => {
    const { caller, userId } = await join(app);
    const { secret } = (await caller.post<'setUpTwoFactor'>(path)).body;
    const [row] = await app.sql<{ secret_sealed: Buffer }>(
      'select secret_sealed from totp_factors where user_id = $1',
      [userId],
    );
    expect(row?.secret_sealed.toString('latin1')).not.toContain(secret);
    expect(app.services.vault.open(`totp ${userId}`, row?.secret_sealed ?? Buffer.alloc(0))).toHaveLength(20);
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects a session without a recent step-up, so that nobody can use an unattended session to lock out the account owner', async () => {
    const { caller } = await join(app);
    app.clock.advance({ minutes: 11 });
    expectError(await caller.post(path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const again = await steppedUp(app, caller);
    expect((await again.post(path)).status).toBe(200);
  });

  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await join(app);
    await app.sql(`update sessions set method = 'saml' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path), 'FORBIDDEN');
  });
});

describe('409', () => {
  test('rejects an account that already has an authenticator app, and keeps the secret of the app', async () => {
    const { caller } = await withApp(app);
    expectError(await caller.post(path), 'TWO_FACTOR_ENABLED');
  });
});

refusesOtherMethods(app, path, ['POST']);
