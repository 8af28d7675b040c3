import type { Timer } from '../../platform/jobs/timers.ts';

export type JobServices = {
  /** Deletes all data that is no longer usable, and returns the counts. */
  eraseOld: () => Promise<Record<string, number>>;
};

export const timers: readonly Timer<JobServices>[] = [
  {
    name: 'deleting expired data',
    everyMs: 3_600_000,
    needsTrustedTime: true,
    run: ({ eraseOld }) => eraseOld(),
  },
];
