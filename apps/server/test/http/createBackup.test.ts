/** Tests backups that the operator's administrators start, and their results. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { BACKUP_LOCK, tryAdvisoryLock } from '../../src/platform/db/advisory-lock.ts';
import { startTestApp } from '../support/app.ts';
import { backupFolderOf, BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';
import { storedFiles } from '../support/stored-files.ts';

const app = await startTestApp();
const files = storedFiles(app);
const { connection } = app.services.backups.options;
const tenantId = async (): Promise<unknown> =>
  (await app.sql('select t.tenant_id from tenants t join organizations o using (tenant_id) where o.is_operator'))[0]?.[
    'tenant_id'
  ];

needsCredential(app, { method: 'POST', path: BACKUPS, body: {} });

test('returns 403 to everyone except administrators of the installation', async () => {
  const { caller } = await app.member('member');
  const { caller: adminsKey } = await app.makeKey({ by: (await app.member('admin')).caller });
  for (const who of [caller, adminsKey, (await app.otherTenant()).owner])
    expectError(await who.post(BACKUPS, {}), 'FORBIDDEN');
});

test('creates a backup, reports its contents, and copies no files that an earlier backup contains', async () => {
  await app.completed();
  const first = await madeBackup(app);
  expect(first).toMatchObject({ state: 'ready', trigger: 'request', failure: null, progress: null });
  expect(first.rows).toBeGreaterThan(20);
  expect(first.files).toBeGreaterThan(0);
  expect(first.copied_files).toBe(first.files);
  expect(first.size_bytes).toBeGreaterThan(10_000);
  const second = await madeBackup(app, app.service);
  expect(second).toMatchObject({ state: 'ready', files: first.files, copied_files: 0 });
  expect(second.verification).toEqual({ state: 'none', checks: [], finished_at: null });
});

test('creates a backup despite a damaged and a missing encrypted file, and reports both files in the health check and manifest', async () => {
  app.tolerate(/a stored file is damaged|stored files are missing or damaged/);
  const { id } = await app.draft();
  const other = await app.draft();
  const rows = await app.sql<{ document: string; blob: string; key: string }>(
    `select d.id as document, b.tenant_id || '/' || b.id as blob, b.tenant_id || '/' || coalesce(b.file, b.id) as key from documents d join blobs b on b.tenant_id = d.tenant_id and b.id = d.blob_id
     where d.id in ('${id}', '${other.id}')`,
  );
  const keyOf = (document: string) => rows.find((row) => row.document === document)?.key ?? '';
  const idOf = (document: string) => rows.find((row) => row.document === document)?.blob ?? '';
  const [damaged, missing] = [keyOf(id), keyOf(other.id)];
  const [before, gone] = [await files.read(damaged), await files.read(missing)];
  const flipped = Buffer.from(before);
  flipped.writeUInt8((flipped[200] ?? 0) ^ 1, 200);
  await files.write(damaged, flipped);
  await files.remove(missing);
  const backup = await madeBackup(app);
  expect(backup).toMatchObject({ state: 'ready', failure: null, fault_count: 2 });
  expect(backup.faults.toSorted((a, b) => a.fault.localeCompare(b.fault))).toEqual([
    { file: idOf(id), fault: 'content', copy: 'damaged' },
    { file: idOf(other.id), fault: 'missing', copy: 'none' },
  ]);
  const { manifest } = await app.services.backups.open(backup.id);
  expect(manifest.faults).toHaveLength(2);
  expect(manifest.faults).toContainEqual(
    expect.objectContaining({ file: keyOf(id), fault: 'content', copy: 'damaged' }),
  );
  expect(manifest.faults).toContainEqual(
    expect.objectContaining({ file: keyOf(other.id), fault: 'missing', copy: 'none' }),
  );
  await app.services.damage.settle();
  const { body } = await app.anyone.get<'getHealth'>('/api/health');
  expect(body.problems).toContainEqual(expect.objectContaining({ code: 'files-damaged' }));
  await files.write(damaged, before);
  await files.write(missing, gone);
  const mended = await madeBackup(app);
  expect(mended).toMatchObject({ fault_count: 0, faults: [] });
  expect((await app.services.backups.open(mended.id)).manifest.faults).toBeUndefined();
});

test('rejects a backup with 409 while another backup runs, even one that was started by a command', async () => {
  const lock = await tryAdvisoryLock(connection, BACKUP_LOCK);
  expectError(await app.owner.post(BACKUPS, {}), 'BACKUP_RUNNING');
  await lock?.release();
  await app.sql(
    `insert into backups (tenant_id, id, trigger, state, created_at) values ($1, $2, 'request', 'queued', $3)`,
    [await tenantId(), newId('backup', app.clock.now()), app.clock.now()],
  );
  expectError(await app.owner.post(BACKUPS, {}), 'BACKUP_RUNNING');
  await app.services.timers.run('backups');
});

test('marks the backup of a killed server as failed with a reason, deletes its parts, and creates the next backup', async () => {
  app.tolerate(/a backup failed/);
  const id = newId('backup', app.clock.now());
  const folder = path.join(backupFolderOf(app), id);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'database'), 'the first rows');
  await app.sql(
    `insert into backups (tenant_id, id, trigger, state, step, done, total, created_at) values ($1, $2, 'request', 'running', 'tables', 3, 90, $3)`,
    [await tenantId(), id, app.clock.now()],
  );
  await app.services.timers.run('backups');
  const { body } = await app.owner.get<'getBackup'>(`${BACKUPS}/${id}`);
  expect(body.backup).toMatchObject({
    state: 'failed',
    progress: null,
    failure: 'The server stopped during the backup.',
  });
  expect(existsSync(folder)).toBe(false);
  expect((await madeBackup(app)).state).toBe('ready');
});

test('reports the reason if the backup folder is not writable', async () => {
  app.tolerate(/a backup failed/);
  const { options } = app.services.backups;
  const { target } = options;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  options.target = { ...target, write: () => Promise.reject(full) };
  const failed = await madeBackup(app);
  options.target = target;
  expect(failed).toMatchObject({ state: 'failed', failure: 'The disk or bucket is full.' });
  const { body } = await app.owner.get<'listAuditLog'>('/api/audit?action=backup.failed');
  expect(body.entries[0]?.target.id).toBe(failed.id);
  expect(readdirSync(backupFolderOf(app))).not.toContain(failed.id);
});

test('includes files that are deleted during a backup, and keeps them until the backup is complete', async () => {
  const { id } = await app.draft();
  const file = await files.keyOf(id);
  expect((await app.owner.send('DELETE', `/api/documents/${id}`, {})).status).toBe(200);
  app.clock.advance({ days: 31 });
  const { options } = app.services.backups;
  const { target } = options;
  let erased = 0;
  options.target = {
    ...target,
    write: async (name, source) => {
      await target.write(name, source);
      // At this point, the rows have been copied, but the files have not.
      if (!name.endsWith('/files')) return;
      erased = (await app.services.eraseOld())['documents'] ?? 0;
      expect(await files.has(file)).toBe(true);
    },
  };
  const made = await madeBackup(app, app.service);
  options.target = target;
  expect(made.state).toBe('ready');
  expect(erased).toBe(1);
  const opened = await app.services.backups.open(made.id);
  const names: string[] = [];
  for await (const name of opened.files()) names.push(name);
  expect(names.some((name) => file.endsWith(path.basename(name)))).toBe(true);
  await app.services.eraseOld();
  expect(await files.has(file)).toBe(false);
});
