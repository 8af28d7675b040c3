/** The end of the trash: what is erased, what stays, and what becomes of the files. */
import { access } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BACKUP_LOCK, tryAdvisoryLock } from '../../src/platform/db/advisory-lock.ts';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';

const app = await startTestApp();
const remove = (id: string) => app.key.send('DELETE', `/api/documents/${id}`, {});
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
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

test('drafts and unfinished documents go after 30 days, with their files; the audit trail stays', async () => {
  const { id: draft } = await app.draft();
  const { id: voided } = await app.sent();
  await app.key.post(`/api/documents/${voided}/void`, { reason: 'x' });
  // Mails that are still on their way would be entries of the trail after its last one.
  await app.atRest(voided);
  const paths = [await app.blobPath(draft), await app.blobPath(voided)];
  for (const id of [draft, voided]) expect((await remove(id)).status).toBe(200);
  app.clock.advance({ days: 30, ms: -1 });
  expect(await erase()).toBe(0);
  expect(await Promise.all(paths.map(isThere))).toEqual([true, true]);
  app.clock.advance({ ms: 1 });
  expect(await erase()).toBe(2);
  expect(await Promise.all(paths.map(isThere))).toEqual([false, false]);
  const check = await (await app.session()).get<'checkAuditLog'>('/api/audit/check');
  expect(check.body.contradictions, 'an erasure that the ledger knows').toEqual([]);
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

test('completed documents stay, also those deleted from the archive; so does what was restored', async () => {
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
    expect(await isThere(await app.blobPath(id))).toBe(true);
    expect((await key.post(`/api/documents/${id}/restore`)).status).toBe(200);
    expect((await key.get<'verifyDocument'>(`/api/documents/${id}/verify`)).body.isValid).toBe(true);
  }
});

test('a file that a copy shares stays until the last of them has gone', async () => {
  const key = (await app.makeKey()).caller;
  const { id: first } = await app.draft({ by: key });
  const { document: copy } = (await key.post<'duplicateDocument'>(`/api/documents/${first}/duplicate`)).body;
  const path = await app.blobPath(first);
  for (const [id, left] of [
    [first, true],
    [copy.id, false],
  ] as const) {
    const caller = (await app.makeKey()).caller;
    expect((await caller.send('DELETE', `/api/documents/${id}`, {})).status).toBe(200);
    app.clock.advance({ days: 31 });
    expect(await erase()).toBe(1);
    expect(await isThere(path)).toBe(left);
  }
});

test('a file whose deletion was cut short goes with the next turn', async () => {
  const key = (await app.makeKey()).caller;
  const { id } = await app.draft({ by: key });
  const path = await app.blobPath(id);
  await key.send('DELETE', `/api/documents/${id}`, {});
  // As a crash after the transaction leaves it.
  await app.sql('update blobs set unused_since = now() where id = (select blob_id from documents where id = $1)', [id]);
  await app.sql('delete from documents where id = $1', [id]);
  expect(await erase()).toBe(0);
  expect(await isThere(path)).toBe(false);
});

test('while a backup is being made, files stay that it may be about to copy; they go with the next turn', async () => {
  const { id } = await app.draft({ by: (await app.makeKey()).caller });
  const path = await app.blobPath(id);
  const caller = (await app.makeKey()).caller;
  expect((await caller.send('DELETE', `/api/documents/${id}`, {})).status).toBe(200);
  app.clock.advance({ days: 31 });
  const { database } = app.config;
  const connection = { connectionString: database.kind === 'external' ? database.url.reveal() : '' };
  const backup = await tryAdvisoryLock(connection, BACKUP_LOCK);
  expect(backup).toBeDefined();
  expect(await erase()).toBe(1);
  expect(await isThere(path)).toBe(true);
  await backup?.release();
  expect(await erase()).toBe(0);
  expect(await isThere(path)).toBe(false);
});
