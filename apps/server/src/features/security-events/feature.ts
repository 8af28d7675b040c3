import type { Database } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { operations, type Services as ForOperations } from './operations.ts';
import { sweepEvents } from './store.ts';

type Services = ForOperations & { database: Database; clock: Clock };

export const securityEvents = {
  name: 'security-events',
  operations,
  erasures: [
    {
      name: 'security_events',
      of: 'rows',
      erase: async ({ database, clock }) => {
        const [row] = await database.query({ role: 'jobs' }, sweepEvents(clock.now()));
        return row?.count ?? 0;
      },
    },
  ],
} satisfies Feature<Services>;
