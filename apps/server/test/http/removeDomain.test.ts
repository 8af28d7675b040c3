import { newId } from '../../src/platform/crypto/ids.ts';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { trailOf } from '../support/people.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const list = '/api/organization/domains';

describe('200', () => {
  test('lets another organization confirm a domain that was removed', async () => {
    const id = await proveDomain(app, dns.records, 'moving.example');
    expect((await (await app.session()).send('DELETE', `${list}/${id}`)).status).toBe(200);
    expect((await trailOf(app)).at(-1)).toBe('domain.removed');
    await proveDomain(app, dns.records, 'moving.example', (await app.otherTenant()).owner);
  });
});

test('signs out only the people who signed in through the removed domain, and asks them to confirm their next sign-in', async () => {
  const provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider);
  const ids = { gone: await proveDomain(app, dns.records, 'gone.example') };
  await proveDomain(app, dns.records, 'kept.example');
  const [gone, kept] = [new SamlLogin(app, provider), new SamlLogin(app, provider)];
  expect(leadsTo(await gone.logIn('a@gone.example'))).toBe('/');
  expect(leadsTo(await kept.logIn('a@kept.example'))).toBe('/');
  expect((await (await app.session()).send('DELETE', `${list}/${ids.gone}`)).status).toBe(200);
  expect((await gone.browser.get('/api/auth/session')).status).toBe(401);
  expect((await kept.browser.get('/api/auth/session')).status).toBe(200);
  expect(leadsTo(await new SamlLogin(app, provider).logIn('a@gone.example'))).toBe('/login#sso=CONFIRMATION_SENT');
});

describe('404', () => {
  test("rejects an unknown domain ID and another organization's domain, and leaves that domain unchanged", async () => {
    const other = await app.otherTenant();
    const id = await proveDomain(app, dns.records, 'theirs.example', other.owner);
    for (const domainId of [newId('domain'), id])
      expectError(await (await app.session()).send('DELETE', `${list}/${domainId}`), 'DOMAIN_NOT_FOUND', { domainId });
    expect(await app.sql(`select from domain_owners where domain = 'theirs.example'`)).toHaveLength(1);
  });
});

const sample = { method: 'DELETE', path: `${list}/${newId('domain')}` };
needsCredential(app, sample);
needsScope(app, 'admin', sample);
describe('403', () => {
  test('rejects a member without the admin role', async () => {
    const { caller } = await app.member('member');
    expectError(await caller.send('DELETE', sample.path), 'FORBIDDEN');
  });
});
refusesOtherMethods(app, sample.path, ['DELETE']);
