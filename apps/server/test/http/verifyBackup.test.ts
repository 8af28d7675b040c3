/** Tests verification by restoring. Complete backups are valid, and a flipped bit anywhere is detected and located. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { backupFolderOf, BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const done = await app.completed();
await app.atRest(done.id);
const made = await madeBackup(app);
const url = `${BACKUPS}/${made.id}/verify`;
const scratch = path.join(app.services.backups.options.scratch);

needsCredential(app, { method: 'POST', path: url, body: {} });

test('restores the backup separately from the installation, verifies that it is complete, and deletes all temporary files', async () => {
  // The temporary files that a killed verification leaves behind.
  mkdirSync(path.join(scratch, 'postgres'), { recursive: true });
  const { status, body } = await app.owner.post<'verifyBackup'>(url, {});
  expect(status).toBe(200);
  expect(body).toMatchObject({ valid: true, backup: { verification: { state: 'valid' } } });
  expect(body.checks.map(({ name, valid }) => [name, valid])).toEqual(
    ['manifest', 'ledger', 'database', 'keys', 'files', 'audit-chains', 'signature'].map((name) => [name, true]),
  );
  expect(body.checks.at(-1)?.message).toContain('The newest signed document is valid.');
  expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([]);
});

test('continues a backup check that takes longer than a request, and reports its steps and result to polling clients', async () => {
  const { options } = app.services.backups;
  const { waitMs, judge } = options;
  options.waitMs = 0;
  // The last check is paused until the test has read the results of the other checks.
  let go = (): void => {};
  const held = new Promise<void>((resolve) => (go = resolve));
  options.judge = async (...input) => (await held, judge(...input));
  const look = async () => (await app.owner.get<'getBackup'>(`${BACKUPS}/${made.id}`)).body.backup.verification;
  try {
    const { status, body } = await app.owner.post<'verifyBackup'>(url, {});
    expect([status, body.valid]).toEqual([202, null]);
    expect(['queued', 'running']).toContain(body.backup.verification.state);
    await until('all checks except the last one', async () => (await look()).checks.length === 6);
    expect((await look()).state).toBe('running');
    // A repeated request gets the same response and does not start a second verification.
    expect((await app.owner.post(url, {})).status).toBe(202);
    go();
    await until('the end of the verification', async () => (await look()).state !== 'running');
    expect(await look()).toMatchObject({ state: 'valid', finished_at: expect.any(String) });
    expect((await look()).checks.map(({ valid }) => valid)).toEqual(Array.from({ length: 7 }, () => true));
  } finally {
    Object.assign(options, { waitMs, judge });
  }
});

/** Flips one bit of a file while `work` runs. */
async function flipped(file: string, work: () => Promise<void>): Promise<void> {
  const bytes = readFileSync(file);
  const changed = Buffer.from(bytes);
  const at = Math.floor(bytes.length / 2);
  changed.writeUInt8(changed.readUInt8(at) ^ 4, at);
  writeFileSync(file, changed);
  await work();
  writeFileSync(file, bytes);
}

const faults = async (): Promise<string[]> => {
  const { body } = await app.service.post<'verifyBackup'>(url, {});
  expect(body.valid).toBe(false);
  return body.checks.filter(({ valid }) => !valid).map(({ name }) => name);
};

test('detects a flipped bit in the backup and names the check that detected it', async () => {
  app.tolerate(/a backup is damaged/);
  const folder = backupFolderOf(app);
  const inside = readdirSync(path.join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  const copy = inside.find((entry) => entry.isFile());
  const own = (name: string): string => path.join(folder, made.id, name);
  await flipped(own('manifest.json'), async () => expect(await faults()).toEqual(['manifest']));
  await flipped(path.join(copy?.parentPath ?? '', copy?.name ?? ''), () =>
    flipped(own('ledger'), () =>
      flipped(own('database'), async () => expect(await faults()).toEqual(['files', 'ledger', 'database'])),
    ),
  );
});

test('returns 403 to everyone except administrators of the installation', async () => {
  expectError(await (await app.otherTenant()).owner.post(url, {}), 'FORBIDDEN');
});

test('rejects an unknown backup with 404', async () => {
  const backupId = newId('backup');
  expectError(await app.owner.post(`${BACKUPS}/${backupId}/verify`, {}), 'BACKUP_NOT_FOUND', { backupId });
});

test('rejects the verification of a failed backup with 409', async () => {
  const failed = newId('backup', app.clock.now());
  await app.sql(
    `insert into backups (tenant_id, id, trigger, state, created_at) select tenant_id, $1, 'request', 'failed', created_at from backups where id = $2`,
    [failed, made.id],
  );
  expectError(await app.owner.post(`${BACKUPS}/${failed}/verify`, {}), 'BACKUP_STATE', {
    backupId: failed,
    state: 'failed',
    allowed: ['ready'],
  });
});
