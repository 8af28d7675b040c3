import type { Database } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { backfillLogs } from './backfill.ts';

type Services = { database: Database; uow: UnitOfWork };

export const transparencyLog = {
  name: 'transparency-log',
  timers: [
    {
      name: 'adding older entries to the audit log',
      everyMs: 10_000,
      needsTrustedTime: false,
      run: (services: Services) => backfillLogs(services),
    },
  ],
} satisfies Feature<Services>;
