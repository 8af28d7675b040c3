/** Tests against pysaml2, an independent identity provider that signs and encrypts with xmlsec1. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { leadsTo, newestRefusal, proveDomain } from '../support/sso.ts';
import { startPysaml2 } from './pysaml2-provider.fixture.ts';

const dns = await startDnsServer();
// The provider uses real time.
const app = await startTestApp({
  dnsServers: [dns.address],
  startAt: new Date().toISOString(),
  ssoPrivateHosts: ['127.0.0.1'],
});
const provider = await startPysaml2();
afterAll(() => provider.close());
const { base, tell } = provider;

beforeAll(() => proveDomain(app, dns.records, 'proved.example'));

/** The provider uses real time, but the server's clock is frozen. */
const catchUp = (): void => app.clock.advance({ ms: Date.now() - app.clock.now().getTime() });

async function setUp(more: object = {}): Promise<void> {
  catchUp();
  const metadata = await provider.metadata();
  const body = {
    protocol: 'saml',
    metadata_xml: metadata,
    role_mapping: { attribute: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.7', admin: ['admins'] },
    ...more,
  };
  const answer = await (await app.session()).send('PUT', '/api/organization/sso', { body });
  expect(answer.status, answer.text).toBe(200);
  await tell('service-provider', (await app.anyone.get(`/api/auth/saml/${app.tenant.organizationId}/metadata`)).text);
}

type Options = { cipher?: 'cbc' | 'gcm' | '3des' } & Partial<
  Record<'sign_response' | 'sign_assertion' | 'encrypt_assertion' | 'check_request' | 'unsolicited', boolean>
>;

/**
 * Acts like a browser: starts at our sign-in page, follows the redirect to the provider, and submits the form that the
 * provider returns.
 */
async function logIn(browser: Browser, person: object, options: Options & { acs?: string; audience?: string }) {
  await tell('person', person);
  await tell('options', options);
  catchUp();
  const began = await browser.get(`/api/auth/saml/${app.tenant.organizationId}/login`);
  const page = await fetch(began.headers.get('location') ?? '');
  const html = await page.text();
  expect(page.status, html).toBe(200);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const action = new URL(/action="([^"]+)"/.exec(html)?.[1] ?? '');
  const state = field('RelayState');
  return browser.form(action.pathname, {
    SAMLResponse: field('SAMLResponse'),
    ...(state !== '' && { RelayState: state }),
  });
}

describe('the identity provider pysaml2', () => {
  test.each<[string, Options]>([
    ['a signed assertion', { sign_assertion: true }],
    ['a signed response', { sign_response: true }],
    ['a signed assertion in a signed response', { sign_assertion: true, sign_response: true }],
    ['a signed assertion, encrypted for Countersign', { sign_assertion: true, encrypt_assertion: true }],
    ['a signed response with an encrypted assertion', { sign_response: true, encrypt_assertion: true }],
    [
      'a signed response and assertion, encrypted in CBC mode',
      { sign_assertion: true, sign_response: true, encrypt_assertion: true, cipher: 'cbc' },
    ],
  ])('signs in with %s', async (name, options) => {
    await setUp();
    const email = `${name.replaceAll(/\W+/g, '-')}@proved.example`;
    const browser = new Browser(app);
    const answer = await logIn(browser, { email, name: 'Ada Åström', subject: name, groups: ['admins'] }, options);
    expect(leadsTo(answer), (await newestRefusal(app)) ?? '').toBe('/');
    const { session } = (await browser.get('/api/auth/session')).body as { session: { user: object; role: string } };
    expect(session).toMatchObject({ user: { email, name: 'Ada Åström' }, role: 'admin' });
  });

  test("verifies the signature of the sign-in request with the key in Countersign's metadata", async () => {
    await setUp({ sign_requests: true });
    const person = { email: 'signed@proved.example', name: 'Signed', subject: 'signed' };
    expect(leadsTo(await logIn(new Browser(app), person, { sign_assertion: true, check_request: true }))).toBe('/');
  });

  test('accepts an unsolicited response if the organization allows such responses', async () => {
    await setUp({ allow_idp_initiated: true });
    const url = `${app.services.baseUrl()}/api/auth/saml/${app.tenant.organizationId}`;
    const person = { email: 'unasked@proved.example', name: 'Unasked', subject: 'unasked' };
    const options = { sign_assertion: true, unsolicited: true, acs: `${url}/acs`, audience: `${url}/metadata` };
    await tell('person', person);
    await tell('options', options);
    const html = await (await fetch(`${base}/sso`)).text();
    const response = /name="SAMLResponse" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const answer = await new Browser(app).form(new URL(`${url}/acs`).pathname, { SAMLResponse: response });
    expect(leadsTo(answer), (await newestRefusal(app)) ?? '').toBe('/');
  });

  test('rejects an assertion encrypted with 3DES', async () => {
    await setUp();
    const person = { email: 'old@proved.example', name: 'Old', subject: 'old' };
    const answer = await logIn(new Browser(app), person, {
      sign_assertion: true,
      encrypt_assertion: true,
      cipher: '3des',
    });
    expect(leadsTo(answer)).toBe('/login#sso=SSO_REFUSED');
    expect(await newestRefusal(app)).toBe('weak-algorithm');
  });

  test('rejects a response without any signature', async () => {
    await setUp();
    const person = { email: 'unsigned@proved.example', name: 'Unsigned', subject: 'unsigned' };
    expect(leadsTo(await logIn(new Browser(app), person, { sign_assertion: false, sign_response: false }))).toBe(
      '/login#sso=SSO_REFUSED',
    );
    expect(await newestRefusal(app)).toBe('not-signed');
    const encrypted = await logIn(new Browser(app), person, {
      sign_assertion: false,
      sign_response: false,
      encrypt_assertion: true,
    });
    expect(leadsTo(encrypted)).toBe('/login#sso=SSO_REFUSED');
    expect(await newestRefusal(app)).toBe('not-signed');
  });
});
