import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, mailToken, trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { SamlLogin, setSaml } from '../support/sso.ts';

const app = await startTestApp();
const path = '/api/auth/sso/confirm';
let provider: SamlProvider;
beforeAll(async () => {
  provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider);
});
let people = 0;
const someone = () => `eve-${(people += 1)}@elsewhere.example`;

/** Starts a sign-in that waits for its user's confirmation. */
async function asked(email: string): Promise<{ browser: Browser; token: string }> {
  const login = new SamlLogin(app, provider);
  await login.logIn(email);
  return { browser: login.browser, token: await mailToken(app, email, 'confirm-sso') };
}

describe('200', () => {
  test('creates the account and continues the sign-in in the same browser', async () => {
    const email = someone();
    const { browser, token } = await asked(email);
    const answer = await browser.post(path, { token });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ success: true, session: { user: { email }, role: 'member' } });
    expect(await trailOf(app)).toEqual(
      expect.arrayContaining(['sso.asked', 'user.registered', 'member.joined-by-sso']),
    );
    const [user] = await app.sql(
      'select password_hash, email_verified_at is not null as verified from users where email = $1',
      [email],
    );
    expect(user).toEqual({ password_hash: null, verified: true });
  });

  test('keeps the other data and sessions of an existing account', async () => {
    const { email, userId, caller } = await join(app);
    const { browser, token } = await asked(email);
    expect((await browser.post(path, { token })).body).toMatchObject({ session: { user: { id: userId } } });
    expect((await caller.get('/api/auth/session')).status, 'the other session remains valid').toBe(200);
  });
});

describe('403', () => {
  test('rejects the confirmation link in another browser', async () => {
    const { token, browser } = await asked(someone());
    expectError(await new Browser(app).post(path, { token }), 'ANOTHER_BROWSER');
    expect((await browser.post(path, { token })).status, 'the link remains valid').toBe(200);
  });
});

describe('410', () => {
  test('rejects a second use of the link, even in concurrent requests', async () => {
    const { browser, token } = await asked(someone());
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(path, { token })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectError(await browser.post(path, { token }), 'MAIL_LINK_INVALID');
  });

  test('rejects the confirmation link after an hour', async () => {
    const { browser, token } = await asked(someone());
    app.clock.advance({ hours: 1, seconds: 1 });
    expectError(await browser.post(path, { token }), 'MAIL_LINK_INVALID');
  });

  test('rejects the confirmation link if the organization has since changed its identity provider', async () => {
    const { browser, token } = await asked(someone());
    await setSaml(app, await SamlProvider.create('https://idp.example'));
    expectError(await browser.post(path, { token }), 'MAIL_LINK_INVALID');
    await setSaml(app, provider);
  });

  test('rejects a link from another kind of e-mail and an invalid link', async () => {
    const { email } = await join(app);
    await app.anyone.post('/api/auth/forgot-password', { email });
    const token = await mailToken(app, email, 'reset-password');
    for (const one of [token, 'x', 'A'.repeat(80)])
      expectError(await app.anyone.post(path, { token: one }), 'MAIL_LINK_INVALID');
  });
});

describe('422', () => {
  test('rejects a confirmation without a token', async () => {
    expectInvalid(await app.anyone.post(path, {}), 'token');
  });
});

refusesOtherMethods(app, path, ['POST']);
