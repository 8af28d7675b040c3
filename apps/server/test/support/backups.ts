/** Creates and reads backups over HTTP, for tests. */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

export const BACKUPS = '/api/admin/database/backups';
export type BackupView = AnswerOf<(typeof operations)['getBackup']>['backup'];

/** Creates a backup, and returns it when it is ready or has failed. */
export async function madeBackup(app: TestApp, by: Caller = app.owner): Promise<BackupView> {
  // The clock is frozen and must be advanced, because IDs are ordered by time.
  app.clock.advance({ seconds: 1 });
  const asked = await by.post<'createBackup'>(BACKUPS, {});
  expect(asked.status, asked.text).toBe(202);
  await app.services.timers.run('backups');
  return (await by.get<'getBackup'>(`${BACKUPS}/${asked.body.backup.id}`)).body.backup;
}

/** The backup folder of this installation. */
export const backupFolderOf = (app: TestApp): string => app.services.backups.options.target.place;
