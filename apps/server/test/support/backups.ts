/** Backups over HTTP, for tests. */
import type { AnswerOf, operations } from '@countersign/contract';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Caller } from './caller.ts';

export const BACKUPS = '/api/admin/database/backups';
export type BackupView = AnswerOf<(typeof operations)['getBackup']>['backup'];

/** One that is ready, or has failed. */
export async function madeBackup(app: TestApp, by: Caller = app.owner): Promise<BackupView> {
  // Ids are in the order of time, and this clock stands still.
  app.clock.advance({ seconds: 1 });
  const asked = await by.post<'createBackup'>(BACKUPS, {});
  expect(asked.status, asked.text).toBe(202);
  await app.services.timers.run('backups');
  return (await by.get<'getBackup'>(`${BACKUPS}/${asked.body.backup.id}`)).body.backup;
}

/** Where this installation keeps them. */
export const backupFolderOf = (app: TestApp): string => app.services.backups.options.target.place;
