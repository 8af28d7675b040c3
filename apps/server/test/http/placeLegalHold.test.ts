import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { cookieNamed, join, PASSWORD } from '../support/people.ts';
import { needsCredential } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const { caller: admin } = await app.makeKey({ scopes: ['admin'] });
const path = '/api/legal/holds';
const place = (body: object) => admin.send<'placeLegalHold'>('POST', path, { body, mayFail: true });
const reason = 'Inquiry 4711 of the data protection authority';
const remove = (id: string) => app.key.send('DELETE', `/api/documents/${id}`, { mayFail: true });
const erase = async (): Promise<unknown> =>
  (await app.cron.post<'runDataRetention'>('/api/cron/data-retention')).body.erased['documents'];
const release = (id: string) => admin.send('DELETE', `${path}/${id}`, { body: { reason: 'closed' } });

describe('201', () => {
  test('protects a document from deletion until its legal hold is released', async () => {
    const { id } = await app.draft();
    const { body } = await place({ kind: 'document', target: id, reason });
    expect(body.hold).toMatchObject({ kind: 'document', target: id, reason, documents: 1, released_at: null });
    expectError(await remove(id), 'LEGAL_HOLD', { documentId: id });
    await release(body.hold.id);
    expect((await remove(id)).status).toBe(200);
  });

  test('returns the existing legal hold for a repeated request', async () => {
    const { id } = await app.draft();
    const first = await place({ kind: 'document', target: id, reason });
    const again = await place({ kind: 'document', target: id, reason });
    expect(again.status, again.text).toBe(201);
    expect(again.body.hold).toEqual(first.body.hold);
    await release(first.body.hold.id);
    expect((await remove(id)).status).toBe(200);
    const person = { kind: 'person', reason };
    const one = await place({ ...person, target: 'twice@example.com' });
    expect((await place({ ...person, target: 'Twice@Example.com' })).body.hold.id).toBe(one.body.hold.id);
  });

  test('records a legal hold in the audit trail, but omits the affected person and the reason', async () => {
    const target = 'dispute@example.com';
    const { body } = await place({ kind: 'person', target, reason });
    const [entry] = await app.sql<{ entry: string }>(
      `select convert_from(bytes, 'UTF8') as entry from audit_entries where strpos(convert_from(bytes, 'UTF8'), $1) > 0`,
      [body.hold.id],
    );
    expect(entry?.entry).toContain('"type":"legal-hold.placed"');
    expect(entry?.entry).not.toContain(target);
    expect(entry?.entry).not.toContain(reason);
  });

  test('prevents the deletion of a document in the trash under every kind of legal hold', async () => {
    app.clock.advance({ days: 31 });
    await erase();
    const held = await app.draft();
    const tagged = await app.draft();
    const named = await app.sent({ signers: [{ email: 'held@contoso.example', name: 'Held Person' }] });
    const free = await app.draft();
    await app.key.send('PATCH', `/api/documents/${tagged.id}`, { body: { tags: ['matter 1'] } });
    await app.key.post(`/api/documents/${named.id}/void`, { reason: 'x' });
    for (const { id } of [held, tagged, named, free]) expect((await remove(id)).status).toBe(200);
    const holds = [
      await place({ kind: 'document', target: held.id, reason }),
      await place({ kind: 'tag', target: 'matter 1', reason }),
      await place({ kind: 'person', target: 'Held@contoso.example', reason }),
    ].map(({ body }) => body.hold.id);
    app.clock.advance({ days: 31 });
    expect(await erase(), 'only the document without a legal hold is erased').toBe(1);
    for (const id of holds) await release(id);
    expect(await erase()).toBe(3);
  });

  test('keeps a document under legal hold when its tag is removed or its recipient is corrected', async () => {
    const key = (await app.makeKey()).caller;
    const { id: tagged } = await app.draft();
    await key.send('PATCH', `/api/documents/${tagged}`, { body: { tags: ['matter 2'] } });
    const { id: named, signers } = await app.sent({ signers: [{ email: 'was@contoso.example', name: 'Was Named' }] });
    const holds = [
      await place({ kind: 'tag', target: 'matter 2', reason }),
      await place({ kind: 'person', target: 'was@contoso.example', reason }),
    ].map(({ body }) => body.hold.id);
    await key.send('PATCH', `/api/documents/${tagged}`, { body: { tags: [] } });
    await key.send('PATCH', `/api/documents/${named}/signers/${signers[0]?.id}`, {
      body: { email: 'is@contoso.example', name: 'Is Named' },
    });
    await key.post(`/api/documents/${named}/void`, { reason: 'x' });
    for (const id of [tagged, named]) expectError(await remove(id), 'LEGAL_HOLD', { documentId: id });
    for (const id of holds) await release(id);
  });

  test('applies either the legal hold or the deletion when both occur at the same time, and rejects a hold on a deleted document', async () => {
    const key = (await app.makeKey()).caller;
    const { id } = await app.draft({ by: key });
    await key.send('DELETE', `/api/documents/${id}`, {});
    app.clock.advance({ days: 31 });
    const { caller } = await app.makeKey({ scopes: ['admin'] });
    // While a legal hold is being placed, the erasure waits. It then skips the document.
    await app.sql('begin');
    await app.sql(`select pg_advisory_xact_lock(hashtextextended('holds ' || $1, 0))`, [app.tenant.tenantId]);
    const erasing = erase();
    await until('the erasure to wait', async () => {
      await app.sql('select pg_stat_clear_snapshot()');
      return (await app.sql(`select from pg_locks where locktype = 'advisory' and not granted`)).length === 1;
    });
    const hold = 'hld_00000000000000000000000001';
    await app.sql(
      `insert into legal_holds (tenant_id, id, kind, target, label, reason, placed_by_kind, placed_by_id, placed_at)
       values ($1, $2, 'document', $3, $3, 'r', 'user', 'usr_x', now())`,
      [app.tenant.tenantId, hold, id],
    );
    await app.sql('commit');
    expect(await erasing).toBe(0);
    expect((await caller.send('DELETE', `${path}/${hold}`, { body: { reason: 'x' } })).status).toBe(200);
    expect(await erase()).toBe(1);
    const late = await caller.send('POST', path, { body: { kind: 'document', target: id, reason }, mayFail: true });
    expectError(late, 'DOCUMENT_NOT_FOUND', { documentId: id });
  });

  test('protects the organization from deletion while a legal hold is active', async () => {
    const { caller } = await join(app);
    const made = await caller.post<'createOrganization'>('/api/organizations', { name: 'Held' });
    const switched = await caller.post('/api/auth/switch-organization', { organizationId: made.body.organization.id });
    const owner = app.anyone.with({ cookie: cookieNamed(switched, 'countersign_session') });
    const { body } = await owner.post<'placeLegalHold'>(path, { kind: 'tag', target: 'x', reason });
    const end = () => owner.send('DELETE', '/api/organization', { body: { password: PASSWORD }, mayFail: true });
    expectError(await end(), 'LEGAL_HOLD');
    await owner.send('DELETE', `${path}/${body.hold.id}`, { body: { reason: 'x' } });
    expect((await end()).status).toBe(202);
  });
});

test('returns 404 for a legal hold on a document of another organization', async () => {
  const { owner } = await app.otherTenant();
  const { id } = await app.draft();
  const body = { kind: 'document', target: id, reason };
  expectError(await owner.send('POST', path, { body, mayFail: true }), 'DOCUMENT_NOT_FOUND', { documentId: id });
});

test('rejects a missing reason and a missing e-mail address with 422', async () => {
  expectInvalid(await place({ kind: 'tag', target: 'x', reason: ' ' }), 'reason');
  expectInvalid(await place({ kind: 'person', target: 'nobody', reason }), 'target');
});

needsCredential(app, { method: 'POST', path, body: { kind: 'tag', target: 'x', reason } });
