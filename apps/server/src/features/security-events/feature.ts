import type { Database } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { type ForwardDependencies, forwardEvents } from './forward.ts';
import { operations, type Services as ForOperations } from './operations.ts';
import { sweepEvents } from './store.ts';

type Services = ForOperations & ForwardDependencies & { database: Database; clock: Clock };

/** The longest delay before an event is forwarded. */
const FORWARD_EVERY_MS = 5_000;

export const securityEvents = {
  name: 'security-events',
  operations,
  timers: [
    { name: 'security event forwarding', everyMs: FORWARD_EVERY_MS, needsTrustedTime: false, run: forwardEvents },
  ],
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
