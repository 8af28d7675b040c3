import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { Browser } from '../support/browser-jar.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { join, mailCount, mailToken, trailOf } from '../support/people.ts';
import { mutants } from '../support/saml-mutants.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, newestRefusal, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
let provider: SamlProvider;
beforeAll(async () => {
  provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider, { role_mapping: { attribute: 'groups', admin: ['Signing admins'] } });
  await proveDomain(app, dns.records, 'proved.example');
});

let people = 0;
const someone = (domain = 'proved.example') => `sam-${(people += 1)}@${domain}`;
const session = async (browser: Browser) =>
  (await browser.get('/api/auth/session')).body as {
    session: { user: { email: string; name: string }; role: string; organization: { id: string } };
  };

describe('a sign-in that starts at Countersign', () => {
  test('creates a member at the first sign-in, finds the member at the second, and opens the requested page', async () => {
    const email = someone();
    const login = new SamlLogin(app, provider);
    const { requestId, relayState, request, url } = await login.begin('?to=%2Fdocuments%3Fstatus%3Ddraft');
    expect(url.origin + url.pathname).toBe(provider.ssoUrl);
    expect(request).toContain(`AssertionConsumerServiceURL="${login.acsUrl}"`);
    expect(request).not.toContain(email);
    const attributes = { displayName: 'Sam Proved', groups: ['Everybody'] };
    const first = await login.bring(login.says(email, { requestId, attributes }), relayState);
    expect(leadsTo(first)).toBe('/documents?status=draft');
    expect(await session(login.browser)).toMatchObject({
      session: { user: { email, name: 'Sam Proved' }, role: 'member', organization: { id: app.tenant.organizationId } },
    });
    expect(await trailOf(app)).toEqual(
      expect.arrayContaining(['user.registered', 'member.joined-by-sso', 'user.logged-in']),
    );
    expect(leadsTo(await new SamlLogin(app, provider).logIn(email))).toBe('/');
    const rows = await app.sql('select from users where email_key = $1', [email]);
    expect(rows).toHaveLength(1);
    const [method] = await app.sql<{ method: string }>(
      'select method from sessions s join users u on u.id = s.user_id where u.email_key = $1',
      [email],
    );
    expect(method?.method).toBe('saml');
  });

  test('creates a session only for this organization and changes no credentials', async () => {
    const login = new SamlLogin(app, provider);
    await login.logIn(someone());
    const refused = await Promise.all([
      login.browser.post('/api/auth/change-email', { email: 'other@contoso.example' }),
      login.browser.post('/api/auth/step-up', { password: 'whatever it is' }),
      login.browser.post('/api/organizations', { name: 'Mine' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  test('redirects only to paths on this server', async () => {
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const login = new SamlLogin(app, provider);
      const { requestId, relayState } = await login.begin(`?to=${encodeURIComponent(to)}`);
      expect(leadsTo(await login.bring(login.says(someone(), { requestId }), relayState))).not.toContain('evil');
    }
    // A header injected into a path is rejected before this check.
    const split = new SamlLogin(app, provider).begin(`?to=${encodeURIComponent('/%0d%0aset-cookie:a=b')}`);
    await expect(split).rejects.toThrow('REQUEST_BLOCKED');
  });

  test('creates one account for two concurrent first sign-ins', async () => {
    const email = someone();
    const answers = await Promise.all(Array.from({ length: 6 }, () => new SamlLogin(app, provider).logIn(email)));
    expect(answers.map(leadsTo)).toEqual(Array.from({ length: 6 }, () => '/'));
    expect(await app.sql('select from users where email_key = $1', [email])).toHaveLength(1);
  });

  test('completes the sign-in in each of several tabs', async () => {
    const login = new SamlLogin(app, provider);
    const [one, two] = [await login.begin(), await login.begin()];
    const email = someone();
    expect(leadsTo(await login.bring(login.says(email, { requestId: one.requestId }), one.relayState))).toBe('/');
    expect(leadsTo(await login.bring(login.says(email, { requestId: two.requestId }), two.relayState))).toBe('/');
  });

  test('resubmits a form from another site through a page of this server, so that the browser sends its cookies', async () => {
    const login = new SamlLogin(app, provider);
    const { requestId, relayState } = await login.begin();
    const xml = login.says(someone(), { requestId });
    const answer = await login.bring(xml, `${relayState}"><script>`, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const nonce = /script-src 'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
    expect(answer.text).toContain(`<script nonce="${nonce}">`);
    expect(answer.text.match(/<script/g)).toHaveLength(1);
    expect(answer.text).toContain(
      `value="${Buffer.from(xml).toString('base64').replaceAll('=', '&#61;')}"`.replaceAll('&#61;', '='),
    );
    expect(leadsTo(await login.bring(xml, relayState, { 'sec-fetch-site': 'same-origin' }))).toBe('/');
    const before = await new SamlLogin(app, provider).bring(xml, '', { origin: 'https://idp.example' });
    expect(before.status, 'a browser that only sends the Origin header is accepted').toBe(200);
  });

  test('records that the identity provider asked for a second factor', async () => {
    const email = someone();
    const context = 'https://refeds.org/profile/mfa';
    await new SamlLogin(app, provider).logIn(email, { context });
    const [row] = await app.sql(
      'select s.second_factor from sessions s join users u on u.id = s.user_id where u.email_key = $1',
      [email],
    );
    expect(row).toEqual({ second_factor: 'identity-provider' });
  });
});

describe('rejected sign-ins through SAML', () => {
  const refused = '/login#sso=SSO_REFUSED';

  test('rejects a response that another user requested, because a sign-in is bound to its browser', async () => {
    const mine = new SamlLogin(app, provider);
    const { requestId, relayState } = await mine.begin();
    const victim = new SamlLogin(app, provider);
    expect(leadsTo(await victim.bring(victim.says(someone(), { requestId }), relayState))).toBe(refused);
    expect(await newestRefusal(app)).toBe('not-begun-here');
    expect(victim.browser.cookies.has('countersign_session')).toBe(false);
  });

  test('rejects a response to another sign-in in the same browser', async () => {
    const login = new SamlLogin(app, provider);
    const [one, two] = [await login.begin(), await login.begin()];
    expect(leadsTo(await login.bring(login.says(someone(), { requestId: one.requestId }), two.relayState))).toBe(
      refused,
    );
    expect(await newestRefusal(app)).toBe('other-request');
  });

  test('rejects a repeated assertion, even in another sign-in and in fifty concurrent requests', async () => {
    const login = new SamlLogin(app, provider);
    const { requestId, relayState } = await login.begin();
    const xml = login.says(someone(), { requestId });
    const cookies = new Map(login.browser.cookies);
    const copies = Array.from({ length: 50 }, () => {
      const browser = new Browser(app);
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return new SamlLogin(app, provider, undefined, browser).bring(xml, relayState);
    });
    const answers = (await Promise.all(copies)).map(leadsTo);
    expect(answers.filter((path) => path === '/')).toHaveLength(1);
    expect(answers.filter((path) => path === refused)).toHaveLength(49);
    expect(await newestRefusal(app)).toBe('replayed');
  });

  test('rejects a sign-in that started more than ten minutes ago', async () => {
    const login = new SamlLogin(app, provider);
    const { requestId, relayState } = await login.begin();
    app.clock.advance({ minutes: 10 });
    expect(leadsTo(await login.bring(login.says(someone(), { requestId }), relayState))).toBe(refused);
    expect(await newestRefusal(app)).toBe('not-begun-here');
  });

  test('rejects a sign-in that starts at the provider unless the organization allows such sign-ins, and ignores the RelayState', async () => {
    const login = new SamlLogin(app, provider);
    expect(leadsTo(await login.bring(login.says(someone())))).toBe(refused);
    expect(await newestRefusal(app)).toBe('not-begun-here');
    await setSaml(app, provider, { allow_idp_initiated: true });
    const xml = login.says(someone());
    expect(leadsTo(await login.bring(xml, 'https://evil.example/'))).toBe('/');
    expect(leadsTo(await new SamlLogin(app, provider).bring(xml))).toBe(refused);
    expect(await newestRefusal(app)).toBe('replayed');
    await setSaml(app, provider);
  });

  test("records the reason for a rejection in the audit trail, but does not reveal it in the browser's response", async () => {
    const answer = await new SamlLogin(app, provider).logIn(someone(), { signed: 'none' });
    expect(leadsTo(answer)).toBe(refused);
    expect(answer.text).not.toContain('signed');
    expect(await newestRefusal(app)).toBe('not-signed');
    expect((await trailOf(app)).at(-1)).toBe('sso.refused');
  });

  test('rejects an organization without single sign-on, and an unknown organization', async () => {
    const other = await app.otherTenant();
    for (const id of [other.organizationId, 'org_00000000000000000000000000', 'x']) {
      expect(leadsTo(await app.anyone.get(`/api/auth/saml/${id}/login`))).toBe('/login#sso=SSO_NOT_FOUND');
      const metadata = await app.anyone.get(`/api/auth/saml/${id}/metadata`);
      expect(metadata.status, 'the metadata exists before a provider is configured').toBe(
        id === other.organizationId ? 200 : 404,
      );
    }
    expect(leadsTo(await app.anyone.get(`/api/auth/oidc/${app.tenant.organizationId}/login`))).toBe(
      '/login#sso=SSO_NOT_FOUND',
    );
  });

  test('rejects a sign-in if the plan no longer includes single sign-on', async () => {
    await app.sql(`update organizations set plan = 'medium-team' where tenant_id = $1`, [app.tenant.tenantId]);
    expect(leadsTo(await app.anyone.get(`/api/auth/saml/${app.tenant.organizationId}/login`))).toBe(
      '/login#sso=PLAN_REQUIRED',
    );
    await app.sql(`update organizations set plan = 'enterprise' where tenant_id = $1`, [app.tenant.tenantId]);
  });

  test('rejects an invalid form and a form of more than 512 KB', async () => {
    const path = `/api/auth/saml/${app.tenant.organizationId}/acs`;
    const large = await new Browser(app).form(path, { SAMLResponse: 'A'.repeat(600_000) });
    expect(large.status).toBe(413);
    expect((await app.anyone.post(path, { SAMLResponse: 'x' })).status).toBeLessThan(500);
  });
});

describe('a modified SAML response', () => {
  // features/single-sign-on/saml/mutants.soak.test.ts tests all modifications without HTTP.
  test.each(['assertion', 'both'] as const)(
    'rejects a modified response, or signs in only the user who requested it: signed %s',
    async (signed) => {
      const stranger = await SamlProvider.create('https://evil.example');
      const victim = `victim-${signed}@proved.example`;
      const attacker = {
        victim,
        keyPem: stranger.keyPem,
        certificatePem: stranger.certificatePem,
        providerCertificatePem: provider.certificatePem,
      };
      const kinds = [
        ...new Set([...mutants(new SamlLogin(app, provider).says('x'), attacker)].map(({ kind }) => kind)),
      ];
      for (const kind of kinds.filter((_kind, index) => index % 5 === 0)) {
        const email = someone();
        const login = new SamlLogin(app, provider);
        const { requestId, relayState } = await login.begin();
        const xml = login.says(email, { requestId, signed });
        const changed = [...mutants(xml, attacker)].filter((mutant) => mutant.kind === kind);
        const mutant = changed[Math.floor(changed.length / 2)]?.encoded();
        if (mutant === undefined) continue;
        const to = leadsTo(await login.bringEncoded(mutant, relayState));
        if (to !== '/') expect(to, kind).toBe('/login#sso=SSO_REFUSED');
        const seen = await login.browser.get('/api/auth/session');
        if (to === '/') expect(seen.body, kind).toMatchObject({ session: { user: { email }, role: 'member' } });
        else expect(seen.status, kind).toBe(401);
      }
      expect(await app.sql('select from users where email_key = $1', [victim])).toEqual([]);
    },
  );
});

describe('users accepted by single sign-on', () => {
  test('never signs in a user of another organization without confirmation', async () => {
    const other = await app.otherTenant();
    const evil = await SamlProvider.create('https://evil.example');
    await setSaml(app, evil, {}, other.owner);
    const [victim] = await app.sql<{ email: string }>('select email from users where id = $1', [app.tenant.userId]);
    const login = new SamlLogin(app, evil, other.organizationId);
    expect(leadsTo(await login.logIn(victim?.email ?? ''))).toBe('/login#sso=CONFIRMATION_SENT');
    expect(login.browser.cookies.has('countersign_session')).toBe(false);
    // The first organization does not accept a response from the other organization's provider.
    const across = new SamlLogin(app, evil);
    expect(leadsTo(await across.logIn(victim?.email ?? ''))).toBe('/login#sso=SSO_REFUSED');
    // A person in a domain that the first organization has confirmed is not signed in without confirmation.
    expect(leadsTo(await new SamlLogin(app, evil, other.organizationId).logIn(someone()))).toBe(
      '/login#sso=CONFIRMATION_SENT',
    );
  });

  test('adds a person with an account in a confirmed domain to the organization', async () => {
    const other = await app.otherTenant();
    const email = someone();
    await app.sql('update users set email = $2, email_key = $2 where id = $1', [other.userId, email]);
    const login = new SamlLogin(app, provider);
    expect(leadsTo(await login.logIn(email))).toBe('/');
    expect((await session(login.browser)).session.organization.id).toBe(app.tenant.organizationId);
    // The session is bound to this organization, so it gives no access to the account's other organization.
    const answer = await login.browser.post('/api/auth/switch-organization', { organizationId: other.organizationId });
    expect(answer.status).toBe(403);
  });

  test('requires people outside confirmed domains to confirm by e-mail in the same browser', async () => {
    const email = someone('elsewhere.example');
    const login = new SamlLogin(app, provider);
    expect(leadsTo(await login.logIn(email, { attributes: { name: 'Eve Elsewhere' } }))).toBe(
      '/login#sso=CONFIRMATION_SENT',
    );
    expect(await app.sql('select from users where email_key = $1', [email])).toEqual([]);
    const token = await mailToken(app, email, 'confirm-sso');
    const stranger = await new Browser(app).post('/api/auth/sso/confirm', { token });
    expect(stranger.status).toBe(403);
    const answer = await login.browser.post('/api/auth/sso/confirm', { token });
    expect(answer.status, answer.text).toBe(200);
    expect((await session(login.browser)).session.user).toMatchObject({ email, name: 'Eve Elsewhere' });
    expect(leadsTo(await new SamlLogin(app, provider).logIn(email)), 'a confirmed sign-in remains confirmed').toBe('/');
  });

  test("requires a new confirmation if the provider's certificate changes", async () => {
    const email = someone('elsewhere.example');
    const login = new SamlLogin(app, provider);
    await login.logIn(email);
    await login.browser.post('/api/auth/sso/confirm', { token: await mailToken(app, email, 'confirm-sso') });
    const renewed = await SamlProvider.create('https://idp.example');
    await setSaml(app, renewed);
    app.clock.advance({ seconds: 2 });
    expect((await login.browser.get('/api/auth/session')).status, 'sessions of the former provider end').toBe(401);
    expect(leadsTo(await new SamlLogin(app, renewed).logIn(email))).toBe('/login#sso=CONFIRMATION_SENT');
    await setSaml(app, provider);
  });

  test('makes no user an owner, and requires owners to confirm even in a confirmed domain', async () => {
    const email = someone();
    await app.sql('update users set email = $2, email_key = $2 where id = $1', [app.tenant.userId, email]);
    const login = new SamlLogin(app, provider);
    expect(leadsTo(await login.logIn(email))).toBe('/login#sso=CONFIRMATION_SENT');
    await setSaml(app, provider, { role_mapping: { attribute: 'groups', admin: ['owner', 'admins'] } });
    const admin = new SamlLogin(app, provider);
    await admin.logIn(someone(), { attributes: { groups: ['users', 'owner'] } });
    expect((await session(admin.browser)).session.role).toBe('admin');
    await app.sql(
      `update users set email = 'grace@northwind.example', email_key = 'grace@northwind.example' where id = $1`,
      [app.tenant.userId],
    );
  });

  test('sets a role only at the first sign-in, and keeps values changed in Countersign at later sign-ins', async () => {
    const email = someone();
    const login = () => new SamlLogin(app, provider);
    await login().logIn(email);
    const again = login();
    await again.logIn(email, { attributes: { groups: ['admins'] } });
    expect((await session(again.browser)).session.role).toBe('member');
  });

  test('accepts users according to the allowed domains and the setting that creates members', async () => {
    const { email } = await join(app);
    await setSaml(app, provider, { allowed_domains: ['proved.example'] });
    expect(leadsTo(await new SamlLogin(app, provider).logIn(email))).toBe('/login#sso=SSO_NOT_ALLOWED');
    expect(await newestRefusal(app)).toBe('domain-not-allowed');
    await setSaml(app, provider, { create_members: false });
    expect(leadsTo(await new SamlLogin(app, provider).logIn(someone()))).toBe('/login#sso=SSO_NOT_ALLOWED');
    expect(await newestRefusal(app)).toBe('not-a-member');
    await setSaml(app, provider);
  });

  test("does not give a user another person's account after the provider reassigns the address", async () => {
    const email = someone();
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    const logIn = (nameId: string) =>
      new SamlLogin(app, provider).logIn(nameId, { nameIdFormat, attributes: { mail: email } });
    expect(leadsTo(await logIn('subject-1'))).toBe('/');
    expect(leadsTo(await logIn('subject-2'))).toBe('/login#sso=SSO_REFUSED');
    expect(await newestRefusal(app)).toBe('another-subject');
    // The same identity signs in to the same account, even with a new address.
    const moved = new SamlLogin(app, provider);
    expect(leadsTo(await moved.logIn('subject-1', { nameIdFormat, attributes: { mail: someone() } }))).toBe('/');
    expect((await session(moved.browser)).session.user.email).toBe(email);
  });

  test('requires exactly one valid address', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    for (const attributes of [
      {},
      { mail: ['a@proved.example', 'b@proved.example'] },
      { mail: 'a@proved.example\r\nBcc: b@x.example' },
    ]) {
      expect(leadsTo(await new SamlLogin(app, provider).logIn('subject', { nameIdFormat, attributes }))).toBe(
        '/login#sso=SSO_REFUSED',
      );
      expect(await newestRefusal(app)).toBe('no-email');
    }
  });

  test('sends a confirmation e-mail that does not reveal whether an account exists', async () => {
    const { email } = await join(app);
    const unknown = someone('elsewhere.example');
    const [known, stranger] = [
      await new SamlLogin(app, provider).logIn(email),
      await new SamlLogin(app, provider).logIn(unknown),
    ];
    expect(leadsTo(known)).toBe(leadsTo(stranger));
    expect([await mailCount(app, email, 'confirm-sso'), await mailCount(app, unknown, 'confirm-sso')]).toEqual([1, 1]);
  });
});
