import { newId } from '../../src/platform/crypto/ids.ts';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { expectError, statusesOf } from '../support/expect-answer.ts';
import { administrative } from '../support/guards.ts';
import { trailOf } from '../support/people.ts';
import { refusesOtherMethods } from '../support/refusals.ts';
import { proveDomain } from '../support/sso.ts';

const dns = await startDnsServer();
const app = await startTestApp({ dnsServers: [dns.address] });
const list = '/api/organization/domains';
const add = async (domain: string, by: Caller) => (await by.post<'addDomain'>(list, { domain })).body.domain;

describe('200', () => {
  test('confirms a domain if its record is among other DNS records, and changes nothing when the request is repeated', async () => {
    const owner = await app.session();
    const id = await proveDomain(app, dns.records, 'good.example');
    const answer = await owner.post<'verifyDomain'>(`${list}/${id}/verify`);
    expect(answer.body.domain.verified_at).toBe(app.clock.now().toISOString());
    expect((await trailOf(app)).filter((action) => action === 'domain.verified')).toHaveLength(1);
  });
});

const guarded = await add('guarded.example', app.owner);
dns.records.set(guarded.record.name, [guarded.record.value]);
administrative(app, { method: 'POST', path: `${list}/${guarded.id}/verify` });

describe('403', () => {
  test('rejects an organization whose plan has no single sign-on', async () => {
    const other = await app.otherTenant();
    const { id } = await add('plan.example', other.owner);
    await app.sql(`update organizations set plan = 'free' where tenant_id = $1`, [other.tenantId]);
    app.services.memory.forget('credentials');
    expectError(await other.owner.post(`${list}/${id}/verify`), 'PLAN_REQUIRED', {
      plan: 'free',
      needed: 'large-team',
      right: 'singleSignOn',
    });
  });
});

describe('404', () => {
  test("rejects an unknown domain ID, another organization's domain ID and an invalid ID", async () => {
    const owner = await app.session();
    const { id } = await add('theirs.example', (await app.otherTenant()).owner);
    for (const domainId of [newId('domain'), id, 'x'])
      expectError(await owner.post(`${list}/${domainId}/verify`), 'DOMAIN_NOT_FOUND', { domainId });
  });
});

describe('409', () => {
  test('rejects a domain whose record is missing, wrong or belongs to another organization', async () => {
    const owner = await app.session();
    const { id, record } = await add('bad.example', owner);
    expectError(await owner.post(`${list}/${id}/verify`), 'DOMAIN_RECORD_MISSING', { expected: record, found: [] });
    const theirs = await add('bad.example', (await app.otherTenant()).owner);
    dns.records.set(record.name, [theirs.record.value]);
    expectError(await owner.post(`${list}/${id}/verify`), 'DOMAIN_RECORD_MISSING', {
      expected: record,
      found: [theirs.record.value],
    });
  });

  test('rejects a domain that another organization has confirmed, even if both organizations send the request at the same time', async () => {
    await proveDomain(app, dns.records, 'taken.example');
    const other = await app.otherTenant();
    const { id, record } = await add('taken.example', other.owner);
    dns.records.get(record.name)?.push(record.value);
    expectError(await other.owner.post(`${list}/${id}/verify`), 'DOMAIN_TAKEN', { domain: 'taken.example' });

    const callers = [await app.session(), other.owner];
    const domains = await Promise.all(callers.map((caller) => add('race.example', caller)));
    dns.records.set(
      '_countersign.race.example',
      domains.map((domain) => domain.record.value),
    );
    const answers = await Promise.all(
      callers.map((caller, index) => caller.post(`${list}/${domains[index]?.id}/verify`)),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
  });
});

refusesOtherMethods(app, `${list}/${guarded.id}/verify`, ['POST']);

describe('503', () => {
  test('returns an error if no DNS server responds', async () => {
    const owner = await app.session();
    const { id } = await add('silent.example', owner);
    await dns.silence();
    const answer = await owner.post(`${list}/${id}/verify`, undefined, { mayFail: true });
    expectError(answer, 'SERVICE_UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('60');
  });
});
