/**
 * Tests recovery to a point in time. Documents are signed, the machine is lost immediately, and any earlier moment can
 * be restored from the archive and verified. If archiving or restoring is killed at any step, the next attempt
 * succeeds.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';
import { readPieceName } from '../../src/platform/wal-archive/pieces.ts';
import { runMain } from '../start/run-main.ts';
import { until } from '../support/until.ts';
import { comeBack, Envelope, expectFinished, expectKept, type Sender, setUp } from './envelopes.ts';

const LIMIT_MS = 600_000;
/** The archive job runs every 15 seconds, and the machine may be busy. */
const TURN_MS = 60_000;
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-moment-'));
const [dataDir, archive] = [path.join(folder, 'data'), path.join(folder, 'archive')];
const settings = {
  DATA_DIR: dataDir,
  WAL_ARCHIVE_FOLDER: archive,
  BACKUP_FOLDER: path.join(folder, 'backups'),
  BACKUP_SCHEDULE: 'off',
  RATE_LIMIT_ADDRESS: '1000000',
  LOAD_SHEDDING: 'off',
};
const key = path.join(folder, 'master.key');
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

async function command(args: string[], more: Record<string, string> = {}) {
  const run = runMain({ ...settings, ...more }, 'pipe', args);
  const code = await run.exited;
  return { code, text: run.said() + run.logged() };
}

/**
 * Simulates a new machine, with an empty folder and the master key from the safe. The database of the killed server may
 * write to the disk until it notices that it must end.
 */
async function newMachine(): Promise<void> {
  await until('the folder of the lost machine to be deleted', () => {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    return !existsSync(dataDir);
  });
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(key, path.join(dataDir, 'master.key'));
}

/** Returns the time up to which everything committed is in the archive. */
function archivedUntil(): Date {
  const names = existsSync(archive) ? readdirSync(archive, { recursive: true }).map(String) : [];
  const times = names.flatMap((name) => readPieceName(`/${path.basename(name)}`)?.time.getTime() ?? []);
  return new Date(Math.max(0, ...times));
}

async function signed(name: string, sender: Sender): Promise<Envelope> {
  const envelope = new Envelope(name, 1);
  await envelope.advance(sender);
  return envelope;
}

async function verified(envelopes: readonly Envelope[], url: string, sender: Sender): Promise<void> {
  for (const envelope of envelopes) {
    await expectKept(envelope, sender);
    await expectFinished(envelope, sender);
    const form = new FormData();
    const file = await sender.api.download(envelope.acknowledged.id ?? '');
    form.append('file', new Blob([new Uint8Array(file)]), 'signed.pdf');
    const verdict = await (await fetch(`${url}/api/verify`, { method: 'POST', body: form })).json();
    expect(verdict).toMatchObject({ isValid: true });
  }
  const audit = await sender.owner.json<{ broken: unknown[]; chains: number }>('GET', '/api/audit/check');
  expect(audit.broken).toEqual([]);
}

test(
  'restores a lost machine to any point in time, and loses at most the last minute of acknowledged work',
  async () => {
    // Each start continues where the previous one was killed, and is killed at the next failpoint.
    for (const point of FAILPOINTS.filter((one) => one.startsWith('archive.'))) {
      const killed = runMain({ ...settings, FAILPOINT: point, FAILPOINTS_ALLOWED: 'yes' });
      expect(await killed.exited, `${point}: ${killed.said()}${killed.logged()}`).toBeNull();
    }
    const server = runMain(settings);
    const url = await server.listening();
    const sender = await setUp(url, await until('the setup link', () => /\/setup#(\S+)/.exec(server.said())?.[1]));
    copyFileSync(path.join(dataDir, 'master.key'), key);
    const before = [await signed('one', sender), await signed('two', sender)];
    const moment = new Date(Date.now() + 1);
    const after = await signed('three', sender);
    await until('the archive to reach the given time', () => archivedUntil() > moment, TURN_MS);
    const last = await signed('four', sender);
    const finished = new Date();
    await until('the archive to reach the last change', () => archivedUntil() > finished, TURN_MS);
    server.child.kill('SIGKILL');
    await server.exited;

    // The database is restored to a moment between the second and the third document.
    await newMachine();
    for (const point of FAILPOINTS.filter((one) => /^restore\.(?:played|archived)/.test(one))) {
      const cut = await command(['restore', '--to', 'newest'], { FAILPOINT: point, FAILPOINTS_ALLOWED: 'yes' });
      expect(cut.code, cut.text).toBeNull();
      expect((await command([])).text).toContain('did not finish');
    }
    const restored = await command(['restore', '--to', moment.toISOString()]);
    expect(restored.code, restored.text).toBe(0);
    const again = runMain(settings);
    const back = await comeBack(await again.listening(), sender.bearer);
    await verified(before, await again.listening(), back);
    await expect(back.api.status(after.acknowledged.id ?? '')).rejects.toMatchObject({ status: 404 });
    // The restored server works, and its changes are archived separately from the earlier archive.
    await signed('five', back);
    await until('a base backup of the new run', () => /a base backup was created/.exec(again.logged()), TURN_MS);
    again.child.kill('SIGKILL');
    await again.exited;

    // The server can still be restored to other points in time, such as the last moment before the machine was lost.
    await newMachine();
    const other = await command(['restore', '--to', finished.toISOString()]);
    expect(other.code, other.text).toBe(0);
    const third = runMain(settings);
    const all = await comeBack(await third.listening(), sender.bearer);
    await verified([...before, after, last], await third.listening(), all);

    // The server is killed during signing. The archive lacks at most the last minute.
    const acknowledged: { envelope: Envelope; at: number }[] = [];
    const isOver = { now: false };
    const load = (async () => {
      while (!isOver.now)
        acknowledged.push({ envelope: await signed(`load-${acknowledged.length}`, all), at: Date.now() });
    })().catch(() => {});
    await until('a base backup of this run', () => /a base backup was created/.exec(third.logged()), TURN_MS);
    const begun = Date.now();
    await until('an archived segment with signatures', () => archivedUntil().getTime() > begun + 1000, TURN_MS);
    const killedAt = Date.now();
    third.child.kill('SIGKILL');
    isOver.now = true;
    await third.exited;
    await load;
    const reached = archivedUntil();
    expect(killedAt - reached.getTime()).toBeLessThan(60_000);
    await newMachine();
    const newest = await command(['restore', '--to', 'newest']);
    expect(newest.code, newest.text).toBe(0);
    const fourth = runMain(settings);
    const kept = await comeBack(await fourth.listening(), sender.bearer);
    const safe = acknowledged.filter(({ at }) => at <= reached.getTime()).map(({ envelope }) => envelope);
    expect(safe.length).toBeGreaterThan(0);
    await verified(safe, await fourth.listening(), kept);
  },
  LIMIT_MS,
);
