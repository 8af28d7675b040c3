/**
 * Kills a server while it creates, verifies or deletes a backup that was requested over HTTP. After the restart, the
 * backup is either complete or has failed with a reason. No partial backup is listed as usable or uses space, and the
 * next backup succeeds.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerOf, operations } from '@countersign/contract';
import { afterAll, expect, test } from 'vitest';
import { FAILPOINTS, type Failpoint } from '../../src/platform/failpoints.ts';
import { runMain } from '../start/run-main.ts';
import { BACKUPS, type BackupView } from '../support/backups.ts';
import { copyDataFolder } from '../support/data-folder.ts';
import { until } from '../support/until.ts';
import { comeBack, Envelope, type Sender, setUp } from './envelopes.ts';

const LIMIT_MS = 900_000;
const STEP_MS = 120_000;
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-backup-kills-'));
const place = path.join(folder, 'backups');
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  BACKUP_FOLDER: place,
  BACKUP_SCHEDULE: 'off',
  RATE_LIMIT_ADDRESS: '1000000',
  LOAD_SHEDDING: 'off',
};
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

let bearer = '';
type Server = ReturnType<typeof runMain> & { sender: Sender };

async function start(point?: Failpoint): Promise<Server> {
  const server = runMain({ ...settings, ...(point && { FAILPOINT: point, FAILPOINTS_ALLOWED: 'yes' }) });
  return { ...server, sender: await comeBack(await server.listening(), bearer) };
}

async function stop(server: Pick<Server, 'child' | 'exited'>): Promise<void> {
  server.child.kill('SIGTERM');
  await server.exited;
}

/** The timeout avoids waiting forever for a failpoint that is never reached. */
const killed = ({ child }: Server, point: Failpoint): Promise<boolean> =>
  until(`${point} to be reached`, () => child.signalCode !== null || child.exitCode !== null, STEP_MS);

const view = async ({ sender }: Server, id: string): Promise<BackupView> =>
  (await sender.owner.json<{ backup: BackupView }>('GET', `${BACKUPS}/${id}`)).backup;
const request = async ({ sender }: Server): Promise<string> =>
  (await sender.owner.json<{ backup: BackupView }>('POST', BACKUPS, {})).backup.id;

async function ended(server: Server, id: string): Promise<BackupView> {
  return until(
    `the end of ${id}`,
    async () => {
      const found = await view(server, id);
      return found.state === 'queued' || found.state === 'running' ? undefined : found;
    },
    STEP_MS,
  );
}

async function verified(server: Server, id: string): Promise<BackupView['verification']> {
  return until(
    `the verification of ${id}`,
    async () => {
      const { verification } = await view(server, id);
      return ['none', 'queued', 'running'].includes(verification.state) ? undefined : verification;
    },
    STEP_MS,
  );
}

/** Returns the folders of the backup itself, and the copies of files. */
const kept = (below: string): string[] =>
  existsSync(path.join(place, below))
    ? readdirSync(path.join(place, below), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

const begun = (all: readonly Failpoint[], prefix: string): Failpoint[] =>
  all.filter((point) => point.startsWith(prefix));

test(
  'marks the backup as failed or complete if the server is killed at any step, and completes the next backup',
  async () => {
    await copyDataFolder(settings.DATA_DIR);
    const first = runMain(settings);
    const url = await first.listening();
    const sender = await setUp(url, await until('the setup link', () => /\/setup#(\S+)/.exec(first.said())?.[1]));
    ({ bearer } = sender);
    await new Envelope('one', 1).advance(sender);
    await stop(first);

    for (const point of begun(FAILPOINTS, 'backup.')) {
      const armed = await start(point);
      // Files copied by an earlier backup are not copied again.
      if (point === 'backup.file') await new Envelope('another', 1).advance(armed.sender);
      const id = await request(armed);
      await killed(armed, point);
      const server = await start();
      const found = await ended(server, id);
      if (point === 'backup.after-manifest') expect(found, point).toMatchObject({ state: 'ready', failure: null });
      else {
        expect(found, point).toMatchObject({
          state: 'failed',
          failure: 'The server stopped during the backup.',
        });
        expect(kept(id), point).toEqual([]);
        const { backups } = await server.sender.owner.json<AnswerOf<(typeof operations)['listBackups']>>(
          'GET',
          BACKUPS,
        );
        expect(
          backups.filter(({ state }) => state === 'ready').map((one) => one.id),
          point,
        ).not.toContain(id);
      }
      expect((await ended(server, await request(server))).state, point).toBe('ready');
      expect(
        kept('').filter((name) => name.startsWith('.')),
        point,
      ).toEqual([]);
      await stop(server);
    }

    for (const point of begun(FAILPOINTS, 'backup-verify.')) {
      const armed = await start(point);
      const id = await request(armed);
      await ended(armed, id);
      void armed.sender.owner.json('POST', `${BACKUPS}/${id}/verify`, {}).catch(() => {});
      await killed(armed, point);
      const server = await start();
      expect((await verified(server, id)).state, point).toBe('valid');
      const scratch = path.join(settings.DATA_DIR, 'verifying');
      expect(existsSync(scratch) ? readdirSync(scratch) : [], point).toEqual([]);
      await stop(server);
    }

    for (const point of begun(FAILPOINTS, 'backup-delete.')) {
      const whole = await start();
      const id = await request(whole);
      await ended(whole, id);
      await stop(whole);
      const armed = await start(point);
      await armed.sender.owner.json('DELETE', `${BACKUPS}/${id}`).catch(() => {});
      await killed(armed, point);
      const server = await start();
      const found = await until(
        'the result of the backup',
        async () => {
          const one = await view(server, id);
          return one.state === 'ready' ? undefined : one;
        },
        STEP_MS,
      );
      expect(found.state, point).toBe('missing');
      await until(
        `the parts of the backup to be deleted after ${point}`,
        () => (kept(id).length === 0 ? true : undefined),
        STEP_MS,
      );
      // Deleting the last backup deletes its copies and leaves the folder empty.
      const { backups } = await server.sender.owner.json<AnswerOf<(typeof operations)['listBackups']>>('GET', BACKUPS);
      for (const one of backups) await server.sender.owner.json('DELETE', `${BACKUPS}/${one.id}`);
      expect(kept(''), point).toEqual([]);
      await stop(server);
    }
  },
  LIMIT_MS,
);
