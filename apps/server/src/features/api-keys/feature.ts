import type { Database } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { auditActions } from './audit-actions.ts';
import { jobs, type JobServices } from './jobs.ts';
import { deleteOldDevices } from './device-store.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';
import { sweepRequests } from './store.ts';

export const apiKeys = {
  name: 'api-keys',
  auditActions,
  operations,
  jobs,
  continuations,
  erasures: [
    {
      name: 'device_sign_ins',
      of: 'rows',
      erase: async ({ database, clock }) => {
        const [row] = await database.query({ role: 'auth' }, deleteOldDevices(clock.now()));
        return row?.count ?? 0;
      },
    },
    {
      name: 'api_requests',
      of: 'rows',
      erase: async ({ database, clock }) => {
        const [row] = await database.query({ role: 'jobs' }, sweepRequests(clock.now()));
        return row?.count ?? 0;
      },
    },
  ],
} satisfies Feature<Services & JobServices & { database: Database; clock: Clock }>;
