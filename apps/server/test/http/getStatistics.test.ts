import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { countedAll, expectFiguresOfTables } from '../support/statistics-oracle.ts';
import { makeTemplate, templateKey } from '../support/templates.ts';
import { until } from '../support/until.ts';

const app = await startTestApp({ startAt: '2026-03-10T10:20:00.000Z' });
const path = '/api/admin/stats';
const { userId } = app.tenant;
const admin = (await app.makeKey({ scopes: ['admin'] })).caller;
/** Reads the statistics after the effects of all earlier requests have been counted. */
const read = async (query = '', caller: Caller = admin) => {
  await countedAll(
    (text) => app.sql(text),
    () => app.services.timers.run('statistics'),
  );
  const { status, body, text } = await caller.get<'getStatistics'>(`${path}${query}`);
  expect(status, text).toBe(200);
  return body;
};
const statesOf = ({ documents }: { documents: readonly { state: string; count: number }[] }) =>
  Object.fromEntries(documents.filter(({ count }) => count > 0).map(({ state, count }) => [state, count]));
const post = async (to: string, body: object, caller = app.key) => {
  const answer = await caller.post(to, body);
  expect(answer.status, answer.text).toBeLessThan(300);
};

describe('200', () => {
  test('returns zero for all figures before the first document', async () => {
    const { owner } = await app.otherTenant();
    const nothing = await read('', owner);
    expect(nothing.totals).toEqual({
      created: 0,
      sent: 0,
      completed: 0,
      declined: 0,
      voided: 0,
      expired: 0,
      medianSecondsToComplete: null,
      completionRate: null,
    });
    expect(nothing.series).toHaveLength(31);
    expect(nothing.documents.map(({ state }) => state)).toContain('in-progress');
    expect(statesOf(nothing)).toEqual({});
    expect([nothing.members, nothing.templates]).toEqual([[], []]);
    expect(nothing.storage).toMatchObject({ files: 0, bytes: 0, quotaBytes: null });
    expect(nothing.seats).toEqual({ members: 1, invited: 0 });
  });

  test('returns the outcomes, the current states and the durations of documents', async () => {
    await app.draft();
    const signed = await app.sentToOne();
    app.clock.advance({ hours: 2 });
    expect((await app.sign(signed.id, { token: signed.token })).status).toBe(200);
    await app.sealed(signed.id);
    const voided = await app.sent();
    await post(`/api/documents/${voided.id}/void`, { reason: 'a typing error' });
    const declined = await app.sentToOne();
    await post(`/api/documents/${declined.id}/decline`, { token: declined.token, reason: 'no' }, app.anyone);
    const deleted = await app.draft();
    await app.key.send('DELETE', `/api/documents/${deleted.id}`);
    await post('/api/documents/paginated', { action: 'archive', documentIds: [signed.id] });

    const found = await read('?bucket=hour&from=2026-03-10T10:00:00Z&to=2026-03-10T13:00:00Z&timeZone=UTC');
    expect(found.totals).toMatchObject({ created: 5, sent: 3, completed: 1, declined: 1, voided: 1, expired: 0 });
    expect(found.totals.completionRate).toBeCloseTo(1 / 3, 3);
    expect(Math.abs((found.totals.medianSecondsToComplete ?? 0) / 7200 - 1)).toBeLessThan(0.02);
    expect(statesOf(found)).toEqual({ draft: 1, archived: 1, voided: 1, declined: 1, deleted: 1 });
    expect(found.series).toMatchObject([
      { from: '2026-03-10T10:00:00.000Z', to: '2026-03-10T11:00:00.000Z', created: 2, sent: 1, completed: 0 },
      { created: 0, sent: 0, completed: 0, medianSecondsToComplete: null },
      { created: 3, sent: 2, completed: 1 },
    ]);
    expect(found.members).toMatchObject([{ id: userId, name: 'Grace Hopper', created: 5, sent: 3, completed: 1 }]);
    await expectFiguresOfTables((text) => app.sql(text));
  });

  test('counts an expired document as expired until it is extended', async () => {
    const { id } = await app.sent({ expirationDays: 1 });
    app.clock.advance({ days: 2 });
    app.services.runner.wake('timer');
    await until('the document to expire', async () => statesOf(await read())['expired'] === 1);
    expect((await read()).totals.expired).toBe(1);
    const fresh = (await app.makeKey()).caller;
    await post(`/api/documents/${id}/extend`, { expirationDays: 5 }, fresh);
    const found = await read();
    expect(statesOf(found)).toMatchObject({ 'in-progress': 1 });
    expect(found.totals.expired).toBe(0);
    await expectFiguresOfTables((text) => app.sql(text));
  });

  test('returns separate statistics for each template', async () => {
    const by = await templateKey(app);
    const template = await makeTemplate(by);
    const signers = [
      { role: 'Tenant', ...app.person() },
      { role: 'Landlord', ...app.person() },
    ];
    await post(`/api/templates/${template.id}/use`, { signers, send: true }, by);
    const { templates } = await read();
    expect(templates).toMatchObject([{ id: template.id, name: 'Lease', created: 1, sent: 1, completionRate: 0 }]);
    await expectFiguresOfTables((text) => app.sql(text));
  });

  test('counts API requests and open invitations', async () => {
    const { requests } = (await read()).api;
    await app.key.get('/api/documents/paginated');
    const after = await read();
    expect(after.api.requests).toBeGreaterThan(requests);
    expect(after.api.series.reduce((sum, { requests: own }) => sum + own, 0)).toBe(after.api.requests);
    const owner = await app.session();
    await post('/api/organization/invitations', { email: app.person().email, role: 'member' }, owner);
    expect((await read()).seats.invited).toBe(1);
  });

  test('aligns time intervals with the days of the requested time zone, and excludes events at `to`', async () => {
    const found = await read('?from=2026-03-09&to=2026-03-11&timeZone=Asia/Kolkata');
    expect(found).toMatchObject({ from: '2026-03-08T18:30:00.000Z', to: '2026-03-10T18:30:00.000Z' });
    expect(found.series.map(({ created }) => created)).toEqual([0, 6]);
    const none = await read('?from=2026-03-09&to=2026-03-10&timeZone=UTC');
    expect(none.series).toHaveLength(1);
    expect(none.totals.created).toBe(0);
  });

  test('updates the total storage every ten minutes, even without activity', async () => {
    app.clock.advance({ minutes: 11 });
    const { storage } = await read();
    const [stored] = await app.sql<{ files: number; bytes: number }>(
      'select count(*)::int as files, sum(size_bytes)::int as bytes from blobs where tenant_id = $1',
      [app.tenant.tenantId],
    );
    expect(storage).toEqual({ ...stored, quotaBytes: null, asOf: app.clock.now().toISOString() });
  });

  test('returns separate statistics for the sandbox', async () => {
    const sandbox = await (await app.session()).get<'getStatistics'>(`/sandbox${path}`);
    expect(sandbox.status).toBe(200);
    expect(sandbox.body.totals.created).toBe(0);
  });
});

test('shows no statistics to another organization', async () => {
  const { owner } = await app.otherTenant();
  const other = await read('', owner);
  expect(statesOf(other)).toEqual({});
  expect(other.members).toEqual([]);
  expect(JSON.stringify(other)).not.toContain(userId);
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

describe('422', () => {
  test.each([
    ['from', '?from=yesterday'],
    ['from', '?from=2026-02-30'],
    ['from', '?from=2026-03-02&to=2026-03-01'],
    ['from', '?from=2020-01-01&bucket=hour'],
    ['to', '?to=2026-03-01T25:00:00Z'],
    ['bucket', '?bucket=year'],
    ['timeZone', '?timeZone=Mars/Olympus'],
    ['timeZone', '?timeZone=%2B05:30'],
    ['member', '?member=usr_1'],
  ])('rejects an invalid query parameter %s: %s', async (field, query) => {
    expectInvalid(await admin.get(`${path}${query}`, { mayFail: true }), field);
  });
});

needsScope(app, 'admin', { method: 'GET', path });
needsCredential(app, { method: 'GET', path });
countsRequests(app, { method: 'GET', path }, ['admin']);
refusesOtherMethods(app, path, ['GET']);
