/**
 * Reads rows of all tenants, for jobs. On Citus, such reads need every worker. While a worker does not respond, the
 * tenants of each worker are read separately, so that only the tenants of that worker wait.
 */
import { type Database, isWorkerLost, selectTenantsByWorker } from './database.ts';
import { type Statement, statement } from './statement.ts';

const JOBS = { role: 'jobs' } as const;

/** A read of all tenants, and a corresponding read that is limited to some tenants. */
export type AcrossTenants<Row, P extends readonly unknown[]> = {
  readonly ofAll: (...values: P) => Statement<Row>;
  readonly of: (tenants: readonly string[], ...values: P) => Statement<Row>;
};

/**
 * Defines a read across tenants. The text has `{tenant_id}` or `{alias.tenant_id}` in each query, which the read of
 * some tenants replaces with a condition. The second statement is called `NAME-within`.
 */
export function acrossTenants<Row, P extends readonly unknown[] = readonly []>(
  name: string,
  text: string,
): AcrossTenants<Row, P> {
  const parameters = new Set([...text.matchAll(/\$(\d+)/g)].map(([parameter]) => parameter)).size;
  const within = (condition: (column: string) => string) =>
    text.replaceAll(/\{([a-z_.]+)\}/g, (_, column: string) => condition(column));
  const ofSome = statement<Row, readonly unknown[]>(
    `${name}-within`,
    within((column) => `${column} = any ($${parameters + 1}::text[])`),
  );
  return {
    ofAll: statement<Row, P>(
      name,
      within(() => 'true'),
    ),
    of: (tenants, ...values) => ofSome(...values, tenants),
  };
}

/** Returns the rows, except those on a worker that does not respond. If there is a limit, it applies per worker. */
export async function readAcross<Row, P extends readonly unknown[]>(
  database: Database,
  { ofAll, of }: AcrossTenants<Row, P>,
  ...values: P
): Promise<Row[]> {
  const lost = database.lostWorkers;
  try {
    if (!lost.isAny) return await database.query(JOBS, ofAll(...values));
  } catch (error) {
    if (!isWorkerLost(error)) throw error;
  }
  const workers = await database.query(JOBS, selectTenantsByWorker());
  const found = await Promise.all(
    workers.map(({ tenants }) =>
      // A read of any tenant of the worker shows whether the worker responds again.
      unlessWorkerLost(() => lost.guard(tenants[0] ?? '', () => database.query(JOBS, of(tenants, ...values)))),
    ),
  );
  return found.flatMap((rows) => rows ?? []);
}

/**
 * Returns the result of work for one tenant, or undefined if its Citus worker does not respond. A later run then does
 * the work.
 */
export async function unlessWorkerLost<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isWorkerLost(error)) return undefined;
    throw error;
  }
}
