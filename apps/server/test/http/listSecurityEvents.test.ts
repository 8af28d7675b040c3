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
  test('what the firewall blocked is one row a rule, address and minute, with a count and never the value', async () => {
    for (let i = 0; i < 3; i += 1) expect((await attack()).status).toBe(403);
    const { events, pagination } = await list();
    expect(events).toEqual([
      {
        id: expect.stringMatching(/^sec_/),
        kind: 'request.blocked',
        severity: expect.stringMatching(/^(critical|high|medium|low)$/),
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
    expect((await list()).events).toMatchObject([{ count: 4 }]);
    app.clock.advance({ minutes: 1 });
    await attack();
    expect((await list()).events.map(({ count }) => count)).toEqual([1, 4]);
  });

  test('by pages, and filtered by kind, address and time', async () => {
    app.clock.advance({ minutes: 1 });
    await attack();
    const first = await list('?pageSize=2');
    expect(first.pagination.hasMore).toBe(true);
    const second = await list(`?pageSize=2&cursor=${first.pagination.nextCursor}`);
    expect([...first.events, ...second.events]).toEqual((await list()).events);
    expect((await list('?kind=request')).events).toHaveLength(3);
    expect((await list('?kind=login')).events).toEqual([]);
    expect((await list('?address=203.0.113.9')).events).toEqual([]);
    expect((await list(`?from=${app.clock.now().toISOString()}`)).events).toHaveLength(1);
  });

  test('what belongs to no organization is the operator’s alone', async () => {
    const { owner } = await app.otherTenant();
    expect((await list('', owner)).events).toEqual([]);
  });
});

test('422: what is no kind, no address', async () => {
  expectInvalid(await app.owner.get(`${path}?kind=Blocked!`, { mayFail: true }), 'kind');
  expectInvalid(await app.owner.get(`${path}?address=nowhere`, { mayFail: true }), 'address');
});

test('403: members', async () => {
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
