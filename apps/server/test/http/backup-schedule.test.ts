/** Backups that are made by themselves: by one of several processes, verified, and deleted when retention no longer keeps them. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BackupKeeper } from '../../src/features/backups/index.ts';
import { startTestApp } from '../support/app.ts';
import { backupFolderOf, BACKUPS } from '../support/backups.ts';

const app = await startTestApp();
const signal = new AbortController().signal;
const LIMIT_MS = 90_000;
const keep = { daily: 1, weekly: 0, monthly: 0 };
const keeper = () => new BackupKeeper({ ...app.services.backups.options, schedule: { hour: 2, minute: 0 }, keep });
const all = async () => (await app.service.get<'listBackups'>(BACKUPS)).body.backups;

test(
  'one process makes the one that is due and verifies it; the next day it makes way for the next',
  async () => {
    const processes = [keeper(), keeper(), keeper()];
    await Promise.all(processes.map((one) => one.turn(signal)));
    const first = await all();
    expect(first).toMatchObject([{ state: 'ready', trigger: 'schedule', verification: { state: 'valid' } }]);
    await keeper().turn(signal);
    expect(await all()).toEqual(first);
    app.clock.advance({ days: 1 });
    const next = keeper();
    await next.turn(signal);
    const second = await all();
    expect(second).toMatchObject([{ state: 'ready', trigger: 'schedule', verification: { state: 'valid' } }]);
    expect(second[0]?.id).not.toBe(first[0]?.id);
    expect(readdirSync(backupFolderOf(app))).not.toContain(first[0]?.id);
    const newest = new Date(second[0]?.taken_at ?? '');
    expect(next.health.known).toMatchObject({ isScheduled: true, newest, newestVerified: newest, failedAt: null });
  },
  LIMIT_MS,
);
