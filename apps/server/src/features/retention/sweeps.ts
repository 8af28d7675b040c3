/**
 * Deletes data that is no longer usable: ended sessions, used links, old attempts, idempotent responses older than a
 * day.
 */
import type { Context } from '../../platform/db/context.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Statement } from '../../platform/db/statement.ts';
import type { Erasure } from '../../platform/jobs/erasures.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import {
  BATCH,
  BULK_SENDS_AT_ONCE,
  sweepAnswers,
  sweepAttempts,
  sweepBulkRows,
  sweepDeliveries,
  sweepDevices,
  sweepDrawingLinks,
  sweepInPerson,
  sweepKeyUsage,
  sweepMailLinks,
  sweepMailPlaces,
  sweepOrphans,
  sweepPreparingLinks,
  sweepRegistrations,
  sweepSessions,
} from './store.ts';

export type SweepDependencies = { database: Database; clock: Clock };
type Sweep = {
  name: string;
  context: Context;
  statement: (now: Date) => Statement<{ count: number }>;
  /** The maximum per call. A call that deletes fewer was the last. */
  batch?: number;
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
  { name: 'rows_of_bulk_sends', context: { role: 'jobs' }, statement: sweepBulkRows, batch: BULK_SENDS_AT_ONCE },
];
/** A run ends after this, whatever has accumulated. The next one continues. */
const MAX_BATCHES = 100;

export const sweeps: readonly Erasure<SweepDependencies>[] = SWEEPS.map((sweep) => ({
  name: sweep.name,
  of: 'rows',
  erase: (dependencies) => sweepAll(dependencies, sweep),
}));

async function sweepAll({ database, clock }: SweepDependencies, sweep: Sweep): Promise<number> {
  const { context, statement, batch: most = BATCH } = sweep;
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const [row] = await database.query(context, statement(clock.now()));
    const count = row?.count ?? 0;
    total += count;
    if (count < most) break;
  }
  return total;
}
