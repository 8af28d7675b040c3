/**
 * Finds sealed files whose newest time-stamp will soon stop protecting them, and queues their renewal. Every worker
 * process does this. The job's unique key merges duplicate requests.
 */
import { agedAlgorithms, type AlgorithmName } from '@countersign/pki';
import type { Database } from '../../platform/db/database.ts';
import type { UnitOfWork } from '../../platform/unit-of-work.ts';
import {
  type DueRow,
  postponeRenewal,
  selectDueByAlgorithms,
  selectDueByEnd,
  selectNextAlgorithms,
} from './archive-statements.ts';
import { continuations } from './reactions.ts';

export type RenewalRules = {
  /** A time-stamp is renewed this many days before it expires. */
  days: number;
  /** If omitted, the built-in list of algorithms applies. */
  aged?: (at: Date) => AlgorithmName[];
};

const DAY_MS = 86_400_000;
/** The maximum number of renewals per run. Renewals are spread out, and a restart loses nothing. */
const BATCH = 200;
/** How long a queued file is skipped, so that the next run reaches the files after it. */
const QUEUED_MS = DAY_MS;

/** @returns how many renewals were queued */
export async function queueRenewals(
  { database, uow }: { database: Database; uow: UnitOfWork },
  { days, aged = agedAlgorithms }: RenewalRules,
): Promise<number> {
  const now = uow.now();
  const horizon = new Date(now.getTime() + days * DAY_MS);
  const sets = await algorithmSets(database);
  const due: DueRow[] = [];
  for (const set of sets)
    due.push(...(await database.query({ role: 'jobs' }, selectDueByEnd(now, horizon, BATCH, set))));
  due.push(...(await dueByAlgorithms(database, now, sets, new Set(aged(horizon)))));
  const byTenant = Map.groupBy(due.slice(0, BATCH), ({ tenant_id: tenantId }) => tenantId);
  for (const [tenantId, rows] of byTenant) {
    await uow.run(tenantId, async (tx) => {
      for (const { document_id: documentId, file } of rows) {
        const archived = { documentId: documentId, file };
        uow.recorder.start(tx, tenantId, continuations.renewalDue, archived);
        tx.write(postponeRenewal(tenantId, documentId, file, new Date(tx.now.getTime() + QUEUED_MS)));
      }
    });
  }
  return Math.min(due.length, BATCH);
}

/**
 * Returns the combinations of algorithms that sealed files rely on. Due files are searched for each combination
 * separately. The empty combination is for files that have not been examined yet.
 */
async function algorithmSets(database: Database): Promise<string[]> {
  const sets = [''];
  for (;;) {
    const [next] = await database.query({ role: 'jobs' }, selectNextAlgorithms(sets.at(-1) ?? ''));
    if (!next) return sets;
    sets.push(next.algorithms);
  }
}

async function dueByAlgorithms(
  database: Database,
  now: Date,
  sets: readonly string[],
  aged: ReadonlySet<string>,
): Promise<DueRow[]> {
  const ending = sets.filter((algorithms) => algorithms.split(' ').some((name) => aged.has(name)));
  return ending.length === 0 ? [] : database.query({ role: 'jobs' }, selectDueByAlgorithms(now, ending, BATCH));
}
