import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { BACKUP_LOCK, tryAdvisoryLock } from '../../src/platform/db/advisory-lock.ts';
import { startTestApp } from '../support/app.ts';
import { backupFolderOf, BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const early = await app.completed();
const first = await madeBackup(app);
await app.completed();
const second = await madeBackup(app);
const files = (): string[] =>
  readdirSync(backupFolderOf(app), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(backupFolderOf(app).length + 1)}/${name}`);

needsCredential(app, { method: 'DELETE', path: `${BACKUPS}/${first.id}` });

test('returns 403 to everyone except administrators of the installation', async () => {
  expectError(await (await app.otherTenant()).owner.send('DELETE', `${BACKUPS}/${first.id}`), 'FORBIDDEN');
});

test('returns 409 while a backup is running, and for a backup that is being verified', async () => {
  const lock = await tryAdvisoryLock(app.services.backups.options.connection, BACKUP_LOCK);
  expectError(await app.owner.send('DELETE', `${BACKUPS}/${first.id}`), 'BACKUP_RUNNING');
  await lock?.release();
  await app.sql(`update backups set verification = 'running' where id = $1`, [first.id]);
  expectError(await app.owner.send('DELETE', `${BACKUPS}/${first.id}`), 'BACKUP_STATE', {
    backupId: first.id,
    state: 'ready',
    allowed: ['ready', 'failed', 'missing'],
  });
  await app.sql(`update backups set verification = 'none' where id = $1`, [first.id]);
});

test('deletes the backup, and deletes copied files together with the last backup that uses them', async () => {
  const copies = () => files().filter((name) => name.startsWith('blobs/')).length;
  const before = copies();
  expect((await app.owner.send('DELETE', `${BACKUPS}/${first.id}`)).status).toBe(200);
  expect(files().filter((name) => name.startsWith(first.id))).toEqual([]);
  // The second backup refers to every file in the first backup.
  expect(copies()).toBe(before);
  // Files that only the second backup refers to are deleted with it.
  await app.sql('update blobs set unused_since = now() where id = (select blob_id from documents where id = $1)', [
    early.id,
  ]);
  // These copies in the same folder belong to another installation.
  const theirs = path.join(backupFolderOf(app), 'blobs', '0123456789abcdef', 'ten', 'blb');
  mkdirSync(path.dirname(theirs), { recursive: true });
  writeFileSync(theirs, 'a copy');
  const third = await madeBackup(app);
  expect((await app.owner.send('DELETE', `${BACKUPS}/${second.id}`)).status).toBe(200);
  await app.sql('update blobs set unused_since = null');
  expect(third.files).toBeLessThan(before);
  expect(existsSync(theirs)).toBe(true);
  rmSync(theirs);
  expect(copies()).toBe(third.files);
  const { body } = await app.owner.get<'listAuditLog'>('/api/audit?action=backup.deleted');
  expect(body.entries.map(({ target }) => target.id)).toEqual([second.id, first.id]);
});

test('rejects a repeated deletion and an unknown backup with 404', async () => {
  for (const backupId of [first.id, newId('backup')])
    expectError(await app.owner.send('DELETE', `${BACKUPS}/${backupId}`), 'BACKUP_NOT_FOUND', { backupId });
});
