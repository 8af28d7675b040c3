/**
 * Tests automatic backups. One of several processes creates them, verifies them, and deletes them when their retention
 * ends.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BackupKeeper } from '../../src/features/backups/index.ts';
import { OWNER, startTestApp } from '../support/app.ts';
import { backupFolderOf, BACKUPS, madeBackup } from '../support/backups.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const signal = new AbortController().signal;
const LIMIT_MS = 90_000;
const keep = { daily: 1, weekly: 0, monthly: 0 };
const keeper = () => new BackupKeeper({ ...app.services.backups.options, schedule: { hour: 2, minute: 0 }, keep });
const problems = async () => (await app.anyone.get<'getHealth'>('/api/health')).body.problems;
const alerts = () => app.sql<{ to_address: string }>("select to_address from mails where kind = 'backup-trouble'");
const all = async () => (await app.service.get<'listBackups'>(BACKUPS)).body.backups;

test(
  "creates and verifies a due backup in only one process, and deletes it after the next day's backup",
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

test('reports a failed backup in the health check and in one e-mail to the administrators until a backup succeeds', async () => {
  app.tolerate(/a backup failed/);
  const { backups } = app.services;
  const { target } = backups.options;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  backups.options.target = { ...target, write: () => Promise.reject(full) };
  await madeBackup(app, app.service);
  // Another process sees the same state, and the next failure sends no e-mail.
  await Promise.all([keeper().health.refresh(), keeper().health.refresh()]);
  await madeBackup(app, app.service);
  expect(await problems()).toMatchObject([{ code: 'backup-failed', message: expect.stringContaining('Settings') }]);
  await until('the e-mail', async () => (await alerts()).length > 0);
  backups.options.target = target;
  expect((await madeBackup(app, app.service)).state).toBe('ready');
  expect(await problems()).toBeUndefined();

  backups.options.target = { ...target, write: () => Promise.reject(full) };
  await madeBackup(app, app.service);
  backups.options.target = target;
  await until('the e-mail about the next incident', async () => (await alerts()).length > 1);
  expect(await alerts()).toEqual([{ to_address: OWNER.email }, { to_address: OWNER.email }]);
  await madeBackup(app, app.service);
});

test(
  'reports an overdue backup in the health check and in one e-mail to the administrators',
  async () => {
    const last = keeper();
    const before = (await alerts()).length;
    // The time of a backup comes from the database, which does not use the test clock.
    await app.sql('update backups set taken_at = created_at');
    app.clock.advance({ days: 2 });
    await last.health.refresh();
    expect(last.health.known.trouble).toMatchObject({ code: 'backup-overdue' });
    await until('the e-mail', async () => (await alerts()).length > before);
  },
  LIMIT_MS,
);
