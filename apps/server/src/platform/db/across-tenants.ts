/**
 * Reads rows of all tenants, for jobs. On Citus, such reads need every worker. While a worker does not respond, the
 * tenants of each worker are read separately, so that only the tenants of that worker wait.
 */
import { type Database, isWorkerLost, selectTenantsByWorker } from './database.ts';
import { type Statement, statement } from './statement.ts';

const JOBS = { role: 'jobs' } as const;

/** Two statements for one read: `ofAll` reads all tenants, and `of` only the given tenants. */
export type AcrossTenants<Row, P extends readonly unknown[]> = {
  readonly ofAll: (...values: P) => Statement<Row>;
  readonly of: (tenants: readonly string[], ...values: P) => Statement<Row>;
};

/**
 * Defines a read of all tenants and a second read, `NAME-within`, that is limited to some tenants. Each query in the
 * text must contain `{tenant_id}` or `{alias.tenant_id}`, which the second read replaces with a condition.
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

/**
 * Returns the rows of all tenants, except those on a Citus worker that does not respond. In that case, a limit applies
 * to each worker separately.
 */
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
      // Reading from any one of the worker's tenants shows whether the worker responds again.
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
