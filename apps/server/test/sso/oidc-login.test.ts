/** Tests sign-in against oidc-provider, which is certified by the OpenID Foundation and runs on loopback. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { mailToken } from '../support/people.ts';
import { leadsTo, newestRefusal, proveDomain } from '../support/sso.ts';
import { type OidcPerson, startOidcProvider } from './oidc-provider.fixture.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address], ssoPrivateHosts: ['127.0.0.1'] });
const SECRET = app.secret('client-secret-of-the-tests-0123456789');
const callback = () => `${app.services.baseUrl()}/api/auth/oidc/${app.tenant.organizationId}/callback`;
const provider = await startOidcProvider({ redirectUri: callback(), secret: SECRET });
afterAll(() => provider.close());
const refused = '/login#sso=SSO_REFUSED';

async function setUp(more: object = {}) {
  const body = {
    protocol: 'oidc',
    issuer: provider.issuer,
    client_id: 'countersign',
    client_secret: SECRET,
    role_mapping: { attribute: 'groups', admin: ['admins'] },
    ...more,
  };
  const answer = await (await app.session()).send('PUT', '/api/organization/sso', { body });
  expect(answer.status, answer.text).toBe(200);
}
beforeAll(async () => {
  await setUp();
  await proveDomain(app, dns.records, 'proved.example');
});

const begin = async (browser: Browser) => {
  const answer = await browser.get(`/api/auth/oidc/${app.tenant.organizationId}/login`);
  return new URL(answer.headers.get('location') ?? '');
};
/** Returns the path that the provider redirects the browser to. */
async function atProvider(address: URL, person: OidcPerson): Promise<string> {
  const url = await provider.logIn(address, person);
  return url.pathname + url.search;
}
async function logIn(person: OidcPerson, browser = new Browser(app)) {
  return { browser, answer: await browser.get(await atProvider(await begin(browser), person)) };
}
let people = 0;
const someone = (domain = 'proved.example'): OidcPerson & { email: string } => {
  people += 1;
  return { sub: `subject-${people}`, email: `olga-${people}@${domain}`, email_verified: true, name: 'Olga Proved' };
};

describe('sign-in through OpenID Connect', () => {
  test('creates a member and an organization-bound session with an authorization code, PKCE, state and nonce', async () => {
    const browser = new Browser(app);
    const address = await begin(browser);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
      redirect_uri: callback(),
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(address.searchParams.get(name)).toMatch(/^[\w-]{43,}$/);
    const person = someone();
    expect(leadsTo(await browser.get(await atProvider(address, { ...person, groups: ['admins', 'all'] })))).toBe('/');
    const { body } = await browser.get('/api/auth/session');
    expect(body).toMatchObject({ session: { user: { email: person.email, name: 'Olga Proved' }, role: 'admin' } });
    const [row] = await app.sql('select s.method from sessions s join users u on u.id = s.user_id where u.email = $1', [
      person.email,
    ]);
    expect(row).toEqual({ method: 'oidc' });
  });

  test('identifies a user by subject, and finds the same account if the address at the provider changes', async () => {
    const person = someone();
    await logIn(person);
    const { browser } = await logIn({ ...person, email: 'moved@proved.example' });
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ session: { user: { email: person.email } } });
    const { answer } = await logIn({ ...someone(), email: person.email });
    expect(leadsTo(answer), 'the same address of another person is rejected').toBe(refused);
    expect(await newestRefusal(app)).toBe('another-subject');
  });

  test('asks the user to confirm an address outside confirmed domains', async () => {
    const person = someone('elsewhere.example');
    const { browser, answer } = await logIn(person);
    expect(leadsTo(answer)).toBe('/login#sso=CONFIRMATION_SENT');
    const token = await mailToken(app, person.email, 'confirm-sso');
    expect((await browser.post('/api/auth/sso/confirm', { token })).status).toBe(200);
    expect(leadsTo((await logIn(person)).answer)).toBe('/');
  });

  test('records that the identity provider asked for a second factor', async () => {
    const person = someone();
    await logIn({ ...person, amr: ['pwd', 'mfa'] });
    const [row] = await app.sql(
      'select s.second_factor from sessions s join users u on u.id = s.user_id where u.email = $1',
      [person.email],
    );
    expect(row).toEqual({ second_factor: 'identity-provider' });
  });
});

describe('rejected sign-ins through OpenID Connect', () => {
  test('rejects a response in a browser other than the one that started the sign-in', async () => {
    const path = await atProvider(await begin(new Browser(app)), someone());
    const victim = new Browser(app);
    expect(leadsTo(await victim.get(path))).toBe(refused);
    expect(await newestRefusal(app)).toBe('not-begun-here');
    expect(victim.cookies.has('countersign_session')).toBe(false);
  });

  test('rejects the same response when it is sent again, even fifty times concurrently', async () => {
    const browser = new Browser(app);
    const path = await atProvider(await begin(browser), someone());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => {
        const copy = new Browser(app);
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
        return copy.get(path);
      }),
    );
    expect(answers.map(leadsTo).filter((to) => to === '/').length).toBeLessThanOrEqual(1);
    expect(leadsTo(await browser.get(path))).toBe(refused);
  });

  test('rejects a repeated state, even with a new code and the original cookies', async () => {
    const browser = new Browser(app);
    const address = await begin(browser);
    const cookies = new Map(browser.cookies);
    expect(leadsTo(await browser.get(await atProvider(address, someone())))).toBe('/');
    const again = await atProvider(address, someone());
    expect(leadsTo(await browser.get(again))).toBe(refused);
    expect(await newestRefusal(app)).toBe('not-begun-here');
    const copy = new Browser(app);
    for (const [name, value] of cookies) copy.cookies.set(name, value);
    expect(leadsTo(await copy.get(again))).toBe(refused);
    expect(await newestRefusal(app)).toBe('replayed');
  });

  test("rejects a mix-up attack, in which one organization's provider responds to another organization's address", async () => {
    const other = await app.otherTenant();
    const body = { protocol: 'oidc', issuer: provider.issuer, client_id: 'countersign', client_secret: SECRET };
    const set = await other.owner.send('PUT', '/api/organization/sso', { body });
    expect(set.status, set.text).toBe(200);
    const browser = new Browser(app);
    const path = await atProvider(await begin(browser), someone());
    const elsewhere = path.replace(app.tenant.organizationId, other.organizationId);
    expect(leadsTo(await browser.get(elsewhere))).toBe(refused);
    expect(browser.cookies.has('countersign_session')).toBe(false);
    // A sign-in started at another organization cannot be finished here.
    const there = await browser.get(`/api/auth/oidc/${other.organizationId}/login`);
    const state = new URL(there.headers.get('location') ?? '').searchParams.get('state');
    expect(leadsTo(await browser.get(`${new URL(callback()).pathname}?code=x&state=${state}`))).toBe(refused);
    expect(await newestRefusal(app)).toBe('not-begun-here');
  });

  test('rejects a code from another sign-in, because the verifier differs', async () => {
    const [one, two] = [new Browser(app), new Browser(app)];
    const stolen = new URL(await atProvider(await begin(one), someone()), 'http://x');
    const own = await begin(two);
    stolen.searchParams.set('state', own.searchParams.get('state') ?? '');
    expect(leadsTo(await two.get(stolen.pathname + stolen.search))).toBe(refused);
    expect(await newestRefusal(app)).toBe('provider-error');
  });

  test('rejects a nonce from another sign-in', async () => {
    const browser = new Browser(app);
    const address = await begin(browser);
    address.searchParams.set('nonce', 'of-somebody-else-0123456789');
    expect(leadsTo(await browser.get(await atProvider(address, someone())))).toBe(refused);
    expect(await newestRefusal(app)).toBe('provider-error');
  });

  test('rejects an ID token that another key signed', async () => {
    const person = someone();
    provider.forgeKeys(true);
    try {
      expect(leadsTo((await logIn(person)).answer)).toBe(refused);
      expect(await newestRefusal(app)).toBe('provider-error');
    } finally {
      provider.forgeKeys(false);
    }
    expect(leadsTo((await logIn(person)).answer)).toBe('/');
  });

  test('rejects an address that the provider has not verified', async () => {
    expect(leadsTo((await logIn({ ...someone(), email_verified: false })).answer)).toBe(refused);
    expect(await newestRefusal(app)).toBe('email-not-verified');
  });

  test('rejects a response without an address', async () => {
    expect(leadsTo((await logIn({ sub: 'without-address' })).answer)).toBe(refused);
    expect(await newestRefusal(app)).toBe('no-email');
  });

  test('rejects an error response from the provider and records its error code', async () => {
    const browser = new Browser(app);
    const state = (await begin(browser)).searchParams.get('state');
    expect(
      leadsTo(
        await browser.get(
          `${new URL(callback()).pathname}?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
        ),
      ),
    ).toBe(refused);
    const { body } = await (await app.session()).get<'getSingleSignOn'>('/api/organization/sso');
    expect(body.single_sign_on?.last_refusal).toMatchObject({
      reason: 'provider-error',
      message: expect.stringContaining('access_denied'),
    });
  });

  test('rejects the sign-in if the client secret is wrong', async () => {
    await setUp({ client_secret: 'not the right one' });
    expect(leadsTo((await logIn(someone())).answer)).toBe(refused);
    await setUp();
  });

  test('rejects the sign-in if the provider is unreachable', async () => {
    const free: Server = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await setUp({ issuer: `http://127.0.0.1:${port}` });
    expect(leadsTo(await new Browser(app).get(`/api/auth/oidc/${app.tenant.organizationId}/login`))).toBe(refused);
    expect(await newestRefusal(app)).toBe('provider-error');
    await setUp();
  });
});
