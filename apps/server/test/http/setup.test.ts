import { describe, expect, test } from 'vitest';
import { cookieOf, OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';

const app = await startTestApp({ fresh: true });
const input = { token: app.setupToken, ...OWNER };
const needed = async (): Promise<boolean> => (await app.anyone.get<'getSetup'>('/api/setup')).body.needed;

describe('401', () => {
  test.each([
    ['another token', `${app.setupToken.slice(0, -1)}${app.setupToken.endsWith('A') ? 'B' : 'A'}`],
    ['a truncated token', app.setupToken.slice(0, 16)],
  ])('rejects setup with %s, and still reports that setup is needed', async (_, token) => {
    expectError(await app.anyone.both('POST', '/api/setup', { body: { ...input, token } }), 'SETUP_LINK_INVALID');
    expect(await needed()).toBe(true);
  });
});

describe('403', () => {
  test('rejects a request from another site', async () => {
    expectError(
      await app.anyone.post('/api/setup', input, { headers: { 'sec-fetch-site': 'cross-site' } }),
      'CROSS_SITE_REQUEST',
    );
    expect(await needed()).toBe(true);
  });
});

describe('415', () => {
  test('rejects setup data that is sent as an HTML form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expectError(
      await app.anyone.post('/api/setup', new URLSearchParams(input).toString(), { headers }),
      'UNSUPPORTED_MEDIA_TYPE',
    );
  });
});

describe('422', () => {
  test.each([
    ['a missing password', { ...input, password: undefined }, 'password'],
    ['a password of eleven characters', { ...input, password: 'elevenchars' }, 'password'],
    ['a password of 1,025 bytes', { ...input, password: `${'x'.repeat(1023)}é` }, 'password'],
    ['a common password', { ...input, password: 'password1234' }, 'password'],
    ["a password that contains the user's name", { ...input, password: 'graceHopper2026' }, 'password'],
    ['an invalid e-mail address', { ...input, email: 'grace at northwind' }, 'email'],
    ['an address with a line break', { ...input, email: 'grace@north\nwind.example' }, 'email'],
    ['an empty name', { ...input, name: ' ' }, 'name'],
    ['a name with a line break', { ...input, name: 'Grace\nHopper' }, 'name'],
    ['a name with a lone surrogate', { ...input, name: 'Grace \ud800' }, 'name'],
    ['a name that is a number', { ...input, name: 7 }, 'name'],
    ['an organization name of 121 characters', { ...input, organization: 'x'.repeat(121) }, 'organization'],
    ['an unknown property', { ...input, role: 'owner' }, 'role'],
    ['a list instead of an object', [input], 'body'],
  ])('rejects invalid setup input: %s', async (_name, body, field) => {
    expectInvalid(await app.anyone.both('POST', '/api/setup', { body }), field);
    expect(await needed()).toBe(true);
  });

  test('does not report a value of the wrong type as missing', async () => {
    const { message } = expectInvalid(await app.anyone.post('/api/setup', { ...input, name: 7 }), 'name');
    expect(message).not.toContain('required');
    expect(message).toMatch(/string|text/);
  });

  test('reports all validation errors of the setup data together', async () => {
    const error = expectInvalid(await app.anyone.post('/api/setup', { token: app.setupToken }), 'organization');
    expect(error.errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'organization is required',
      'name is required',
      'email is required',
      'password is required',
    ]);
  });
});

describe('201', () => {
  test('creates the organization and its owner, signs the owner in, and accepts only one of two concurrent requests', async () => {
    const answers = await Promise.all([
      app.anyone.post<'setup'>('/api/setup', input),
      app.anyone.post<'setup'>('/v1/api/setup', input),
    ]);
    expect(statusesOf(answers)).toEqual([201, 409]);
    const made = answers.find(({ status }) => status === 201);
    if (!made) throw new Error('unreachable');
    expect(made.body).toEqual({
      success: true,
      session: {
        user: { id: expect.stringMatching(/^usr_[0-9a-hjkmnp-tv-z]{26}$/), name: OWNER.name, email: OWNER.email },
        organization: { id: expect.stringMatching(/^org_/), name: OWNER.organization, plan: 'enterprise' },
        role: 'owner',
        operator: true,
        expires_at: new Date(app.clock.now().getTime() + 12 * 3_600_000).toISOString(),
        method: 'password',
        locale: null,
        time_zone: null,
        two_factor_required: false,
      },
    });
    const cookie = made.headers.getSetCookie()[0] ?? '';
    expect(cookie).toMatch(/^countersign_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const session = await app.anyone.with({ cookie: cookieOf(made) }).get<'getSession'>('/api/auth/session');
    expect(session.body.session).toEqual(made.body.session);
  });
});

describe('409', () => {
  test('rejects a second setup with the same link', async () => {
    expectError(await app.anyone.both('POST', '/api/setup', { body: input }), 'SETUP_DONE');
  });
  test('reports that setup is complete even to a caller without a valid setup link', async () => {
    expectError(await app.anyone.post('/api/setup', { ...input, token: 'guessed' }), 'SETUP_DONE');
  });
});
