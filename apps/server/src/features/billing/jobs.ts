import type { Database } from '../../platform/db/database.ts';
import type { Timer } from '../../platform/jobs/timers.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { selectDue } from './store.ts';
import { type BillingDependencies, runDue } from './sync.ts';
import { addUpUsage } from './usage.ts';

export type JobServices = BillingDependencies & { database: Database; clock: Clock };

export const timers: readonly Timer<JobServices>[] = [
  {
    name: 'subscriptions',
    everyMs: 60_000,
    needsTrustedTime: true,
    run: (services) =>
      runDue({
        ...services,
        due: async (now) =>
          (await services.database.query({ role: 'jobs' }, selectDue(now))).map(({ tenant_id: id }) => id),
      }),
  },
  {
    name: 'adding up usage',
    everyMs: 3_600_000,
    needsTrustedTime: true,
    run: ({ database, clock }) => addUpUsage({ database, now: () => clock.now() }),
  },
];
