/**
 * Deletes data that is no longer usable: ended sessions, used links, old attempts, and idempotent responses older than
 * a day.
 */
import { readAcross } from '../../platform/db/across-tenants.ts';
import type { Context } from '../../platform/db/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { Erasure } from '../../platform/jobs/erasures.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import {
  BATCH,
  BULK_SENDS_AT_ONCE,
  deleteBulkRows,
  keepBulkCounts,
  lockDueBulk,
  selectDueBulk,
  sweepAnswers,
  sweepAttempts,
  sweepDeliveries,
  sweepDevices,
  sweepDrawingLinks,
  sweepInPerson,
  sweepKeyUsage,
  sweepMailLinks,
  sweepMailPlaces,
  sweepOrphans,
  sweepPreparingLinks,
  sweepPublicLinkRequests,
  sweepRegistrations,
  sweepSessions,
} from './store.ts';

export type SweepDependencies = { database: Database; clock: Clock };
type Sweep = {
  name: string;
  context: Context;
  statement: (now: Date) => Statement<{ count: number }>;
};

const AUTH: Context = { role: 'auth' };
const SWEEPS: readonly Sweep[] = [
  { name: 'sessions', context: AUTH, statement: sweepSessions },
  { name: 'registrations', context: AUTH, statement: sweepRegistrations },
  { name: 'mail_links', context: AUTH, statement: sweepMailLinks },
  { name: 'mail_places', context: { role: 'jobs' }, statement: sweepMailPlaces },
  { name: 'login_attempts', context: AUTH, statement: sweepAttempts },
  { name: 'api_key_usage', context: { role: 'jobs' }, statement: sweepKeyUsage },
  { name: 'known_devices', context: AUTH, statement: sweepDevices },
  { name: 'deliveries', context: { role: 'jobs' }, statement: sweepDeliveries },
  { name: 'deliveries_of_deleted_webhooks', context: { role: 'jobs' }, statement: sweepOrphans },
  { name: 'kept_answers', context: { role: 'jobs' }, statement: sweepAnswers },
  { name: 'in_person_sessions', context: { role: 'jobs' }, statement: sweepInPerson },
  { name: 'preparing_links', context: { role: 'jobs' }, statement: sweepPreparingLinks },
  { name: 'drawing_links', context: { role: 'jobs' }, statement: sweepDrawingLinks },
  { name: 'public_link_requests', context: { role: 'jobs' }, statement: sweepPublicLinkRequests },
];
/** The maximum number of batches per run. The next run continues with the rest. */
const MAX_BATCHES = 100;

export const sweeps: readonly Erasure<SweepDependencies>[] = [
  ...SWEEPS.map((sweep): Erasure<SweepDependencies> => ({
    name: sweep.name,
    of: 'rows',
    erase: (dependencies) => sweepAll(dependencies, sweep),
  })),
  { name: 'rows_of_bulk_sends', of: 'rows', erase: sweepBulkSends },
];

async function sweepAll({ database, clock }: SweepDependencies, sweep: Sweep): Promise<number> {
  const { context, statement } = sweep;
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const [row] = await database.query(context, statement(clock.now()));
    const count = row?.count ?? 0;
    total += count;
    if (count < BATCH) break;
  }
  return total;
}

/**
 * Cleans up each bulk send in its own transaction, because each belongs to one tenant. @returns how many bulk sends
 * were due
 */
async function sweepBulkSends({ database, clock }: SweepDependencies): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const due = await readAcross(database, selectDueBulk, clock.now());
    let erased = 0;
    for (const { tenant_id: tenantId, id } of due) erased += await sweepBulkSend({ database, clock }, tenantId, id);
    total += erased;
    if (erased < BULK_SENDS_AT_ONCE) break;
  }
  return total;
}

function sweepBulkSend({ database, clock }: SweepDependencies, tenantId: string, id: string): Promise<number> {
  return database.transaction(
    { role: 'jobs' },
    () => clock.now(),
    async (tx) => {
      const [locked] = await tx.query(lockDueBulk(tx.now, tenantId, id));
      if (!locked) return 0;
      const counts = new Map(
        (await tx.query(deleteBulkRows(tenantId, id))).map(({ status, count }) => [status, count]),
      );
      tx.write(keepBulkCounts(tx.now, tenantId, id, counts.get('sent') ?? 0, counts.get('failed') ?? 0));
      return 1;
    },
  );
}
