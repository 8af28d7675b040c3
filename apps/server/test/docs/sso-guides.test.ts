/** Checks the guides for identity providers: their URLs, attributes and labels must be those of the product. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { singleSignOn as words } from '@countersign/words/en/app/single-sign-on';
import { expect, test } from 'vitest';
import { addressesOf } from '../../src/features/single-sign-on/dependencies.ts';
import { REFUSALS } from '../../src/features/single-sign-on/refusal.ts';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../docs/sso');
const EXAMPLE_ADDRESS = 'https://sign.example.com';
const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const read = (name: string): string => readFileSync(path.join(FOLDER, `${name}.md`), 'utf8');

/** The attributes that each guide sets up at the identity provider, for the e-mail address, the name and the groups. */
const GUIDES = {
  okta: { email: 'email', name: ['givenName', 'surname'], groups: 'groups' },
  'entra-id': {
    email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    name: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name'],
    groups: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
  },
  keycloak: { email: 'email', name: ['givenName', 'surname'], groups: 'groups' },
  'google-workspace': { email: 'email', name: ['givenName', 'surname'], groups: 'groups' },
} as const;

test.each(Object.entries(GUIDES))(
  'signs users in with the attributes that the guide for %s sets up',
  async (name, guide) => {
    const text = read(name);
    for (const attribute of [guide.email, ...guide.name, guide.groups]) expect(text).toContain(`\`${attribute}\``);
    const provider = await SamlProvider.create(`https://${name}.example`);
    await setSaml(app, provider, { role_mapping: { attribute: guide.groups, admin: ['Signing admins'] } });
    const domain = `${name}.example`;
    await proveDomain(app, dns.records, domain);
    const login = new SamlLogin(app, provider);
    const parts = guide.name.length === 1 ? ['Ada Lovelace'] : ['Ada', 'Lovelace'];
    const attributes = {
      [guide.email]: `ada@${domain}`,
      ...Object.fromEntries(guide.name.map((attribute, at) => [attribute, parts[at] ?? ''])),
      [guide.groups]: ['Everybody', 'Signing admins'],
    };
    expect(leadsTo(await login.logIn('a-permanent-id', { attributes }))).toBe('/');
    expect((await login.browser.get('/api/auth/session')).body).toMatchObject({
      session: { user: { email: `ada@${domain}`, name: 'Ada Lovelace' }, role: 'admin' },
    });
  },
);

test('states in each single sign-on guide the URLs of this server that the identity provider needs', () => {
  const { entityId, acsUrl, redirectUrl } = addressesOf(EXAMPLE_ADDRESS, 'ORGANIZATION');
  for (const name of ['README', ...Object.keys(GUIDES)])
    for (const address of [entityId, acsUrl]) expect(read(name), name).toContain(`\`${address}\``);
  expect(read('README')).toContain(`\`${redirectUrl}\``);
  for (const name of ['README', ...Object.keys(GUIDES)])
    for (const [address] of read(name).matchAll(/https:\/\/sign\.example\.com[^\s`]+/g))
      expect([entityId, acsUrl, redirectUrl], name).toContain(address);
});

test('names only existing settings labels and error reasons in the single sign-on guides', () => {
  const labels = new Set(Object.values(words).flatMap((group) => Object.values(group)));
  const named = (text: string) => [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label);
  for (const name of Object.keys(GUIDES)) {
    const [, own = ''] = read(name).split('## In Countersign');
    const [until = ''] = own.split('\n## ');
    for (const label of named(until)) expect(labels, `${name}: ${label}`).toContain(label);
  }
  const [, failures = ''] = read('README').split('## If a sign-in fails');
  const reasons = [...failures.matchAll(/^\| ([a-z][^|]+) \|/gm)].map(([, reason = '']) => reason);
  expect(reasons.length).toBeGreaterThan(6);
  for (const reason of reasons) expect(Object.values(REFUSALS)).toContain(reason);
});
