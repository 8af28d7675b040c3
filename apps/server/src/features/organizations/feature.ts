import type { Feature } from '../../platform/feature.ts';
import { auditActions } from './audit-actions.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import { commands } from './commands.ts';
import { sweepImports } from './import-store.ts';
import { jobs, type JobServices } from './jobs.ts';
import { operations, type Services } from './operations.ts';
import { continuations } from './reactions.ts';

export const organizations = {
  name: 'organizations',
  auditActions,
  operations,
  jobs,
  continuations,
  commands,
  erasures: [
    {
      name: 'user_imports',
      of: 'rows',
      erase: async ({ database, clock }) => {
        const [row] = await database.query({ role: 'jobs' }, sweepImports(clock.now()));
        return row?.count ?? 0;
      },
    },
  ],
} satisfies Feature<Services & JobServices & { database: Database; clock: Clock }>;
