/**
 * Measures a backup over HTTP and a restore from the command line: time, size, and how much the backup slows down
 * envelopes. The first backup copies every file, like the first backup of an installation. Later backups copy only new
 * files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as api from '@countersign/client/operations';
import type { Backup } from '@countersign/contract';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { SERVER } from '../apps/server/src/demo/server-process.ts';
import { folderBytes } from './bytes.ts';
import { runEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { atMost, median, quantile, report } from './report.ts';
import { mailDelivered, startSubject, type Subject } from './subject.ts';

const PATIENCE_MS = 600_000;
const FILLING = 8;

export async function measureBackup(quick: boolean): Promise<void> {
  const count = quick ? 400 : 10_000;
  const root = await mkdtemp(join(tmpdir(), 'countersign-backup-'));
  const [dataDir, backups] = [join(root, 'data'), join(root, 'backups')];
  await mkdir(dataDir);
  try {
    const subject = await startSubject(dataDir, { BACKUP_FOLDER: backups, BACKUP_SCHEDULE: 'off' });
    try {
      await fill(subject, count);
      await mailDelivered(subject.database);
      const begun = performance.now();
      await backUp(subject);
      const seconds = (performance.now() - begun) / 1000;
      const size = await folderBytes(backups);
      report(`backup of ${count} envelopes, all files`, size / 1e6 / seconds, 'MB/s', {
        beside: `${seconds.toFixed(1)} s`,
      });
      report('backup, kept for 10,000 envelopes', (size / 1e6 / count) * 10_000, 'MB');
      await slowdown(subject, quick ? 5 : 20);
    } finally {
      await subject.server.stop();
    }
    await restore(root, dataDir, backups);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function fill(subject: Subject, count: number): Promise<void> {
  let next = 0;
  const one = async () => {
    const connection = await Connection.open(subject.server.url);
    while (next < count) {
      next += 1;
      await runEnvelope(connection, subject.credentials, samplePdf(), `backup${next}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: FILLING }, one));
}

async function backUp({ owner }: Subject): Promise<Backup> {
  const { backup } = await owner.call(api.createBackup, {});
  const end = performance.now() + PATIENCE_MS;
  for (let now: Backup = backup; performance.now() < end;) {
    if (now.state === 'ready') return now;
    if (now.state === 'failed') throw new Error(`the backup failed: ${now.failure}`);
    await delay(20);
    ({ backup: now } = await owner.call(api.getBackup, { params: { backupId: backup.id } }));
  }
  throw new Error(`the backup took longer than ${PATIENCE_MS / 1000} s`);
}

/** Processes envelopes one after another. Phases without backups alternate with phases of consecutive backups. */
async function slowdown(subject: Subject, seconds: number): Promise<void> {
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 4; turn += 1) {
    quiet.push(...(await envelopes(subject, `quiet${turn}-`, seconds)));
    let isOver = false;
    const backups = (async () => {
      while (!isOver) await backUp(subject);
    })();
    busy.push(...(await envelopes(subject, `busy${turn}-`, seconds)));
    isOver = true;
    await backups;
  }
  const beside = `${median(quiet).toFixed(0)} and ${median(busy).toFixed(0)} ms`;
  report('envelope while backups are made, against without', median(busy) / median(quiet), 'x', {
    target: atMost(1.3),
    beside,
  });
  report('the same, p95', quantile(busy, 0.95) / quantile(quiet, 0.95), 'x');
}

async function envelopes(subject: Subject, name: string, seconds: number): Promise<number[]> {
  const connection = await Connection.open(subject.server.url);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  while (performance.now() < end)
    times.push((await runEnvelope(connection, subject.credentials, samplePdf(), `${name}${times.length}`)).total);
  connection.close();
  return times;
}

/** Restores into an empty folder that contains only the master key. */
async function restore(root: string, dataDir: string, backups: string): Promise<void> {
  const target = join(root, 'restored');
  await mkdir(target);
  await copyFile(join(dataDir, 'master.key'), join(target, 'master.key'));
  const begun = performance.now();
  const child = spawn(process.execPath, [...SERVER, 'restore', 'newest'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: target, DATABASE_URL: '', BACKUP_FOLDER: backups },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`restore ended with ${String(code)}`);
  const seconds = (performance.now() - begun) / 1000;
  const bytes = await folderBytes(target);
  report('restore', bytes / 1e6 / seconds, 'MB/s', { beside: `${seconds.toFixed(1)} s, of the folder as it then is` });
}
