import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { administrative } from '../support/guards.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { proveDomain } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const path = '/api/organization/domains';

describe('200', () => {
  test('returns confirmed and unconfirmed domains of the organization, sorted by name', async () => {
    const other = await app.otherTenant();
    await other.owner.post(path, { domain: 'other.example' });
    const owner = await app.session();
    await proveDomain(app, dns.records, 'b.example');
    await owner.post(path, { domain: 'a.example' });
    const { domains } = (await owner.get<'listDomains'>(path)).body;
    expect(domains.map(({ domain, verified_at: at }) => [domain, at !== null])).toEqual([
      ['a.example', false],
      ['b.example', true],
    ]);
  });
});

administrative(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET', 'POST']);
