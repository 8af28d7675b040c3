/** A lock for as long as this process lives and stays connected: the database gives it back by itself when the process is gone. */
import pg from 'pg';
import type { ConnectionOptions } from './database.ts';
import { statement } from './statement.ts';

/** Held while a backup is being made. */
export const BACKUP_LOCK = 'countersign backup';

/** Whether nobody holds the lock at this moment of the transaction. */
export const selectIsFree = statement<{ is_free: boolean }, [name: string]>(
  'advisory-lock-free',
  'select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as is_free',
);

/** Undefined where another process holds the lock. It has a connection of its own, because locks belong to connections. */
export async function tryAdvisoryLock(
  connection: ConnectionOptions,
  name: string,
): Promise<{ release(): Promise<void> } | undefined> {
  const client = new pg.Client({ ...connection, application_name: name });
  // Losing the connection loses the lock and nothing else.
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
    [name],
  );
  const release = () => client.end().catch(() => {});
  if (rows[0]?.locked) return { release };
  await release();
  return undefined;
}
