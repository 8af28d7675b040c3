/**
 * Tests that people created by single sign-on have no password, and that access to a mailbox does not bypass the
 * organization's provider.
 */
import { beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { join, logIn, mailCount, mailToken, PASSWORD } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
let provider: SamlProvider;
beforeAll(async () => {
  app.secret(PASSWORD);
  provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider);
  await proveDomain(app, dns.records, 'proved.example');
});
async function made(email: string): Promise<string> {
  expect(leadsTo(await new SamlLogin(app, provider).logIn(email))).toBe('/');
  return email;
}
const ask = (email: string) => app.anyone.post('/api/auth/forgot-password', { email });
const reset = (token: string) => app.anyone.post('/api/auth/reset-password', { token, password: PASSWORD });

test('e-mails sign-in instructions instead of a password link to a user of single sign-on', async () => {
  const email = await made('one@proved.example');
  expect((await ask(email)).status).toBe(200);
  expect(await mailCount(app, email, 'sign-in-by-sso')).toBe(1);
  expect(await mailCount(app, email, 'reset-password')).toBe(0);
});

test('allows users to set a password by e-mail only while the organization allows passwords', async () => {
  await setSaml(app, provider, { allow_passwords: true });
  const [early, late] = [await made('two@proved.example'), await made('three@proved.example')];
  await ask(early);
  await ask(late);
  const tokens = [await mailToken(app, early, 'reset-password'), await mailToken(app, late, 'reset-password')] as const;
  expect((await reset(tokens[0])).status).toBe(200);
  expect((await logIn(app, early)).status).toBe(200);
  await setSaml(app, provider);
  expect((await reset(tokens[1])).status, 'a link from before the change of the settings is rejected').toBe(410);
});

test('lets users reset a password that they chose themselves', async () => {
  const { email } = await join(app);
  await ask(email);
  expect((await reset(await mailToken(app, email, 'reset-password'))).status).toBe(200);
});
