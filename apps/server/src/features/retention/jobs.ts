import type { Timer } from '../../platform/jobs/timers.ts';

export type JobServices = {
  /** Erases everything that nobody can use any more, and answers with what it was. */
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
