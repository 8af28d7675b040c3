import type { Timer } from '../../platform/jobs/timers.ts';
import type { BackupKeeper } from './keeper.ts';

export const timers: readonly Timer<{ backups: BackupKeeper }>[] = [
  {
    name: 'backups',
    everyMs: 10_000,
    needsTrustedTime: true,
    run: ({ backups }, signal) => backups.turn(signal),
  },
];
