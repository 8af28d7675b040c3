import { describe, expect, test } from 'vitest';
import { cookieOf, OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';

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
        expires_at: new Date(app.clock.now().getTime() + 12 * 3_600_000).toISOString(),
      },
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^countersign_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect((await app.anyone.with({ cookie: cookieOf(answer) }).get('/api/auth/session')).status).toBe(200);
  });

  test('each login is a session of its own', async () => {
    const [one, two] = await Promise.all([app.logIn(), app.logIn()]);
    await one.post('/api/auth/logout');
    expect((await one.get('/api/auth/session')).status).toBe(401);
    expect((await two.get('/api/auth/session')).status).toBe(200);
  });

  test('the same password, however its characters are composed', async () => {
    expect((await app.anyone.post('/api/auth/login', { email, password: password.normalize('NFD') })).status).toBe(200);
  });
});

describe('401', () => {
  test('an unknown address is answered like a wrong password', async () => {
    const wrong = await app.anyone.both('POST', '/api/auth/login', {
      body: { email, password: app.secret('not this password') },
    });
    const unknown = await app.anyone.both('POST', '/api/auth/login', {
      body: { email: 'nobody@northwind.example', password: 'not this password' },
    });
    expectError(wrong, 'INVALID_CREDENTIALS');
    expect(unknown.text).toBe(wrong.text);
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });
});

describe('403', () => {
  test('a page of another site cannot log anybody in', async () => {
    expectError(
      await app.anyone.post('/api/auth/login', { email, password }, { headers: { origin: 'https://evil.example' } }),
      'CROSS_SITE_REQUEST',
    );
  });
});

refusesOtherMethods(app, '/api/auth/login', ['POST']);

describe('415', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    '%s',
    async (type) => {
      const answer = await app.anyone.both('POST', '/api/auth/login', {
        body: JSON.stringify({ email, password }),
        headers: { 'content-type': type },
      });
      expectError(answer, 'UNSUPPORTED_MEDIA_TYPE');
    },
  );
  test('no type at all', async () => {
    expectError(
      await app.anyone.post('/api/auth/login', Buffer.from(JSON.stringify({ email, password }))),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

describe('422', () => {
  test.each([
    ['no password', { email }, 'password'],
    ['an empty password', { email, password: '' }, 'password'],
    ['no address', { password }, 'email'],
    ['something that is no address', { email: 'grace', password }, 'email'],
    ['an object for an address', { email: { $ne: null }, password }, 'email'],
    ['something unknown', { email, password, remember: true }, 'remember'],
  ])('%s', async (_, body, field) => {
    expectInvalid(await app.anyone.both('POST', '/api/auth/login', { body }), field);
  });

  test.each([
    ['nothing', '', undefined],
    ['half an object', `{"email": "${email}"`, 'malformed_json'],
    [
      'an own __proto__',
      `{"email":"${email}","password":"${password}","__proto__":{"role":"owner"}}`,
      'malformed_json',
    ],
    [
      'an own constructor with a prototype',
      `{"email":"${email}","password":"${password}","constructor":{"prototype":{"role":"owner"}}}`,
      'malformed_json',
    ],
    [
      'a byte that is no UTF-8',
      Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      undefined,
    ],
  ])('%s instead of JSON', async (_, body, reason) => {
    const answer = await app.anyone.both('POST', '/api/auth/login', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    if (reason === undefined) expect(answer.status).toBe(422);
    else expectInvalid(answer, 'body', reason);
  });
});

describe('413', () => {
  test('a body of more than 2 MB', async () => {
    const answer = await app.anyone.post('/api/auth/login', { email, password: 'x'.repeat(2 * 1024 * 1024) });
    expectError(answer, 'BODY_TOO_LARGE');
  });
});
