/** Waits until requests are blocked by another transaction. */
import type { TestApp } from './app.ts';
import { until } from './until.ts';

/** Resolves once this many connections wait for locks. */
export function untilLocked(app: Pick<TestApp, 'sql'>, count: number): Promise<unknown> {
  return until(`${count} connections to wait for a lock`, async () => {
    // Clears the snapshot of the statistics, because PostgreSQL reads them only once in each transaction.
    await app.sql('select pg_stat_clear_snapshot()');
    const select = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await app.sql(select)).length === count;
  });
}
