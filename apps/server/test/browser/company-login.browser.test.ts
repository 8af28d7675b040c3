/**
 * Tests single sign-on from the sign-in page to sign-out, with identity providers of other vendors. `npm test` signs in
 * with SAML on a desktop and with OpenID Connect on a phone. The soak tests cover both protocols on both devices.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startOidcProvider } from '../sso/oidc-provider.fixture.ts';
import { startPysaml2 } from '../sso/pysaml2-provider.fixture.ts';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { soak } from '../support/soak.ts';
import { proveDomain } from '../support/sso.ts';
import { judge } from './axe.ts';
import { startBrowser } from './browser.ts';
import { logOut } from './flows.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address], ssoPrivateHosts: ['127.0.0.1'] });
const browser = await startBrowser(app);
const SECRET = app.secret('client-secret-of-the-tests-0123456789');
const { organizationId } = app.tenant;
const callback = `${app.services.baseUrl()}/api/auth/oidc/${organizationId}/callback`;
const [saml, oidc] = await Promise.all([startPysaml2(), startOidcProvider({ redirectUri: callback, secret: SECRET })]);
afterAll(() => Promise.all([saml.close(), oidc.close()]));

/** This timeout is long enough for a complete sign-in through another server's pages on a busy machine. */
const LIMIT_MS = 60_000;

/** The page also requests the session before sign-in and after sign-out. Both requests are rejected. */
const EXPECTED = /^401 \/api\/auth\/session$/;

/** The properties that both providers have in common. */
type Company = {
  name: string;
  setUp: (more?: object) => Promise<void>;
  /** Sets the user who is signed in at the provider. */
  become: (person: { email: string; name: string }) => Promise<void>;
};
const put = async (body: object) => {
  const answer = await (await app.session()).send('PUT', '/api/organization/sso', { body });
  expect(answer.status, answer.text).toBe(200);
};
const COMPANIES: readonly Company[] = [
  {
    name: 'SAML',
    setUp: async (more) => {
      await put({ protocol: 'saml', metadata_xml: await saml.metadata(), ...more });
      await saml.tell('service-provider', (await app.anyone.get(`/api/auth/saml/${organizationId}/metadata`)).text);
      await saml.tell('options', { sign_assertion: true, sign_response: true });
    },
    become: async (person) => {
      await saml.tell('person', { ...person, subject: person.email });
      // The provider uses real time.
      app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });
    },
  },
  {
    name: 'OpenID Connect',
    setUp: (more) =>
      put({ protocol: 'oidc', issuer: oidc.issuer, client_id: 'countersign', client_secret: SECRET, ...more }),
    become: (person) => {
      oidc.become({ sub: person.email, email_verified: true, ...person });
      return Promise.resolve();
    },
  },
];

beforeAll(() => proveDomain(app, dns.records, 'proved.example'));

/** Signs in on the sign-in page and continues to the page that follows the provider's response. */
async function goThroughCompany(page: Page, email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
}
const home = (page: Page) => page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
const fits = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

describe.each(COMPANIES)('$name', ({ name, setUp, become }) => {
  const screens = [
    { screen: 'desktop', phone: false },
    { screen: 'phone', phone: true },
  ];
  const only = screens.filter(({ phone }) => phone === (name === 'OpenID Connect'));
  describe.each(soak({ test: only, full: screens }))('$screen', ({ screen, phone }) => {
    const state = (what: string) => `company-login-${name.toLowerCase().replace(' ', '-')}-${screen}-${what}`;
    const email = `olga-${name.length}-${screen}@proved.example`;

    test(
      'signs the user in and opens the requested page, and signs the user out again',
      { timeout: LIMIT_MS },
      async () => {
        await setUp();
        await become({ email, name: 'Olga Proved' });
        const page = await browser.visit({ phone, expected: EXPECTED });
        await page.goto('/login');
        await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
        await page.getByText('Enter your work e-mail address first.').waitFor();
        await goThroughCompany(page, email);
        await home(page);
        expect(await fits(page)).toBe(true);
        await logOut(page);
        await page.goto('/templates');
        await page.getByText('Sign in to continue.').waitFor();
        expect(await fits(page)).toBe(true);
        await goThroughCompany(page, email);
        await page.getByRole('heading', { name: 'Templates', exact: true }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/templates');
        await logOut(page);
      },
    );

    test(
      'explains what to do if the organization has not accepted the person yet, and signs the person in after acceptance',
      { timeout: LIMIT_MS },
      async () => {
        await setUp({ create_members: false });
        const stranger = `stranger-${email}`;
        await become({ email: stranger, name: 'Sam Stranger' });
        const page = await browser.visit({ phone, expected: EXPECTED });
        await page.goto('/login');
        await goThroughCompany(page, stranger);
        const alert = page.getByRole('alert').filter({ hasText: 'confirmed your identity' });
        await alert.waitFor();
        expect(await alert.textContent()).toContain('Ask an administrator of your organization for access.');
        expect(await fits(page)).toBe(true);
        await judge(page, state('not-allowed'));
        await setUp();
        await goThroughCompany(page, stranger);
        await home(page);
      },
    );
  });
});

test(
  'keeps all other sign-in methods available if an address has no single sign-on or the identity provider fails',
  { timeout: LIMIT_MS },
  async () => {
    await put({ protocol: 'oidc', issuer: oidc.issuer, client_id: 'countersign', client_secret: 'not the right one' });
    oidc.become({ sub: 'olga', email: 'olga@proved.example', email_verified: true, name: 'Olga Proved' });
    const page = await browser.visit({ expected: EXPECTED });
    await page.goto('/login');
    await goThroughCompany(page, 'somebody@nowhere.example');
    await page.getByText('This address does not use single sign-on.').waitFor();
    await judge(page, 'company-login-unknown');
    await goThroughCompany(page, 'olga@proved.example');
    await page.getByRole('alert').filter({ hasText: 'who can see the reason' }).waitFor();
    await judge(page, 'company-login-refused');
  },
);
