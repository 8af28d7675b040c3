/**
 * Vacuums tables after an erasure. Erased rows can still be read from the files of a table and its indexes until their
 * pages are vacuumed and the space is reused. An erasure does not wait for autovacuum (ADR 59).
 */
import type { ConnectionOptions } from './database.ts';
import { openSession } from './session.ts';

/**
 * Vacuums these tables and their indexes. Returns the tables that this login may not vacuum, which the server skips.
 */
export async function vacuum(login: ConnectionOptions, tables: readonly string[]): Promise<string[]> {
  const client = await openSession(login, { name: 'countersign vacuum', limitMs: 10_000 });
  const refused: string[] = [];
  client.on('notice', ({ message }) => {
    const table = /^permission denied to vacuum "(.+)"/.exec(message ?? '')?.[1];
    if (table !== undefined) refused.push(table);
  });
  try {
    const names = tables.map((table) => client.escapeIdentifier(table));
    await client.query(`vacuum (index_cleanup on) ${names.join(', ')}`);
  } finally {
    await client.end();
  }
  return refused;
}

type Log = { warn(fields: object, message: string): void };

/**
 * Vacuums after an erasure. The erasure counts as done even if this fails. The log states which data remains in files.
 */
export async function vacuumErased(login: ConnectionOptions, tables: readonly string[], log: Log): Promise<void> {
  try {
    const refused = await vacuum(login, tables);
    if (refused.length > 0)
      log.warn(
        { tables: refused },
        'the database login is not permitted to vacuum tables from which data was erased; autovacuum will process them later',
      );
  } catch (err) {
    log.warn({ err, tables }, 'could not vacuum tables from which data was erased; autovacuum will process them later');
  }
}
