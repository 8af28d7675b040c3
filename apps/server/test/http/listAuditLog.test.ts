import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit';
const { id, document } = await app.completed({ signers: [app.person()] });
await app.atRest(id);

type Query = Record<string, string>;
const read = async (query: Query = {}, caller = app.owner) => {
  const { status, body, text } = await caller.get<'listAuditLog'>(`${path}?${new URLSearchParams(query).toString()}`);
  expect(status, text).toBe(200);
  return body;
};
const all = async (query: Query = {}) => {
  const entries: Awaited<ReturnType<typeof read>>['entries'] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read({ ...query, ...(cursor !== undefined && { cursor }) });
    entries.push(...page.entries);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    cursor = page.nextCursor;
  }
  return entries;
};

describe('200', () => {
  test('returns every action in the organization, newest first, with the names of people and objects', async () => {
    const entries = await all();
    const times = entries.map(({ timestamp }) => timestamp);
    expect(times).toEqual(times.toSorted().toReversed());
    const chain = entries.filter(({ stream }) => stream === id).map(({ sequence }) => sequence);
    expect(chain, 'the chain has its own order, even for entries with the same time').toEqual(
      chain.map((_, index) => chain.length - 1 - index),
    );
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
      'select count(*)::int as count from audit_entries where tenant_id = $1',
      [app.tenant.tenantId],
    );
    expect(entries).toHaveLength(count);
    expect(entries.find(({ action }) => action === 'document.signed')).toMatchObject({
      stream: id,
      actor: { kind: 'signer' },
      actor_name: expect.stringMatching(/^Ada Person/),
      target_name: document.title,
      summary: expect.stringMatching(/\S/),
      bytes: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    });
    expect(entries.some(({ stream }) => stream === app.tenant.tenantId)).toBe(true);
  });

  test("returns summaries in the user's language, but exports them in English", async () => {
    const german = { headers: { 'accept-language': 'de' } };
    const { body } = await app.owner.get<'listAuditLog'>(`${path}?action=document.completed`, german);
    expect(body.entries[0]?.summary).toBe(
      'Abgeschlossen: alle Unterschriften liegen vor; mit Prüfdaten und einem Archivzeitstempel versiegelt',
    );
    const file = await app.owner.get(`${path}/export?format=csv&action=document.completed`, german);
    expect(file.text).toContain('Completed: all signatures collected');
  });

  test('returns every audit entry exactly once across pages', async () => {
    const whole = await all();
    expect(await all({ pageSize: '3' })).toEqual(whole);
  });

  test('filters audit entries by actor, action, object and time', async () => {
    const whole = await all();
    const signed = whole.find(({ action }) => action === 'document.signed');
    const actor = signed?.actor.id ?? '';
    const ids = (entries: typeof whole) => entries.map((entry) => entry.id);
    expect(ids(await all({ actor }))).toEqual(ids(whole.filter((entry) => entry.actor.id === actor)));
    expect(ids(await all({ action: 'document.signed' }))).toEqual([signed?.id]);
    expect(ids(await all({ action: 'document' }))).toEqual(
      ids(whole.filter(({ action }) => action.startsWith('document.'))),
    );
    expect(ids(await all({ target: id }))).toEqual(ids(whole.filter(({ stream }) => stream === id)));
    expect(await all({ actor: 'usr_nobody' })).toEqual([]);
    const after = new Date(app.clock.now().getTime() + 1).toISOString();
    expect(await all({ from: after })).toEqual([]);
    expect(ids(await all({ to: after }))).toEqual(ids(whole));
  });

  test("returns only audit entries of the caller's organization and environment", async () => {
    const other = await app.otherTenant();
    const body = await read({}, other.owner);
    expect(body.entries.filter(({ stream }) => stream === id)).toEqual([]);
    expect((await app.owner.get<'listAuditLog'>(`/sandbox${path}?target=${id}`)).body.entries).toEqual([]);
  });

  test('returns the remaining audit entries if one entry is unreadable', async () => {
    const { id: broken } = await app.sent();
    await app.atRest(broken);
    const before = (await all({ target: broken })).length;
    await app.sql(`update audit_entries set bytes = 'nonsense' where stream = $1 and n = 1`, [broken]);
    expect(await all({ target: broken })).toHaveLength(before - 1);
  });
});

test.each([
  ['actor', ''],
  ['action', 'Document signed'],
  ['from', 'yesterday'],
  ['pageSize', '201'],
  ['cursor', 'doc_1'],
  ['colour', 'red'],
])('rejects the query parameter %s="%s" with 422', async (name, value) => {
  expectInvalid(await app.owner.get(`${path}?${new URLSearchParams({ [name]: value }).toString()}`), name);
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path), 'FORBIDDEN');
});

needsCredential(app, { method: 'GET', path });
countsRequests(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
