import type { Database } from '../../platform/db/database.ts';
import type { Feature } from '../../platform/feature.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import { auditActions } from './audit-actions.ts';
import { backfillLogs } from './backfill.ts';
import { commands } from './commands.ts';
import type { TransparencyLog } from './log.ts';
import { operations } from './operations.ts';
import { routes } from './routes.ts';
import { sealedColumns } from './sealed-columns.ts';

type Services = { database: Database; uow: UnitOfWork; transparencyLog: TransparencyLog };

/** Runs the steps one after the other. If a step fails, the following steps still run. */
async function runAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, 'several steps failed');
  if (errors.length === 1) throw errors[0];
}

export const transparencyLog = {
  name: 'transparency-log',
  auditActions,
  commands,
  operations,
  routes,
  sealedColumns,
  timers: [
    {
      name: 'adding older entries to the audit log',
      everyMs: 10_000,
      needsTrustedTime: false,
      run: (services: Services) => backfillLogs(services),
    },
    {
      // An entry must be in a checkpoint within 60 seconds.
      name: 'signing checkpoints of the audit log',
      everyMs: 15_000,
      needsTrustedTime: false,
      run: async ({ transparencyLog: log }: Services, signal: AbortSignal) => {
        await runAll([() => log.checkpoints.signDue(signal), () => log.pins.update(), () => log.coverage.check()]);
      },
    },
    {
      name: 'asking witnesses to cosign the audit log',
      everyMs: 15_000,
      needsTrustedTime: false,
      run: ({ transparencyLog: log }: Services, signal: AbortSignal) => log.witnesses.update(signal),
    },
    {
      name: 'time-stamping the audit log daily',
      everyMs: 3_600_000,
      needsTrustedTime: true,
      run: ({ transparencyLog: log }: Services, signal: AbortSignal) => log.stamps.stampDaily(signal),
    },
  ],
} satisfies Feature<Services>;
