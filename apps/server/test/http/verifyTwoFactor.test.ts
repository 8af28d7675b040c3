import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { cookieNamed, cookiesOf, join, logIn, mailCount, PASSWORD, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { codeOf, halfIn, withApp, withPasskey } from '../support/second-factor.ts';

const app = await startTestApp();
const path = '/api/auth/2fa/verify';
const sample = { method: 'POST', path, body: { code: '123456' } };
const fifty = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, send));
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('turning on two-factor authentication', () => {
  test('returns ten recovery codes when the first code is accepted, e-mails the user, and records the change', async () => {
    const { email, recoveryCodes, userId } = await withApp(app);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await mailCount(app, email, 'two-factor-on')).toBe(1);
    expect(await trailOf(app)).toContain('user.two-factor-enabled');
    const stored = await app.sql<{ row: string }>('select r::text as row from recovery_codes r where user_id = $1', [
      userId,
    ]);
    expect(stored).toHaveLength(10);
    for (const { row } of stored) for (const code of recoveryCodes) expect(row).not.toContain(code);
  });

  test('signs out other sessions that have no second factor, but keeps the current session under a new cookie', async () => {
    const person = await join(app);
    const elsewhere = app.anyone.with({ cookie: cookiesOf(await logIn(app, person.email)) });
    const guarded = await withApp(app, person);
    expectError(await elsewhere.get('/api/auth/session'), 'UNAUTHORIZED');
    expectError(await person.caller.get('/api/auth/session'), 'UNAUTHORIZED');
    expect((await guarded.caller.get('/api/auth/session')).status).toBe(200);
  });

  test('confirms two-factor authentication only once when fifty requests use the same code', async () => {
    const { caller } = await join(app);
    const { secret } = (await caller.post<'setUpTwoFactor'>('/api/auth/2fa/setup')).body;
    const code = codeOf(app, secret);
    const answers = await fifty(() => caller.post(path, { code }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('second factor of a sign-in', () => {
  test('opens no session for the password alone and names the missing second factor', async () => {
    const { email } = await withPasskey(app, await withApp(app));
    const answer = await logIn(app, email);
    expectError(answer, 'SECOND_STEP_REQUIRED', {
      methods: ['totp', 'passkey', 'recovery-code'],
      expiresAt: new Date(app.clock.now().getTime() + 300_000).toISOString(),
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^countersign_login=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('opens a session when the code is correct, and then ends the pending sign-in', async () => {
    const { email, secret } = await withApp(app);
    const step = await halfIn(app, email);
    const answer = await step.post<'verifyTwoFactor'>(path, { code: codeOf(app, secret) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.session?.user.email).toBe(email);
    expect(answer.body.recoveryCodes).toBeUndefined();
    const session = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_session') });
    expect((await session.get('/api/auth/session')).status).toBe(200);
    expect(answer.headers.getSetCookie().find((cookie) => cookie.startsWith('countersign_login='))).toContain('1970');
    app.clock.advance({ seconds: 30 });
    expectError(await step.post(path, { code: codeOf(app, secret) }), 'LOGIN_STEP_EXPIRED');
  });

  test('accepts a clock difference of one time step in either direction, but rejects a difference of two steps', async () => {
    const guarded = await withApp(app);
    app.clock.advance({ minutes: 5 });
    for (const [steps, status] of [
      [-2, 403],
      [-1, 200],
      [1, 200],
      [2, 403],
    ] as const) {
      const step = await halfIn(app, guarded.email);
      expect((await step.post(path, { code: codeOf(app, guarded.secret, steps) })).status, `${steps}`).toBe(status);
    }
  });

  test('opens only one session when ten sign-ins use the same code in fifty concurrent requests', async () => {
    const guarded = await withApp(app);
    const { email, secret } = guarded;
    const steps = await Promise.all(Array.from({ length: 10 }, () => halfIn(app, email)));
    const code = codeOf(app, secret);
    const answers = await Promise.all(
      steps.flatMap((step) => Array.from({ length: 5 }, () => step.post(path, { code }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await app.sql(`select from sessions where user_id = $1 and second_factor = 'totp'`, [
      guarded.userId,
    ]);
    expect(sessions, 'the user has the session of the setup and the current session').toHaveLength(2);
  });

  test('rejects an older code after a newer code has been accepted', async () => {
    const { email, secret } = await withApp(app);
    app.clock.advance({ minutes: 2 });
    const older = codeOf(app, secret, -1);
    expect((await (await halfIn(app, email)).post(path, { code: codeOf(app, secret) })).status).toBe(200);
    expectError(await (await halfIn(app, email)).post(path, { code: older }), 'WRONG_CODE');
  });

  test('accepts each recovery code once in any spelling and shows the user how many codes remain', async () => {
    const { email, recoveryCodes } = await withApp(app);
    const code = recoveryCodes[3] ?? '';
    const step = await halfIn(app, email);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => step.post(path, { code: code.toUpperCase().replaceAll('-', ' ') })),
    );
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(1);
    expectError(await (await halfIn(app, email)).post(path, { code }), 'WRONG_CODE');
    expect((await app.mail(email, 'recovery-code-used')).text).toContain('9');
    expect(await trailOf(app)).toContain('user.recovery-code-used');
    const other = await halfIn(app, email);
    expect(
      (await other.post(path, { code: recoveryCodes[4] })).status,
      'the other recovery codes are still valid',
    ).toBe(200);
  });

  test('gives a pending sign-in precedence over an open session in the same browser', async () => {
    const [one, two] = [await withApp(app), await withApp(app)];
    const both = await halfIn(app, two.email, [one.session]);
    const answer = await both.post<'verifyTwoFactor'>(path, { code: codeOf(app, two.secret) });
    expect(answer.body.session?.user.email).toBe(two.email);
  });
});

describe('401', () => {
  test('rejects a pending sign-in that began more than five minutes ago', async () => {
    const { email, secret } = await withApp(app);
    const step = await halfIn(app, email);
    app.clock.advance({ minutes: 5, seconds: 1 });
    expectError(await step.post(path, { code: codeOf(app, secret) }), 'LOGIN_STEP_EXPIRED');
  });

  test('does not grant access for a stolen pending sign-in, whether sent in the sign-in cookie or in a session cookie', async () => {
    const { email } = await withApp(app);
    const answer = await logIn(app, email);
    const token = cookieNamed(answer, 'countersign_login').slice('countersign_login='.length);
    const asIs = app.anyone.with({ cookie: `countersign_login=${token}` });
    const asSession = app.anyone.with({ cookie: `countersign_session=${token}` });
    for (const caller of [asIs, asSession])
      for (const target of [
        '/api/auth/session',
        '/api/auth/2fa',
        '/api/documents/paginated',
        '/api/organization',
        '/api/user/profile',
      ])
        expectError(await caller.get(target), 'UNAUTHORIZED');
    expectError(await asIs.post('/api/auth/2fa/setup'), 'UNAUTHORIZED');
    expectError(await asIs.post('/api/settings/api-keys', { name: 'x', scopes: ['admin'] }), 'UNAUTHORIZED');
    expectError(await app.anyone.with({ bearer: token }).get('/api/auth/session'), 'UNAUTHORIZED');
  });

  test('ends a pending sign-in when the password is reset', async () => {
    const guarded = await withApp(app);
    const step = await halfIn(app, guarded.email);
    const changed = await guarded.caller.post('/api/auth/change-password', {
      currentPassword: PASSWORD,
      newPassword: app.secret('another harbour candle'),
    });
    expect(changed.status, changed.text).toBe(200);
    expectError(await step.post(path, { code: codeOf(app, guarded.secret) }), 'LOGIN_STEP_EXPIRED');
  });
});

sessionOnly(app, sample);

describe('403', () => {
  test('rejects and records a wrong code, and keeps the pending sign-in', async () => {
    const { email, secret } = await withApp(app);
    const step = await halfIn(app, email);
    expectError(await step.post(path, { code: codeOf(app, secret, 9) }), 'WRONG_CODE');
    expectError(await step.post(path, { code: 'no code at all' }), 'WRONG_CODE');
    expect((await trailOf(app)).filter((action) => action === 'user.second-factor-refused').length).toBeGreaterThan(1);
    expect((await step.post(path, { code: codeOf(app, secret) })).status).toBe(200);
  });

  test('rejects a session that was opened through an identity provider', async () => {
    const { caller, userId } = await join(app);
    await app.sql(`update sessions set method = 'oidc' where user_id = $1`, [userId]);
    app.clock.advance({ seconds: 2 });
    expectError(await caller.post(path, { code: '123456' }), 'FORBIDDEN');
  });

  test('rejects a person who lost every membership after the password was accepted', async () => {
    const guarded = await withApp(app);
    const step = await halfIn(app, guarded.email);
    await app.sql('delete from memberships where user_id = $1', [guarded.userId]);
    expectError(await step.post(path, { code: codeOf(app, guarded.secret) }), 'NO_ORGANIZATION');
  });
});

describe('409', () => {
  test('rejects the confirmation of a two-factor setup that was not started, has expired or is already complete', async () => {
    const { caller } = await join(app);
    expectError(await caller.post(path, { code: '123456' }), 'NO_TWO_FACTOR_SETUP');
    const { secret } = (await caller.post<'setUpTwoFactor'>('/api/auth/2fa/setup')).body;
    app.clock.advance({ minutes: 29 });
    await caller.get('/api/auth/session');
    app.clock.advance({ minutes: 2 });
    expectError(await caller.post(path, { code: codeOf(app, secret) }), 'NO_TWO_FACTOR_SETUP');
    const guarded = await withApp(app);
    expectError(await guarded.caller.post(path, { code: codeOf(app, guarded.secret) }), 'TWO_FACTOR_ENABLED');
  });
});

describe('422', () => {
  test.each([[{}], [{ code: '12' }], [{ code: 123456 }], [{ code: 'x'.repeat(61) }]])(
    'rejects the request body %j',
    async (body) => {
      const { caller } = await join(app);
      expectInvalid(await caller.post(path, body), 'code');
    },
  );
});

describe('429', () => {
  test("slows down code guesses by a caller who knows the password, and counts attempts from the owner's browser separately", async () => {
    const guarded = await withApp(app);
    const thief = await halfIn(app, guarded.email);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => thief.post(path, { code: String(100_000 + i) })),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20);
    const late = await thief.post(path, { code: codeOf(app, guarded.secret) });
    expectError(late, 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
    const owner = await halfIn(app, guarded.email, [guarded.device]);
    expect((await owner.post(path, { code: codeOf(app, guarded.secret) })).status).toBe(200);
  });

  test('counts attempts separately if the caller does not know the password', async () => {
    const guarded = await withApp(app);
    const device = [guarded.device];
    await Promise.all(Array.from({ length: 20 }, () => logIn(app, guarded.email, 'not this password')));
    await Promise.all(Array.from({ length: 20 }, () => app.anyone.post(path, { code: '123456' })));
    const answer = await app.anyone
      .with({ cookie: guarded.device })
      .post('/api/auth/login', { email: guarded.email, password: PASSWORD });
    const step = app.anyone.with({ cookie: [cookieNamed(answer, 'countersign_login'), ...device].join('; ') });
    expect((await step.post(path, { code: codeOf(app, guarded.secret) })).status).toBe(200);
  });
});

refusesOtherMethods(app, path, ['POST']);
