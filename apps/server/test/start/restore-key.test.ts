/** A restore with a master key other than the backup's is rejected, and leaves no file behind. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkKey } from '../../src/features/backups/check-key.ts';
import { runConsole } from '../../src/main/console.ts';
import { Vault } from '../../src/platform/crypto/seal.ts';
import { Secret } from '../../src/platform/secret.ts';
import { startTestApp } from '../support/app.ts';
import { madeBackup } from '../support/backups.ts';

const PASSPHRASE = 'a recovery passphrase of the tests';
const app = await startTestApp();

test('rejects a backup that was made with another master key, even if the recovery passphrase opens it', async () => {
  await app.draft();
  const { options } = app.services.backups;
  Object.assign(options, { recovery: PASSPHRASE });
  const { id } = await madeBackup(app);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-restore-key-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const said: string[] = [];
  const note = (text: string) => void said.push(text);
  const config = {
    ...app.config,
    dataDir,
    database: { kind: 'embedded' as const },
    masterKey: new Secret(randomBytes(32).toString('base64')),
    backups: { ...app.config.backups, folder: options.target.place, recovery: new Secret(PASSPHRASE) },
  };
  expect(await runConsole(config, ['restore', id], { out: note, err: note }, app.clock)).toBe(1);
  expect(said.join('\n')).toContain(`The master key does not match ${id}`);
  expect(said.join('\n')).not.toContain('is restored');
  expect(await readdir(dataDir)).toEqual([]);
});

test('checks restored rows and files against the master key, and reports a wrong key', async () => {
  await app.draft();
  const rows = { query: async <R extends object>(text: string) => ({ rows: await app.sql<R>(text) }) };
  const { store, vault } = app.services;
  await expect(checkKey('run-1', rows, vault, store)).resolves.toBeUndefined();
  const other = new Vault(randomBytes(32));
  await expect(checkKey('run-1', rows, other, store)).rejects.toMatchObject({ code: 'locked' });
  // The keys can be decrypted but a file cannot, because the tenant key belongs to another installation.
  await app.sql('update tenant_keys set key_sealed = decode($1, $2)', [
    vault.seal('files of another tenant', randomBytes(32)).toString('hex'),
    'hex',
  ]);
  await expect(checkKey('run-1', rows, vault, store)).rejects.toMatchObject({ code: 'locked' });
});
