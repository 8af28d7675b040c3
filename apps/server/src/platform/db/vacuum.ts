/**
 * Erased rows stay readable in the pages of their table and its indexes until these are vacuumed, and their space is used again only
 * then. Autovacuum comes some time; after an erasure nobody waits for it (ADR 59).
 */
import pg from 'pg';
import type { ConnectionOptions } from './database.ts';

const SETTINGS = { application_name: 'countersign vacuum', connectionTimeoutMillis: 10_000 };

/** Vacuums these tables, their indexes too. Answers with those that this login may not: the server passes over them. */
export async function vacuum(login: ConnectionOptions, tables: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ ...login, ...SETTINGS });
  client.on('error', () => {});
  const refused: string[] = [];
  client.on('notice', ({ message }) => {
    const table = /^permission denied to vacuum "(.+)"/.exec(message ?? '')?.[1];
    if (table !== undefined) refused.push(table);
  });
  await client.connect();
  try {
    const names = tables.map((table) => client.escapeIdentifier(table));
    await client.query(`vacuum (index_cleanup on) ${names.join(', ')}`);
  } finally {
    await client.end();
  }
  return refused;
}

type Log = { warn(fields: object, message: string): void };

/** The same after an erasure, which is over whatever comes of this: what stays behind in files is in the log. */
export async function vacuumErased(login: ConnectionOptions, tables: readonly string[], log: Log): Promise<void> {
  try {
    const refused = await vacuum(login, tables);
    if (refused.length > 0)
      log.warn(
        { tables: refused },
        'this login may not vacuum tables from which data was erased; autovacuum will do it',
      );
  } catch (err) {
    log.warn({ err, tables }, 'tables from which data was erased could not be vacuumed; autovacuum will do it');
  }
}
