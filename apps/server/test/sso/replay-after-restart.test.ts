import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { startCountersign } from '../../src/main/start.ts';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { SamlProvider } from '../support/saml-provider.ts';
import { leadsTo, proveDomain, SamlLogin, setSaml } from '../support/sso.ts';

const dns = await startDnsServer();
// The URL is fixed, so that the provider treats both processes as the same service.
const app = await startTestApp({ dnsServers: [dns.address], publicUrl: 'http://sign.example' });

test('rejects a used assertion in another process, even after a restart', async () => {
  const provider = await SamlProvider.create('https://idp.example');
  await setSaml(app, provider, { allow_idp_initiated: true });
  await proveDomain(app, dns.records, 'proved.example');
  const login = new SamlLogin(app, provider);
  const xml = login.says('ada@proved.example');
  expect(leadsTo(await login.bring(xml))).toBe('/');

  const second = await startCountersign(app.config, pino({ level: 'silent' }), { clock: app.clock });
  afterAll(() => second.stop());
  const bring = async (text: string) => {
    const response = await fetch(`${second.listening}/api/auth/saml/${app.tenant.organizationId}/acs`, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: Buffer.from(text).toString('base64') }),
      redirect: 'manual',
    });
    return response.headers.get('location');
  };
  expect(await bring(xml)).toBe('http://sign.example/login#sso=SSO_REFUSED');
  expect(await bring(login.says('ada@proved.example')), 'a new response is accepted').toBe('http://sign.example/');
});
