/** Tests the end of the trash period: which documents and files are deleted, and which are kept. */
import { expect, test } from 'vitest';
import { BACKUP_LOCK, tryAdvisoryLock } from '../../src/platform/db/advisory-lock.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { storedFiles } from '../support/stored-files.ts';

const app = await startTestApp();
const files = storedFiles(app);
const remove = (id: string) => app.key.send('DELETE', `/api/documents/${id}`, {});
const erase = async (): Promise<unknown> =>
  (await app.cron.post<'runDataRetention'>('/api/cron/data-retention')).body.erased['documents'];
const rows = async (id: string): Promise<number[]> => {
  const counts: number[] = [];
  for (const [table, column] of [
    ['documents', 'id'],
    ['document_titles', 'document_id'],
    ['document_recipients', 'document_id'],
    ['signers', 'document_id'],
    ['fields', 'document_id'],
    ['revisions', 'document_id'],
  ])
    counts.push((await app.sql(`select 1 from ${table} where ${column} = $1`, [id])).length);
  return counts;
};

test('deletes drafts and unfinished documents with their files after 30 days, and keeps the audit trail', async () => {
  const { id: draft } = await app.draft();
  const { id: voided } = await app.sent();
  await app.key.post(`/api/documents/${voided}/void`, { reason: 'x' });
  // Waits for pending e-mails, because they would add further entries to the trail.
  await app.atRest(voided);
  const keys = [await files.keyOf(draft), await files.keyOf(voided)];
  for (const id of [draft, voided]) expect((await remove(id)).status).toBe(200);
  app.clock.advance({ days: 30, ms: -1 });
  expect(await erase()).toBe(0);
  expect(await Promise.all(keys.map(files.has))).toEqual([true, true]);
  app.clock.advance({ ms: 1 });
  expect(await erase()).toBe(2);
  expect(await Promise.all(keys.map(files.has))).toEqual([false, false]);
  const check = await (await app.session()).get<'checkAuditLog'>('/api/audit/check');
  expect(check.body.contradictions, 'the ledger records the erasure').toEqual([]);
  for (const id of [draft, voided]) {
    expect(await rows(id)).toEqual([0, 0, 0, 0, 0, 0]);
    expectError(await app.key.post(`/api/documents/${id}/restore`), 'DOCUMENT_NOT_FOUND', { documentId: id });
    const [last] = await app.sql<{ entry: string }>(
      "select convert_from(bytes, 'UTF8') as entry from audit_entries where stream = $1 order by n desc limit 1",
      [id],
    );
    expect(last?.entry).toContain('"type":"document.erased"');
  }
  expect(await app.sql('select 1 from blobs where unused_since is not null')).toEqual([]);
  expect(await erase(), 'again').toBe(0);
});

test('keeps completed documents, including those deleted from the archive, and keeps restored documents', async () => {
  const { id: done } = await app.completed();
  const { id: archived } = await app.completed();
  const { id: restored } = await app.draft();
  await app.key.post('/api/documents/paginated', { action: 'archive', documentIds: [archived] });
  for (const id of [done, archived, restored]) expect((await remove(id)).status).toBe(200);
  await app.key.post(`/api/documents/${restored}/restore`);
  app.clock.advance({ days: 365 });
  expect(await erase()).toBe(0);
  const key = (await app.makeKey()).caller;
  for (const id of [done, archived]) {
    expect(await files.has(await files.keyOf(id))).toBe(true);
    expect((await key.post(`/api/documents/${id}/restore`)).status).toBe(200);
    expect((await key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  }
});

test('keeps a file shared by copied documents until the last of them is deleted', async () => {
  const key = (await app.makeKey()).caller;
  const { id: first } = await app.draft({ by: key });
  const { document: copy } = (await key.post<'duplicateDocument'>(`/api/documents/${first}/duplicate`)).body;
  const file = await files.keyOf(first);
  for (const [id, left] of [
    [first, true],
    [copy.id, false],
  ] as const) {
    const caller = (await app.makeKey()).caller;
    expect((await caller.send('DELETE', `/api/documents/${id}`, {})).status).toBe(200);
    app.clock.advance({ days: 31 });
    expect(await erase()).toBe(1);
    expect(await files.has(file)).toBe(left);
  }
});

test('deletes a file in the next sweep if its deletion was interrupted', async () => {
  const key = (await app.makeKey()).caller;
  const { id } = await app.draft({ by: key });
  const file = await files.keyOf(id);
  await key.send('DELETE', `/api/documents/${id}`, {});
  // This is the state that a crash after the transaction leaves behind.
  await app.sql('update blobs set unused_since = now() where id = (select blob_id from documents where id = $1)', [id]);
  await app.sql('delete from documents where id = $1', [id]);
  expect(await erase()).toBe(0);
  expect(await files.has(file)).toBe(false);
});

test('keeps files while a running backup may be copying them, and deletes them in the next sweep', async () => {
  const { id } = await app.draft({ by: (await app.makeKey()).caller });
  const file = await files.keyOf(id);
  const caller = (await app.makeKey()).caller;
  expect((await caller.send('DELETE', `/api/documents/${id}`, {})).status).toBe(200);
  app.clock.advance({ days: 31 });
  // A session-level lock cannot be taken through a pooler.
  const backup = await tryAdvisoryLock(app.directConnection, BACKUP_LOCK);
  expect(backup).toBeDefined();
  expect(await erase()).toBe(1);
  expect(await files.has(file)).toBe(true);
  await backup?.release();
  expect(await erase()).toBe(0);
  expect(await files.has(file)).toBe(false);
});
