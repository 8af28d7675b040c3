/**
 * Tests a change of the master key. All data encrypted with the old key can be decrypted with the new key, and only
 * with that key.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { Config } from '../../src/main/config.ts';
import { runConsole } from '../../src/main/console.ts';
import { sealedColumns } from '../../src/main/features.ts';
import { knownColumns } from '../../src/platform/db/reseal.ts';
import { startCountersign } from '../../src/main/start.ts';
import { Secret } from '../../src/platform/secret.ts';
import { SealError } from '../../src/platform/crypto/seal.ts';
import { startTestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';

const app = await startTestApp();
const done = await app.completed();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-master-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('lists every encrypted column for re-encryption, or marks it as encrypted by another method', async () => {
  const rows = await app.sql<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'`,
  );
  const known = knownColumns(sealedColumns);
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

describe('replacement of the master key while the server is stopped', () => {
  const silent = pino({ level: 'silent' });
  const lines: string[] = [];
  const io = { out: (text: string) => void lines.push(text), err: (text: string) => void lines.push(text) };
  const start = async (config: Config) => startCountersign({ ...config, port: 0 }, silent, { clock: new TestClock() });
  const sealedKeys = () => app.sql<{ key_sealed: Buffer }>('select key_sealed from person_keys order by person_id');

  test(
    'replaces the master key in the data folder, after which the old key can no longer decrypt the data',
    { timeout: 30_000 },
    async () => {
      const before = await sealedKeys();
      expect(before.length).toBeGreaterThan(1);
      const old = await readFile(path.join(app.dataDir, 'master.key'), 'utf8');
      await app.stop();
      expect(await runConsole(app.config, ['keys', 'rotate-master-key'], io, app.clock), lines.join('\n')).toBe(0);
      const fresh = await readFile(path.join(app.dataDir, 'master.key'), 'utf8');
      expect(fresh).not.toBe(old);
      const after = await sealedKeys();
      expect(after.some(({ key_sealed: key }, at) => before[at]?.key_sealed.equals(key))).toBe(false);

      await expect(start({ ...app.config, masterKey: new Secret(old.trim()) })).rejects.toBeInstanceOf(SealError);
      const running = await start(app.config);
      // At this point, signing keys, seals, links and personal data exist.
      const { authority } = running.services;
      await expect(authority.signer('live', 'ada@contoso.example')).resolves.toBeDefined();
      const trail = await app.sql<{ bytes: Buffer }>(
        `select bytes from audit_entries where bytes::text like '%' order by at`,
      );
      expect(trail.some(({ bytes }) => bytes.toString().includes('keys.master-key-rotated'))).toBe(true);
      await running.stop();
    },
  );

  test(
    'replaces a master key from the environment with another key from the environment',
    { timeout: 30_000 },
    async () => {
      const [first, second] = [
        await readFile(path.join(app.dataDir, 'master.key'), 'utf8'),
        randomBytes(32).toString('base64'),
      ];
      const config: Config = { ...app.config, masterKey: new Secret(first.trim()) };
      lines.length = 0;
      expect(await runConsole(config, ['keys', 'rotate-master-key'], io, app.clock)).toBe(1);
      expect(lines.join()).toContain('NEW_MASTER_KEY');
      const keys = { ...config.keys, newMasterKey: new Secret(second) };
      expect(await runConsole({ ...config, keys }, ['keys', 'rotate-master-key'], io, app.clock)).toBe(0);
      const running = await start({ ...config, masterKey: new Secret(second) });
      await expect(running.services.authority.signer('live', 'ada@contoso.example')).resolves.toBeDefined();
      await running.stop();
    },
  );

  test('leaves the documents unchanged when the master key is replaced', async () => {
    const rows = await app.sql('select 1 from documents where id = $1 and sealed_at is not null', [done.id]);
    expect(rows).toHaveLength(1);
  });
});
