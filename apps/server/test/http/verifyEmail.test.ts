import { describe, expect, test } from 'vitest';
import { mailLink } from '../../src/features/accounts/mail-links.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { writeMember } from '../support/accounts.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { expectError, expectInvalid, statusesOf } from '../support/expect-answer.ts';
import { cookieNamed, cookiesOf, logIn, mailToken, PASSWORD, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { codeOf, withApp } from '../support/second-factor.ts';

const app = await startTestApp({ registration: 'open' });
const path = '/api/auth/verify-email';
app.secret(PASSWORD);

async function registered(organizationName?: string) {
  const person = app.person();
  const body = { ...person, password: PASSWORD, ...(organizationName !== undefined && { organizationName }) };
  const answer = await app.anyone.post('/api/auth/register', body);
  const browser = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_device') });
  return { ...person, browser, token: await mailToken(app, person.email, 'confirm-registration') };
}

describe('200', () => {
  test('creates an account and an organization, and signs in the browser that was used for the registration', async () => {
    const person = await registered('Analytical Engines');
    const answer = await person.browser.post<'verifyEmail'>(path, { token: person.token });
    expect(answer.status, answer.text).toBe(200);
    const { session } = answer.body;
    expect(session).toMatchObject({
      user: { email: person.email, name: person.name },
      organization: { name: 'Analytical Engines' },
      role: 'owner',
    });
    const caller = app.anyone.with({ cookie: cookiesOf(answer) });
    expect((await caller.get('/api/documents/paginated')).status).toBe(200);
    const [tenant] = await app.sql<{ tenant_id: string }>(
      `select tenant_id from tenants where organization_id = $1 and environment = 'live'`,
      [session.organization.id],
    );
    expect(await trailOf(app, tenant?.tenant_id)).toEqual(['user.logged-in', 'user.registered']);
    const events = await app.sql(`select from outbox where kind = 'user.created' and tenant_id = $1`, [
      tenant?.tenant_id,
    ]);
    expect(events).toHaveLength(1);
  });

  test('accepts the link in another browser with the password, and then allows the user to sign in', async () => {
    const { token, email } = await registered();
    expect((await app.anyone.post(path, { token, password: PASSWORD })).status).toBe(200);
    expect((await logIn(app, email)).status).toBe(200);
  });

  test("confirms the owner's address after setup only when the owner opens the e-mailed link", async () => {
    const session = await app.session();
    const verified = async () => (await session.get<'getProfile'>('/api/user/profile')).body.profile.email_verified;
    expect(await verified()).toBe(false);
    const token = await mailToken(app, OWNER.email, 'verify-email');
    expectInvalid(await app.anyone.post(path, { token }), 'password', 'password_required');
    expect((await app.anyone.post(path, { token, password: OWNER.password })).status).toBe(200);
    expect(await verified()).toBe(true);
    expectError(await app.anyone.post(path, { token, password: OWNER.password }), 'MAIL_LINK_INVALID');
  });

  test('creates one account when fifty requests use the same link', async () => {
    const person = await registered();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => person.browser.post(path, { token: person.token })),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 49 }, () => 410)]);
  });
});

describe('403', () => {
  test("opens no session until the account's second factor is entered", async () => {
    const person = await registered();
    const { body } = await person.browser.post<'verifyEmail'>(path, { token: person.token });
    const userId = body.session.user.id;
    const unproved = newId('emailToken');
    const guarded = await withApp(app, {
      ...person,
      userId,
      device: '',
      caller: app.anyone.with({ cookie: cookiesOf(await logIn(app, person.email)) }),
    });
    await app.sql(
      `insert into email_tokens (id, purpose, user_id, email, created_at, expires_at) values ($1, 'verify-email', $2, $3, $4, $5)`,
      [unproved, userId, person.email, app.clock.now(), new Date(app.clock.now().getTime() + 60_000)],
    );
    const token = app.secret(mailLink(app.services.linkKey, '', 'verify-email', unproved).split('#')[1] ?? '');
    const answer = await person.browser.post(path, { token, password: PASSWORD });
    expectError(answer, 'SECOND_STEP_REQUIRED', {
      methods: ['totp', 'recovery-code'],
      expiresAt: expect.any(String) as unknown,
    });
    const step = app.anyone.with({ cookie: cookieNamed(answer, 'countersign_login') });
    const done = await step.post('/api/auth/2fa/verify', { code: codeOf(app, guarded.secret) });
    expect(done.status, done.text).toBe(200);
  });

  test("rejects another browser that sends a different password, so that nobody can create an account with another person's address", async () => {
    const { token, email } = await registered();
    expectError(await app.anyone.post(path, { token, password: app.secret('not this password') }), 'WRONG_PASSWORD');
    expect(await app.sql('select from users where email = $1', [email])).toEqual([]);
  });
  test('rejects a person who was removed from every organization before confirming the address', async () => {
    const person = await registered();
    await person.browser.post(path, { token: person.token });
    const [user] = await app.sql<{ id: string }>('select id from users where email = $1', [person.email]);
    await app.sql('update users set email_verified_at = null where id = $1', [user?.id]);
    await app.anyone.post('/api/auth/resend-verification', { email: person.email });
    const token = await mailToken(app, person.email, 'verify-email');
    await app.sql('delete from memberships where user_id = $1', [user?.id]);
    expectError(await app.anyone.post(path, { token, password: PASSWORD }), 'NO_ORGANIZATION');
  });
});

describe('409', () => {
  test('rejects an address that has since been used for an account, for example through an invitation', async () => {
    const { browser, token, email, name } = await registered();
    await writeMember(app.services, { email, name }, [app.tenant.tenantId, app.tenant.sandboxId], 'member');
    expectError(await browser.post(path, { token }), 'ACCOUNT_EXISTS');
  });

  test('rejects a second registration of an address after the first registration was completed', async () => {
    const first = await registered();
    const again = await app.anyone.post('/api/auth/register', {
      email: first.email,
      name: first.name,
      password: PASSWORD,
    });
    const browser = app.anyone.with({ cookie: cookieNamed(again, 'countersign_device') });
    await app.sql('update login_attempts set failures = 0');
    const [row] = await app.sql<{ id: string }>(
      'select id from registrations where email = $1 order by created_at desc, id desc limit 1',
      [first.email],
    );
    expect((await first.browser.post(path, { token: first.token })).status).toBe(200);
    await app.anyone.post('/api/auth/resend-verification', { email: first.email });
    expect(row).toBeDefined();
    // The second link was sent before the first link was used.
    const second = await mailToken(app, first.email, 'confirm-registration');
    const answer = await browser.post(path, { token: second });
    expect([409, 410]).toContain(answer.status);
    if (answer.status === 409) expectError(answer, 'ACCOUNT_EXISTS');
  });
});

describe('410', () => {
  test('rejects an expired link, a used link and an invalid link', async () => {
    const { token, browser } = await registered();
    expectError(await app.anyone.both('POST', path, { body: { token: 'nonsense' } }), 'MAIL_LINK_INVALID');
    expectError(await browser.post(path, { token: `${token.slice(0, -2)}AA` }), 'MAIL_LINK_INVALID');
    app.clock.advance({ hours: 48, seconds: 1 });
    expectError(await browser.post(path, { token }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test.each([
    ['a missing token', {}, 'token'],
    [
      'a request from another browser without the password',
      async () => ({ token: (await registered()).token }),
      'password',
    ],
  ])('rejects an incomplete confirmation: %s', async (_name, body, field) => {
    expectInvalid(await app.anyone.post(path, typeof body === 'function' ? await body() : body), field);
  });
});

describe('429', () => {
  test('limits password guesses made with a stolen confirmation link', async () => {
    const { token } = await registered();
    for (let i = 0; i < 10; i += 1) await app.anyone.post(path, { token, password: 'not this password' });
    expectError(await app.anyone.post(path, { token, password: PASSWORD }), 'TOO_MANY_ATTEMPTS', {
      retryAfterSeconds: 60,
    });
  });
});

refusesOtherMethods(app, path, ['POST']);
