/**
 * Tests that signing in through single sign-on requires confirmation before it replaces the session of a signed-in
 * user.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type Tenant } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { join, PASSWORD } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const path = '/api/auth/sso/pending';
let hostile: Tenant;
let provider: SamlProvider;
beforeAll(async () => {
  provider = await SamlProvider.create('https://evil.example');
  hostile = await app.otherTenant();
  await setSaml(app, provider, {}, hostile.owner);
  await proveDomain(app, dns.records, 'evil.example', hostile.owner);
});
let people = 0;
const attacker = () => `mallory-${(people += 1)}@evil.example`;

/** Returns a user who signed in by password and follows a link to the sign-in of a hostile organization. */
async function lured() {
  const victim = await join(app);
  const browser = new Browser(app);
  expect((await browser.post('/api/auth/login', { email: victim.email, password: PASSWORD })).status).toBe(200);
  const before = browser.cookies.get('countersign_session');
  const email = attacker();
  const answer = await new SamlLogin(app, provider, hostile.organizationId, browser).logIn(email);
  return { victim, browser, before, email, to: leadsTo(answer) };
}
const whoIs = async (browser: Browser) =>
  ((await browser.get('/api/auth/session')).body as { session?: { user: { email: string } } }).session?.user.email;

describe('a sign-in in the browser of a signed-in user', () => {
  test("waits for the user's choice and names both accounts", async () => {
    const { victim, browser, before, email, to } = await lured();
    expect(to).toBe('/switch-account');
    expect(browser.cookies.get('countersign_session'), 'the session is unchanged').toBe(before);
    expect(await whoIs(browser)).toBe(victim.email);
    expect((await browser.get(path)).body).toEqual({
      pending: {
        current: { name: victim.name, email: victim.email, organization: expect.any(String) },
        next: { name: expect.any(String), email, organization: 'Contoso Research' },
      },
    });
  });

  test('continues if the user agrees, and ends the former session', async () => {
    const { browser, before, email } = await lured();
    const answer = await browser.post(path, { accept: true });
    expect(answer.body, answer.text).toEqual({ success: true, to: '/' });
    expect(await whoIs(browser)).toBe(email);
    const copy = new Browser(app);
    copy.cookies.set('countersign_session', before ?? '');
    expect((await copy.get('/api/auth/session')).status).toBe(401);
    expectError(await browser.post(path, { accept: true }), 'LOGIN_STEP_EXPIRED');
  });

  test('ends the new sign-in if the user keeps the current account', async () => {
    const { victim, browser, email } = await lured();
    const sealed = browser.cookies.get('countersign_pending') ?? '';
    expect((await browser.post(path, { accept: false })).status).toBe(200);
    expect(await whoIs(browser)).toBe(victim.email);
    const left = await app.sql('select s.id from sessions s join users u on u.id = s.user_id where u.email = $1', [
      email,
    ]);
    expect(left).toEqual([]);
    browser.cookies.set('countersign_pending', sealed);
    expectError(await browser.post(path, { accept: true }), 'LOGIN_STEP_EXPIRED');
  });

  test("expires a pending sign-in after ten minutes, and does not accept the sign-in's cookie alone", async () => {
    const { browser } = await lured();
    const sealed = browser.cookies.get('countersign_pending') ?? '';
    const copy = new Browser(app);
    copy.cookies.set('countersign_session', sealed);
    expect((await copy.get('/api/auth/session')).status).toBe(401);
    app.clock.advance({ minutes: 10, seconds: 1 });
    expect((await browser.get(path)).body).toEqual({ pending: null });
    expectError(await browser.post(path, { accept: true }), 'LOGIN_STEP_EXPIRED');
  });

  test('ends the former session without a confirmation if the same user signs in again', async () => {
    const email = attacker();
    const browser = new Browser(app);
    const logIn = () => new SamlLogin(app, provider, hostile.organizationId, browser).logIn(email);
    expect(leadsTo(await logIn())).toBe('/');
    const first = browser.cookies.get('countersign_session') ?? '';
    expect(leadsTo(await logIn())).toBe('/');
    const copy = new Browser(app);
    copy.cookies.set('countersign_session', first);
    expect(
      (await copy.get('/api/auth/session')).status,
      'a copied cookie is rejected after the session has ended',
    ).toBe(401);
  });

  test('does not ask for confirmation in a browser whose session has ended', async () => {
    const browser = new Browser(app);
    browser.cookies.set('countersign_session', 'A'.repeat(43));
    expect(leadsTo(await new SamlLogin(app, provider, hostile.organizationId, browser).logIn(attacker()))).toBe('/');
  });
});

test('returns 422 if the property "accept" is missing', async () => {
  expectInvalid(await app.anyone.post(path, {}), 'accept');
});
