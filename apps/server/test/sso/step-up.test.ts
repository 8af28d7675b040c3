/**
 * Tests that a person with a single sign-on session proves their identity by signing in at the provider again (ADR 41).
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectError } from '../support/expect-answer.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, newestRefusal, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
let provider: SamlProvider;
beforeAll(async () => {
  provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider, { role_mapping: { attribute: 'groups', admin: ['admins'] } });
  await proveDomain(app, dns.records, 'proved.example');
});
let people = 0;
const someone = () => `admin-${(people += 1)}@proved.example`;
const attributes = { groups: 'admins' };
const makeKey = (browser: Browser) => browser.post('/api/settings/api-keys', { name: 'k', scopes: ['documents:read'] });
const askedAt = (seconds: number) => (xml: string) =>
  xml.replace(
    /AuthnInstant="[^"]*"/,
    `AuthnInstant="${new Date(app.clock.now().getTime() + seconds * 1000).toISOString()}"`,
  );

async function logIn(email: string, browser = new Browser(app), query = '', edit = askedAt(0)) {
  const login = new SamlLogin(app, provider, app.tenant.organizationId, browser);
  const { requestId, relayState, request } = await login.begin(query);
  const answer = await login.bring(login.says(email, { requestId, attributes, edit }), relayState);
  return { browser, request, to: leadsTo(answer) };
}

describe('a session opened through single sign-on', () => {
  test('counts the age of a confirmation from the time that the provider reports', async () => {
    const { browser } = await logIn(someone(), undefined, '', askedAt(-11 * 60));
    expectError(await makeKey(browser), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
    const fresh = await logIn(someone());
    expect((await makeKey(fresh.browser)).status).toBe(201);
    app.clock.advance({ minutes: 11 });
    expectError(await makeKey(fresh.browser), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });

  test('confirms the user through a sign-in for which the provider asks for credentials again, and replaces the session token', async () => {
    const email = someone();
    const { browser, request } = await logIn(email, undefined, '', askedAt(-3600));
    expect(request).not.toContain('ForceAuthn');
    const before = browser.cookies.get('countersign_session');
    const again = await logIn(email, browser, '?fresh=1&to=/signed-in-again');
    expect(again.request).toContain('ForceAuthn="true"');
    expect(again.to).toBe('/signed-in-again');
    expect(browser.cookies.get('countersign_session')).not.toBe(before);
    expect((await makeKey(browser)).status).toBe(201);
  });

  test('rejects a response if the provider did not authenticate the user again', async () => {
    const email = someone();
    const { browser } = await logIn(email, undefined, '', askedAt(-3600));
    expect((await logIn(email, browser, '?fresh=1', askedAt(-3600))).to).toBe('/login#sso=SSO_REFUSED');
    expect(await newestRefusal(app)).toBe('not-fresh');
    expectError(await makeKey(browser), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });

  test('does not confirm the user through a sign-in by another person', async () => {
    const { browser } = await logIn(someone(), undefined, '', askedAt(-3600));
    expect((await logIn(someone(), browser, '?fresh=1')).to).toBe('/switch-account');
    expectError(await makeKey(browser), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });
});
