import { describe, expect, test } from 'vitest';
import { cookieOf, OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { cookieNamed, cookiesOf, join, logIn, mailCount, PASSWORD } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { comparableText } from '../support/caller.ts';

const app = await startTestApp();
const { email, password } = OWNER;

describe('200', () => {
  test.each(['/api/auth/login', '/v1/api/auth/login'])('%s opens a session', async (path) => {
    const answer = await app.anyone.post<'login'>(path, { email: ` ${email.toUpperCase()} `, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      session: {
        user: { id: app.tenant.userId, name: OWNER.name, email },
        organization: { id: app.tenant.organizationId, name: OWNER.organization, plan: 'enterprise' },
        role: 'owner',
        operator: true,
        expires_at: new Date(app.clock.now().getTime() + 12 * 3_600_000).toISOString(),
        method: 'password',
        locale: null,
        time_zone: null,
        two_factor_required: false,
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^countersign_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^countersign_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await app.anyone.with({ cookie: cookieOf(answer) }).get('/api/auth/session')).status).toBe(200);
  });

  test('opens a new session for each sign-in', async () => {
    const [one, two] = await Promise.all([app.logIn(), app.logIn()]);
    await one.post('/api/auth/logout');
    expect((await one.get('/api/auth/session')).status).toBe(401);
    expect((await two.get('/api/auth/session')).status).toBe(200);
  });

  test('accepts the password in any Unicode normalization form', async () => {
    expect((await app.anyone.post('/api/auth/login', { email, password: password.normalize('NFD') })).status).toBe(200);
  });
});

describe('401', () => {
  test('returns the same response for an unknown address as for a wrong password', async () => {
    const wrong = await app.anyone.both('POST', '/api/auth/login', {
      body: { email, password: app.secret('not this password') },
    });
    const unknown = await app.anyone.both('POST', '/api/auth/login', {
      body: { email: 'nobody@northwind.example', password: 'not this password' },
    });
    expectError(wrong, 'INVALID_CREDENTIALS');
    expect(comparableText(unknown)).toBe(comparableText(wrong));
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });
});

describe('429', () => {
  const wrong = (by = app.anyone) => logIn(app, email, app.secret('not this password'), by);
  const right = (by = app.anyone) => logIn(app, email, password, by);

  test('delays sign-ins increasingly after ten wrong passwords, even for concurrent attempts and for the correct password', async () => {
    app.clock.advance({ days: 2 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => wrong()));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = await right();
    expectError(refused, 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 });
    expect(refused.headers.get('retry-after')).toBe('60');
    app.clock.advance({ seconds: 61 });
    expect((await wrong()).status).toBe(401);
    expectError(await right(), 'TOO_MANY_ATTEMPTS', { retryAfterSeconds: 120 });
    app.clock.advance({ seconds: 121 });
    expect((await right()).status).toBe(200);
    expect((await wrong()).status).toBe(401);
  });

  test('delays sign-in for an address without an account in the same way as for an account', async () => {
    app.clock.advance({ days: 2 });
    const answers: number[] = [];
    for (let i = 0; i < 11; i += 1)
      answers.push((await logIn(app, 'nobody@northwind.example', 'not this password')).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  test("does not lock out the account owner, because attempts from the owner's browser are counted separately", async () => {
    app.clock.advance({ days: 2 });
    const known = app.anyone.with({ cookie: cookieNamed(await right(), 'countersign_device') });
    for (let i = 0; i < 11; i += 1) await wrong();
    expect((await right()).status).toBe(429);
    expect((await right(known)).status).toBe(200);
    for (let i = 0; i < 10; i += 1) expect((await wrong(known)).status).toBe(401);
    expect((await right(known)).status, 'a correct password is also rejected after too many attempts').toBe(429);
  });

  test('rejects sign-ins from an IP address that tries many accounts, even with a correct password', async () => {
    app.clock.advance({ days: 2 });
    for (let i = 0; i < 50; i += 1) await logIn(app, `person-${i}@northwind.example`, 'not this password');
    expect((await right()).status).toBe(429);
    app.clock.advance({ seconds: 61 });
    expect((await right()).status).toBe(200);
    expect((await logIn(app, 'another@northwind.example', 'not this password')).status).toBe(401);
    expect((await logIn(app, 'another@northwind.example', 'not this password')).status).toBe(429);
  });
});

describe('sessions opened by a sign-in', () => {
  test('ignores a session cookie that the browser had before sign-in (session fixation)', async () => {
    app.clock.advance({ days: 2 });
    const planted = `countersign_session=${'F'.repeat(43)}`;
    const answer = await app.anyone.with({ cookie: planted }).post('/api/auth/login', { email, password });
    expect(cookieOf(answer)).not.toBe(planted);
    expect((await app.anyone.with({ cookie: planted }).get('/api/auth/session')).status).toBe(401);
  });

  test('replaces the previous session of the browser', async () => {
    const person = await join(app);
    const before = cookiesOf(await logIn(app, person.email));
    const after = cookiesOf(await logIn(app, person.email, PASSWORD, app.anyone.with({ cookie: before })));
    expectError(await app.anyone.with({ cookie: before }).get('/api/auth/session'), 'UNAUTHORIZED');
    expect((await app.anyone.with({ cookie: after }).get('/api/auth/session')).status).toBe(200);
  });

  test('e-mails the account owner after a sign-in from a new browser, but not from a known browser', async () => {
    const before = await mailCount(app, email, 'new-device');
    const answer = await logIn(app, email, password);
    expect(await mailCount(app, email, 'new-device')).toBe(before + 1);
    await logIn(app, email, password, app.anyone.with({ cookie: cookieNamed(answer, 'countersign_device') }));
    expect(await mailCount(app, email, 'new-device')).toBe(before + 1);
  });
});

describe('403', () => {
  test('reports that the user has no organization only if the password is correct', async () => {
    const person = await join(app);
    const owner = await app.session();
    expect((await owner.send('DELETE', `/api/organization/members/${person.userId}`)).status).toBe(200);
    expectError(await logIn(app, person.email, PASSWORD, person.browser), 'NO_ORGANIZATION');
    expectError(await logIn(app, person.email, 'not this password', person.browser), 'INVALID_CREDENTIALS');
  });

  test('rejects a request from another site', async () => {
    expectError(
      await app.anyone.post('/api/auth/login', { email, password }, { headers: { origin: 'https://evil.example' } }),
      'CROSS_SITE_REQUEST',
    );
  });
});

refusesOtherMethods(app, '/api/auth/login', ['POST']);

describe('415', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'rejects sign-in with the Content-Type %s',
    async (type) => {
      const answer = await app.anyone.both('POST', '/api/auth/login', {
        body: JSON.stringify({ email, password }),
        headers: { 'content-type': type },
      });
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );
  test('rejects a request without a Content-Type', async () => {
    expectError(
      await app.anyone.post('/api/auth/login', Buffer.from(JSON.stringify({ email, password }))),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

describe('422', () => {
  test.each([
    ['a missing password', { email }, 'password'],
    ['an empty password', { email, password: '' }, 'password'],
    ['a missing address', { password }, 'email'],
    ['an invalid address', { email: 'grace', password }, 'email'],
    ['an object instead of an address', { email: { is: null }, password }, 'email'],
    ['an unknown property', { email, password, remember: true }, 'remember'],
  ])('rejects invalid sign-in input: %s', async (_, body, field) => {
    expectInvalid(await app.anyone.both('POST', '/api/auth/login', { body }), field);
  });

  test.each([
    ['empty', '', undefined],
    ['incomplete JSON', `{"email": "${email}"`, 'malformed_json'],
    [
      'JSON with a property named __proto__',
      `{"email":"${email}","password":"${password}","__proto__":{"role":"owner"}}`,
      'malformed_json',
    ],
    [
      'JSON with an own property constructor.prototype',
      `{"email":"${email}","password":"${password}","constructor":{"prototype":{"role":"owner"}}}`,
      'malformed_json',
    ],
    [
      'a byte that is not UTF-8',
      Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      undefined,
    ],
  ])('rejects a sign-in whose body is %s', async (_, body, reason) => {
    const answer = await app.anyone.both('POST', '/api/auth/login', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    if (reason === undefined) expect(answer.status).toBe(422);
    else expectInvalid(answer, 'body', reason);
  });
});

describe('413', () => {
  test('rejects a request body of more than 2 MB', async () => {
    const answer = await app.anyone.post('/api/auth/login', { email, password: 'x'.repeat(2 * 1024 * 1024) });
    expectError(answer, 'BODY_TOO_LARGE');
  });
});
