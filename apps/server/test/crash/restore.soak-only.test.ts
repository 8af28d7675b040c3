/**
 * Tests recovery from a backup. A backup runs during signing, the machine is lost, and everything acknowledged before
 * the backup is restored and verified. If the server is killed during the backup, no usable backup exists. If it is
 * killed during a restore, the server does not start until the restore is repeated.
 */
import { copyFileSync, existsSync, mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cli } from '../../../../packages/cli/test/harness.ts';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { runMain } from '../start/run-main.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { until } from '../support/until.ts';
import { comeBack, Envelope, expectFinished, expectKept, type Sender, setUp } from './envelopes.ts';

const LIMIT_MS = 180_000;
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-restore-'));
const [dataDir, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')];
const settings = {
  DATA_DIR: dataDir,
  BACKUP_FOLDER: backups,
  BACKUP_SCHEDULE: 'off',
  PIN_FILE: path.join(folder, 'pins'),
  RATE_LIMIT_ADDRESS: '1000000',
  LOAD_SHEDDING: 'off',
};
const key = path.join(folder, 'master.key');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

type Checkpoint = { checkpoint: string; size: number; tiles: string; verifierKeys: string[] };

/** Checks that the restored log continues the checkpoint from before the backup. */
async function expectLog(url: string, { checkpoint, tiles, verifierKeys }: Checkpoint): Promise<void> {
  const pin = path.join(folder, 'pin.txt');
  writeFileSync(pin, checkpoint);
  const args = ['audit', 'verify', new URL(tiles, url).href, '--key', verifierKeys[0] ?? '', '--pin', pin];
  const { code, out, error } = await cli(args);
  expect([code, error], out).toEqual([0, '']);
}

/**
 * Expects the health check to report, based on `PIN_FILE`, that an older backup was restored, until the operator
 * records the reason.
 */
async function expectContradiction({ owner }: Sender, run: typeof command): Promise<void> {
  type Health = { problems?: { code: string }[] };
  const codes = async () => ((await owner.json<Health>('GET', '/api/health')).problems ?? []).map(({ code }) => code);
  await until('the problem to be reported', async () => (await codes()).includes('audit-log-behind-pin'), 30_000);
  const accepted = await run(['audit-log', 'accept-pin', 'the drill restored an older backup']);
  expect(accepted.code, accepted.text).toBe(0);
  await until('the problem to be resolved', async () => !(await codes()).includes('audit-log-behind-pin'), 30_000);
}

async function command(args: string[], more: Record<string, string> = {}) {
  const run = runMain({ ...settings, ...more }, 'pipe', args);
  const code = await run.exited;
  return { code, text: run.said() + run.logged() };
}

/** Simulates a new machine, with an empty folder and the master key from the safe. */
function newMachine(): void {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(key, path.join(dataDir, 'master.key'));
}

test(
  'restores a lost machine from a backup that ran during signing, with all work acknowledged before the backup',
  async () => {
    await copyDataFolder(dataDir);
    const server = runMain(settings);
    const url = await server.listening();
    const sender = await setUp(url, await until('the setup link', () => /\/setup#(\S+)/.exec(server.said())?.[1]));
    copyFileSync(path.join(dataDir, 'master.key'), key);
    const before = ['one', 'two'].map((name) => new Envelope(name, 2));
    await Promise.all(before.map((envelope) => envelope.advance(sender)));

    // Each kill leaves an incomplete backup, and the next attempt succeeds.
    for (const point of FAILPOINTS.filter((one) => one.startsWith('backup.'))) {
      const killed = await command(['backup'], { FAILPOINT: point, FAILPOINTS_ALLOWED: 'yes' });
      expect(killed.code, `${point}: ${killed.text}`).toBeNull();
      // The first kills happen before the backup folder exists.
      const made = existsSync(backups) ? readdirSync(backups, { recursive: true }) : [];
      const manifests = made.filter((name) => String(name).endsWith('manifest.json'));
      expect(manifests, point).toHaveLength(point === 'backup.after-manifest' ? 1 : 0);
    }
    const listed = await command(['backup', 'list']);
    expect(listed.text).toMatch(/^bkp_\S+ {2}\S+ {2}\d+ rows, \d+ files$/m);
    rmSync(backups, { recursive: true });
    const pin = await sender.owner.json<Checkpoint>('GET', '/api/audit/checkpoint');

    let isBackedUp = false;
    const during: Envelope[] = [];
    const load = (async () => {
      while (!isBackedUp) {
        const envelope = new Envelope(`during-${during.length}`, 1);
        during.push(envelope);
        await envelope.advance(sender);
      }
    })();
    const made = await command(['backup']);
    isBackedUp = true;
    await load;
    expect(made.code, made.text).toBe(0);
    expect(during.length).toBeGreaterThan(0);
    // The envelope is created after the backup, so that the copy of the checkpoint on the other volume is newer than
    // the backup.
    const lost = new Envelope('lost', 1);
    await lost.advance(sender);
    const newest = await sender.owner.json<Checkpoint>('GET', '/api/audit/checkpoint');
    server.child.kill('SIGTERM');
    await server.exited;
    // The server writes this file every 15 seconds.
    writeFileSync(path.join(folder, 'pins'), newest.checkpoint);

    newMachine();
    rmSync(path.join(dataDir, 'master.key'));
    expect((await command(['restore', 'newest'])).text).toContain('The master key is missing');
    newMachine();
    const cut = await command(['restore', 'newest'], { FAILPOINT: 'restore.files', FAILPOINTS_ALLOWED: 'yes' });
    expect(cut.code, cut.text).toBeNull();
    const half = await command([]);
    expect(half.text).toContain('did not finish');
    const restored = await command(['restore', 'newest']);
    expect(restored.code, restored.text).toBe(0);
    expect((await command(['restore', 'newest'])).text).toContain('Restore into an empty DATA_DIR');
    expect(readdirSync(dataDir).toSorted()).toEqual(['blobs', 'erasures', 'master.key', 'postgres']);

    const again = runMain(settings);
    const back = await comeBack(await again.listening(), sender.bearer);
    for (const envelope of before) {
      await expectKept(envelope, back);
      await expectFinished(envelope, back);
      const file = await back.api.download(envelope.acknowledged.id ?? '');
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(file)]), 'signed.pdf');
      const verdict = await (
        await fetch(`${await again.listening()}/api/verify`, { method: 'POST', body: form })
      ).json();
      expect(verdict).toMatchObject({ isValid: true });
    }
    const audit = await back.owner.json<{ broken: unknown[]; chains: number }>('GET', '/api/audit/check');
    expect(audit.broken).toEqual([]);
    expect(audit.chains).toBeGreaterThan(before.length);
    await expectLog(await again.listening(), pin);
    await expectContradiction(back, command);
    // The restored server works: a new envelope can be completed, from upload to download.
    const next = new Envelope('afterwards', 1);
    await next.advance(back);
    await expectFinished(next, back);
    expect(existsSync(path.join(dataDir, 'restoring'))).toBe(false);
  },
  LIMIT_MS,
);

test('never writes a backup into the data folder that is backed up', async () => {
  const refused = await command(['backup'], { BACKUP_FOLDER: path.join(dataDir, 'backups') });
  expect(refused.text).toContain('BACKUP_FOLDER: must not be inside DATA_DIR');
});
