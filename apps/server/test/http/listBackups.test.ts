import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BackupKeeper } from '../../src/features/backups/index.ts';
import { startTestApp } from '../support/app.ts';
import { backupFolderOf, BACKUPS, madeBackup } from '../support/backups.ts';
import { expectError } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();

needsCredential(app, { method: 'GET', path: BACKUPS });

test('returns 403 to everyone except administrators of the installation', async () => {
  expectError(await (await app.otherTenant()).owner.get(BACKUPS), 'FORBIDDEN');
});

test('returns the backup location and schedule, and an empty list before the first backup', async () => {
  const { body } = await app.owner.get<'listBackups'>(BACKUPS);
  expect(body).toEqual({
    backups: [],
    place: backupFolderOf(app),
    schedule: null,
    pagination: { hasMore: false, nextCursor: null },
  });
});

test('returns backups newest first, page by page', async () => {
  const made = [await madeBackup(app), await madeBackup(app), await madeBackup(app)].map(({ id }) => id).toReversed();
  const first = await app.service.get<'listBackups'>(`${BACKUPS}?pageSize=2`);
  expect(first.body.backups.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(first.body.pagination).toEqual({ hasMore: true, nextCursor: made[1] });
  const second = await app.owner.get<'listBackups'>(`${BACKUPS}?pageSize=2&cursor=${made[1]}`);
  expect(second.body.backups.map(({ id }) => id)).toEqual(made.slice(2));
  expect(second.body.pagination).toEqual({ hasMore: false, nextCursor: null });
});

test('lists backups created by the backup command and marks backups without a folder as missing', async () => {
  const made = await madeBackup(app);
  await app.sql('delete from backups');
  const lost = await madeBackup(app);
  rmSync(path.join(backupFolderOf(app), lost.id), { recursive: true });
  // The list is read by a newly started process.
  await new BackupKeeper(app.services.backups.options).turn(new AbortController().signal);
  const { body } = await app.owner.get<'listBackups'>(BACKUPS);
  const states = new Map(body.backups.map(({ id, state, trigger }) => [id, `${state} ${trigger}`]));
  expect(states.get(made.id)).toBe('ready command');
  expect(states.get(lost.id)).toBe('missing request');
});
