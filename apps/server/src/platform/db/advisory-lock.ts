/**
 * A lock that lasts as long as this process is alive and connected. The database releases it when the process has
 * ended.
 */
import type { ConnectionOptions } from './database.ts';
import { openSession } from './session.ts';
import { statement } from './statement.ts';

export const BACKUP_LOCK = 'countersign backup';

/** Returns whether no other session holds the lock exclusively. */
export const selectIsFree = statement<{ is_free: boolean }, [name: string]>(
  'advisory-lock-free',
  'select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as is_free',
);

/**
 * Takes a lock. Returns undefined if another process holds it. The lock uses a separate connection, because locks
 * belong to connections.
 */
export async function tryAdvisoryLock(
  connection: ConnectionOptions,
  name: string,
): Promise<{ release(): Promise<void> } | undefined> {
  const client = await openSession(connection, { name });
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [name],
  );
  const release = () => client.end().catch(() => {});
  if (rows[0]?.locked) return { release };
  await release();
  return undefined;
}
