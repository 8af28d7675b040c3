import type { Timer } from '../../platform/jobs/timers.ts';
import type { ArchiveKeeper } from './archive-keeper.ts';
import type { BackupKeeper } from './keeper.ts';

export const timers: readonly Timer<{ backups: BackupKeeper; archive: ArchiveKeeper | undefined }>[] = [
  {
    name: 'backups',
    everyMs: 10_000,
    needsTrustedTime: true,
    run: ({ backups }, signal) => backups.turn(signal),
  },
  // With this schedule, at most one minute of data is lost, even if one archive run takes its full time and the next
  // one fails.
  {
    name: 'archive',
    everyMs: 15_000,
    needsTrustedTime: false,
    run: async ({ archive }, signal) => archive?.turn(signal),
  },
  {
    name: 'base-backups',
    everyMs: 10_000,
    needsTrustedTime: true,
    run: async ({ archive }, signal) => archive?.createDueBaseBackup(signal),
  },
];
