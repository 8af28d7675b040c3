import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectError } from '../support/expect-answer.ts';
import { sessionOnly } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const path = '/api/organization/sso';

describe('200', () => {
  test('stops sign-ins through the removed identity provider and ends the sessions it opened', async () => {
    const provider = await SamlProvider.create('https://idp.example');
    await setSaml(app, provider);
    await proveDomain(app, dns.records, 'proved.example');
    const login = new SamlLogin(app, provider);
    expect(leadsTo(await login.logIn('a@proved.example'))).toBe('/');
    const owner = await app.session();
    expect((await owner.send('DELETE', path)).status).toBe(200);
    expect((await trailOf(app)).at(-1)).toBe('sso.removed');
    expect((await login.browser.get('/api/auth/session')).status).toBe(401);
    expect(leadsTo(await login.browser.get(`/api/auth/saml/${app.tenant.organizationId}/login`))).toBe(
      '/login#sso=SSO_NOT_FOUND',
    );
    expect(await app.sql('select from sso_links')).toEqual([]);
  });
});

sessionOnly(app, { method: 'DELETE', path });

describe('403', () => {
  test('rejects a session whose last sign-in is more than ten minutes old', async () => {
    const owner = await app.session();
    app.clock.advance({ minutes: 11 });
    expectError(await owner.send('DELETE', path), 'STEP_UP_REQUIRED', { proofMinutes: 10 });
  });
});

describe('404', () => {
  test('rejects an organization that has no identity provider', async () => {
    expectError(await (await app.otherTenant()).owner.send('DELETE', path), 'SSO_NOT_FOUND');
  });
});

refusesOtherMethods(app, path, ['GET', 'PUT', 'DELETE']);
