import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupFolder } from '../../src/platform/adapters/backup-folder/index.ts';
import { openBackup, readThrough } from '../../src/platform/backup/read-backup.ts';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
await app.completed();
const made = await madeBackup(app);
const url = `${BACKUPS}/${made.id}/download`;

needsCredential(app, { method: 'GET', path: url });

test('returns an archive that tar unpacks to a complete, still encrypted backup', async () => {
  const answer = await app.owner.get(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-tar');
  expect(answer.headers.get('content-disposition')).toContain(`${made.id}.tar`);
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-tar-'));
  try {
    writeFileSync(path.join(folder, 'backup.tar'), answer.bytes);
    execFileSync('tar', ['-xf', 'backup.tar'], { cwd: folder });
    const { vault } = app.services;
    expect(await readThrough(await openBackup(backupFolder(folder), made.id, { vault }))).toEqual([]);
    expect(answer.bytes.includes('northwind')).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { body } = await app.owner.get<'listAuditLog'>('/api/audit?action=backup.downloaded');
  expect(body.entries[0]?.target.id).toBe(made.id);
});

test('returns 403 to everyone except administrators of the installation', async () => {
  expectError(await (await app.otherTenant()).owner.get(url), 'FORBIDDEN');
});

test('rejects an unknown backup with 404', async () => {
  const backupId = newId('backup');
  expectError(await app.owner.get(`${BACKUPS}/${backupId}/download`), 'BACKUP_NOT_FOUND', { backupId });
});

test('rejects the download of a failed backup with 409', async () => {
  const failed = newId('backup', app.clock.now());
  await app.sql(
    `insert into backups (tenant_id, id, trigger, state, created_at) select tenant_id, $1, 'request', 'failed', created_at from backups where id = $2`,
    [failed, made.id],
  );
  expectError(await app.owner.get(`${BACKUPS}/${failed}/download`), 'BACKUP_STATE', {
    backupId: failed,
    state: 'failed',
    allowed: ['ready'],
  });
});
