import { describe, expect, test } from 'vitest';
import { definedStatements } from '../../src/platform/db/statement.ts';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { proveDomain, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const path = '/api/auth/sso/discover';
const discover = async (email: string) => (await app.anyone.post<'discoverSingleSignOn'>(path, { email })).body;

describe('200', () => {
  test('returns the sign-in URL of the provider for a confirmed domain, whether or not the account exists', async () => {
    const url = `${app.services.baseUrl()}/api/auth/saml/${app.tenant.organizationId}/login`;
    await proveDomain(app, dns.records, 'proved.example');
    expect(await discover('a@proved.example'), 'a confirmed domain without a provider returns no sign-in URL').toEqual({
      url: null,
    });
    await setSaml(app, await SamlProvider.create('https://idp.example'));
    const { userId } = await app.member('member');
    await app.sql(`update users set email = 'known@proved.example', email_key = 'known@proved.example' where id = $1`, [
      userId,
    ]);
    expect(await discover('known@proved.example')).toEqual({ url });
    expect(await discover('Nobody@Proved.Example')).toEqual({ url });
    expect(await discover('grace@northwind.example')).toEqual({ url: null });
    expect(await discover('nobody@northwind.example')).toEqual({ url: null });
    expect(await discover('a@sub.proved.example')).toEqual({ url: null });
  });

  test('does not query accounts to find the identity provider', () => {
    expect(definedStatements().get('sso-by-domain')).not.toMatch(/\busers\b|\bmemberships\b/);
  });

  test('returns no sign-in URL if the plan does not include single sign-on', async () => {
    await app.sql(`update organizations set plan = 'free'`);
    expect(await discover('a@proved.example')).toEqual({ url: null });
    await app.sql(`update organizations set plan = 'enterprise'`);
  });
});

describe('422', () => {
  test('rejects a request without an e-mail address', async () => {
    expectInvalid(await app.anyone.post(path, { email: 'proved.example' }), 'email');
  });
});

refusesOtherMethods(app, path, ['POST']);
