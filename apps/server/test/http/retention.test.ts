/**
 * Tests the end of retention. It is announced 30 days in advance. When it ends, all personal data is erased, and the
 * audit trail remains verifiable.
 */
import { expect, test } from 'vitest';
import { replayDocuments } from '../../src/features/retention/erase-retained.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { storedFiles } from '../support/stored-files.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const files = storedFiles(app);
const { caller: admin } = await app.makeKey({ scopes: ['admin', 'documents:read', 'documents:write', 'templates'] });
const run = async () => (await app.cron.post<'runDataRetention'>('/api/cron/data-retention')).body.erased;
const due = async () => (await admin.get<'listRetentionDue'>('/api/legal/retention/due')).body.documents;
const dryRun = async () => (await admin.get<'dryRunRetention'>('/api/legal/retention/dry-run')).body.items;
const keepFor = (days: number) =>
  app.sql(`update organizations set settings = settings || jsonb_build_object('document_retention_days', $1::int)`, [
    days,
  ]);
const setRules = (rules: object[]) =>
  admin.send<'setRetentionRules'>('PUT', '/api/legal/retention', { body: { rules } });
const left = async (id: string) => (await app.sql('select 1 from documents where id = $1', [id])).length === 1;

test("announces a deletion, deletes the document's data 30 days later, and keeps the audit trail verifiable", async () => {
  await keepFor(40);
  const { id, signers } = await app.completed({
    signers: [{ email: 'gone@contoso.example', name: 'Gonerill Vanish' }],
  });
  await app.atRest(id);
  const file = await files.keyOf(id);
  expect(await run()).toMatchObject({ retention_announcements: 0, retained_documents: 0 });
  app.clock.advance({ days: 11 });
  expect(await run()).toMatchObject({ retention_announcements: 1, retained_documents: 0 });
  expect((await run())['retention_announcements'], 'once').toBe(0);
  const [listed] = await due();
  expect(listed).toMatchObject({ id, held: false, announced_at: app.clock.now().toISOString() });
  const mails = () => app.sql(`select from mails where kind = 'documents-due'`);
  await until('the e-mail to the owner', async () => (await mails()).length === 1);
  app.clock.advance({ days: 29, hours: 23 });
  expect((await run())['retained_documents']).toBe(0);
  app.clock.advance({ hours: 2 });
  expect((await dryRun()).map((item) => item.id)).toEqual([id]);
  expect((await run())['retained_documents']).toBe(1);
  expect(await dryRun()).toEqual([]);
  expectError(await admin.send('GET', `/api/documents/${id}`, { mayFail: true }), 'DOCUMENT_NOT_FOUND', {
    documentId: id,
  });
  expect(await files.has(file)).toBe(false);
  for (const table of [
    'signers',
    'fields',
    'revisions',
    'completion_certificates',
    'document_recipients',
    'webhook_deliveries',
  ])
    expect(await app.sql(`select 1 from ${table} where document_id = $1`, [id]), table).toEqual([]);
  // The erasure is recorded for the statistics, without any personal data.
  expect(await app.sql('select kind, data from outbox where document_id = $1', [id])).toEqual([
    { kind: 'document.erased', data: {} },
  ]);
  expect(await app.sql('select 1 from person_keys where person_id = $1', [signers[0]?.id])).toEqual([]);
  expect(await app.sql(`select 1 from mails where to_address = 'gone@contoso.example'`)).toEqual([]);
  const [certificate] = await app.sql<{ certificate: Buffer }>(
    'select certificate from certificates where document_id = $1',
    [id],
  );
  expect(certificate?.certificate).toHaveLength(0);
  const check = await (await app.session()).get<'checkAuditLog'>('/api/audit/check');
  expect(check.status, check.text).toBe(200);
  expect(check.text).not.toContain('"valid":false');
});

test('extends the retention period by tag but never shortens it, and keeps documents if the organization extends its period', async () => {
  await keepFor(100);
  const plain = await app.draft();
  const tagged = await app.draft();
  await app.key.send('PATCH', `/api/documents/${tagged.id}`, { body: { tags: ['contracts'] } });
  const hasty = await app.draft();
  await app.key.send('PATCH', `/api/documents/${hasty.id}`, { body: { tags: ['soon'] } });
  await setRules([
    { kind: 'tag', target: 'contracts', days: 200 },
    { kind: 'tag', target: 'soon', days: 30 },
  ]);
  app.clock.advance({ days: 71 });
  await run();
  expect((await due()).map(({ id }) => id).toSorted()).toEqual([plain.id, hasty.id].toSorted());
  app.clock.advance({ days: 31 });
  await keepFor(300);
  expect((await run())['retained_documents'], 'the retention period has been extended since then').toBe(0);
  await keepFor(100);
  expect((await run())['retention_announcements'], 'the deletion is announced again').toBe(2);
  app.clock.advance({ days: 31 });
  expect((await run())['retained_documents']).toBe(2);
  expect([await left(plain.id), await left(tagged.id), await left(hasty.id)]).toEqual([false, true, false]);
});

test('lists in a dry run exactly the documents to be deleted, and deletes documents on hold only after the hold is released', async () => {
  await setRules([]);
  await keepFor(30);
  const documents = [];
  for (let n = 0; n < 4; n += 1) documents.push((await app.draft()).id);
  const trashed = (await app.draft()).id;
  await app.key.send('DELETE', `/api/documents/${trashed}`, {});
  await run();
  const { body: held } = await admin.post<'placeLegalHold'>('/api/legal/holds', {
    kind: 'document',
    target: documents[0],
    reason: 'r',
  });
  app.clock.advance({ days: 32 });
  const before = new Set((await app.sql<{ id: string }>('select id from documents')).map(({ id }) => id));
  const listed = (await dryRun()).filter(({ kind }) => kind === 'document').map(({ id }) => String(id));
  await run();
  const after = new Set((await app.sql<{ id: string }>('select id from documents')).map(({ id }) => id));
  const gone = [...before].filter((id) => !after.has(id));
  expect(gone.toSorted()).toEqual(listed.toSorted());
  expect(gone).toContain(trashed);
  expect(after.has(String(documents[0]))).toBe(true);
  await admin.send('DELETE', `/api/legal/holds/${held.hold.id}`, { body: { reason: 'x' } });
  expect((await dryRun()).map(({ id }) => id)).toEqual([documents[0]]);
  await run();
  expect(await left(String(documents[0]))).toBe(false);
});

test('deletes the documents in the erasure ledger again after a restore, except those on hold', async () => {
  await keepFor(3000);
  const back = await app.draft();
  const kept = await app.draft();
  const items = [back, kept].map(({ id }) => ({ kind: 'document' as const, tenantId: app.tenant.tenantId, id }));
  const { body: held } = await admin.post<'placeLegalHold'>('/api/legal/holds', {
    kind: 'document',
    target: kept.id,
    reason: 'r',
  });
  const replay = async () => (await replayDocuments(app.services.uow, items)).map(({ id, outcome }) => [id, outcome]);
  expect(await replay()).toEqual([
    [back.id, 'erased'],
    [kept.id, 'held'],
  ]);
  expect((await replay())[0], 'the erasure was already done').toEqual([back.id, 'absent']);
  expect((await run())['retained_documents']).toBe(0);
  expect([await left(back.id), await left(kept.id)]).toEqual([false, true]);
  await admin.send('DELETE', `/api/legal/holds/${held.hold.id}`, { body: { reason: 'x' } });
  expect((await run())['retained_documents'], 'the hold was released').toBe(1);
  expect(await left(kept.id)).toBe(false);
});

test('deletes audit entries after their retention period, except those of stored documents and active holds, and keeps the chains verifiable', async () => {
  const { caller: key } = await app.makeKey({ scopes: ['admin', 'documents:write', 'documents:read'] });
  const kept = await app.completed({ by: key });
  await app.atRest(kept.id);
  await admin.post('/api/legal/holds', { kind: 'document', target: kept.id, reason: 'r' });
  await app.sql(`update organizations set settings = '{"document_retention_days": 9999, "audit_retention_days": 365}'`);
  const { tenantId } = app.tenant;
  const old = async (stream: string) => {
    const before = new Date(app.clock.now().getTime() - 366 * 86_400_000);
    const [row] = await app.sql<{ entries: number; openings: number }>(
      `select count(*)::int as entries, count(p.*)::int as openings from audit_entries e
       left join audit_personal p on p.tenant_id = e.tenant_id and p.entry_id = e.id where e.stream = $1 and e.at < $2`,
      [stream, before],
    );
    return row ?? { entries: 0, openings: 0 };
  };
  // The run skips entries that the transparency log does not contain yet.
  const logged = () =>
    until('the entries to be logged', async () => (await app.sql('select from log_queue limit 1')).length === 0);
  await logged();
  app.clock.advance({ days: 367 });
  const before = await old(tenantId);
  expect([before.openings > 0, (await old(kept.id)).openings > 0]).toEqual([true, true]);
  expect((await run())['audit_entries'], 'entries under a legal hold are kept').toBe(0);
  await logged();
  await app.sql(
    `update legal_holds set released_at = now(), released_by_id = 'usr_x', released_by_kind = 'user' where released_at is null`,
  );
  expect((await run())['audit_entries']).toBeGreaterThanOrEqual(before.entries);
  expect([await old(tenantId), (await old(kept.id)).openings > 0]).toEqual([{ entries: 0, openings: 0 }, true]);
  await logged();
  expect((await run())['audit_entries'], 'entries are deleted once a day').toBe(0);
  const { body } = await key.get<'verifyDocument'>(`/api/documents/${kept.id}/verify`);
  expect(body).toMatchObject({ isValid: true, auditTrail: { isValid: true } });

  const owner = await app.session();
  const check = async () => (await owner.get<'checkAuditLog'>('/api/audit/check')).body.broken;
  expect(await check(), 'the remaining entries form a complete chain').toEqual([]);
  const { body: log } = await owner.get<'listAuditLog'>('/api/audit?action=audit.entries-erased');
  expect(log.entries[0]?.summary).toMatch(
    /^Audit entries erased at the end of their retention \(\d+, from before \d{4}-\d\d-\d\d\)$/,
  );
  // Deleting anything other than the personal data is detected.
  await app.sql(
    `delete from audit_entries where (stream, n) in (select stream, min(n) from audit_entries where stream = $1 group by 1)`,
    [tenantId],
  );
  expect(await check()).toEqual([{ stream: tenantId, message: expect.stringMatching(/removed|cut off/) }]);
});
