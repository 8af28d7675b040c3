import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/admin/security/events';
const HOSTILE = "/no/such/page?id=1' OR '1'='1' --";
const attack = () => app.anyone.get(HOSTILE, { mayFail: true });
const list = async (query = '', caller = app.owner) => {
  await app.services.securityEvents.flush();
  const { status, body, text } = await caller.get<'listSecurityEvents'>(`${path}${query}`);
  expect(status, text).toBe(200);
  return body;
};

describe('200', () => {
  test('groups blocked requests by rule, address and minute, with a count but never the blocked value', async () => {
    for (let i = 0; i < 3; i += 1) expect((await attack()).status).toBe(403);
    const { events, pagination } = await list('?kind=request');
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^sec_/),
        kind: 'request.blocked',
        severity: expect.stringMatching(/^(critical|high|medium|low)$/),
        summary: 'Request blocked by the firewall',
        first_at: app.clock.now().toISOString(),
        last_at: app.clock.now().toISOString(),
        count: 3,
        user: null,
        address: '127.0.0.1',
        subject: expect.stringMatching(/^sql-/),
        details: { field: expect.stringMatching(/^query/) },
      },
    ]);
    expect(pagination).toEqual({ hasMore: false, nextCursor: null });
    expect(JSON.stringify(events)).not.toContain("'1'");
    await attack();
    expect((await list('?kind=request')).events).toMatchObject([{ count: 4 }]);
    app.clock.advance({ minutes: 1 });
    await attack();
    expect((await list('?kind=request.blocked')).events.map(({ count }) => count)).toEqual([1, 4]);
  });

  test("returns summaries in the user's language, but exports them in English", async () => {
    const german = { headers: { 'accept-language': 'de' } };
    const { body } = await app.owner.get<'listSecurityEvents'>(`${path}?kind=request`, german);
    expect(body.events[0]?.summary).toBe('Anfrage von der Firewall blockiert');
    const file = await app.owner.get(`${path}/export?format=csv&kind=request`, german);
    expect(file.text).toContain('Request blocked by the firewall');
  });

  test('pages security events, and filters them by kind, address and time', async () => {
    app.clock.advance({ minutes: 1 });
    await attack();
    const first = await list('?pageSize=2');
    expect(first.pagination.hasMore).toBe(true);
    const second = await list(`?pageSize=2&cursor=${first.pagination.nextCursor}`);
    expect([...first.events, ...second.events]).toEqual((await list('?pageSize=4')).events);
    expect((await list('?kind=request')).events).toHaveLength(3);
    expect((await list('?kind=login')).events).toEqual([]);
    expect((await list('?address=203.0.113.9')).events).toEqual([]);
    expect((await list(`?from=${app.clock.now().toISOString()}`)).events).toHaveLength(1);
  });

  test('shows security events without an organization only to the operator', async () => {
    const { owner } = await app.otherTenant();
    expect((await list('?kind=request', owner)).events).toEqual([]);
    expect((await list('?kind=request')).events).not.toEqual([]);
  });
});

describe('recorded security events', () => {
  test('records an audited change to a person, a credential or a permission in the same transaction', async () => {
    const before = await list('?kind=api-key');
    await app.makeKey();
    const { status, body } = await app.owner.get<'listSecurityEvents'>(`${path}?kind=api-key`);
    expect(status).toBe(200);
    expect(body.events).toHaveLength(before.events.length + 1);
    expect(body.events[0]).toMatchObject({
      kind: 'api-key.created',
      severity: 'medium',
      summary: 'API key created',
      user: { name: 'Grace Hopper' },
      address: '127.0.0.1',
      subject: expect.stringMatching(/^key_/),
    });
  });

  test('records no security event for other audit entries', async () => {
    await app.draft();
    const kinds = new Set((await list('?pageSize=200')).events.map(({ kind }) => kind.split('.')[0]));
    expect([...kinds]).not.toContain('document');
  });

  test("attributes rejected requests to the member's organization, and rejected API keys to the operator's organization", async () => {
    const { caller } = await app.member('member');
    for (let i = 0; i < 3; i += 1) expectError(await caller.get(path), 'FORBIDDEN');
    const refused = (await list('?kind=access.refused')).events;
    expect(refused).toMatchObject([
      { count: 3, subject: 'listSecurityEvents', details: { code: 'FORBIDDEN' }, user: { name: expect.any(String) } },
    ]);
    const { owner, tenantId } = await app.otherTenant();
    expect((await list('?kind=access', owner)).events, tenantId).toEqual([]);
    await app.anyone.get(path, { mayFail: true, headers: { authorization: `Bearer sk_live_${'x'.repeat(40)}` } });
    expect((await list('?kind=credential.refused')).events).toMatchObject([{ user: null, address: '127.0.0.1' }]);
    expect((await list('?kind=credential', owner)).events).toEqual([]);
  });

  test('records no security event for a request without a credential', async () => {
    const before = (await list('?kind=credential.refused')).events.length;
    expectError(await app.anyone.get(path), 'UNAUTHORIZED');
    expect((await list('?kind=credential.refused')).events).toHaveLength(before);
  });

  test('filters security events by minimum severity', async () => {
    const severities = (await list('?severity=medium&pageSize=200')).events.map(({ severity }) => severity);
    expect(severities).toContain('medium');
    expect(severities).not.toContain('low');
  });
});

test('rejects an unknown event kind and an invalid address with 422', async () => {
  expectInvalid(await app.owner.get(`${path}?kind=Blocked!`, { mayFail: true }), 'kind');
  expectInvalid(await app.owner.get(`${path}?address=nowhere`, { mayFail: true }), 'address');
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
