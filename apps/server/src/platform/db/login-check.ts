/** The server's database login, which has no privileges of its own, and the check that it is restricted. */
import pg from 'pg';
import { ConfigFault } from '../config-fault.ts';
import type { ConnectionOptions } from './database.ts';

/** The time limit for connecting. It distinguishes a host that drops all packets from a slow host. */
const CONNECT_LIMIT_MS = 10_000;

/** Creates the login unless it exists. Migrations grant it the application's roles, and it has no other privileges. */
export async function provideLogin(owner: ConnectionOptions, name: string): Promise<void> {
  const client = new pg.Client({ ...owner, application_name: 'countersign-login' });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    if (rowCount === 0)
      await client.query(
        `create role ${client.escapeIdentifier(name)} login nosuperuser nobypassrls nocreatedb nocreaterole noinherit`,
      );
  } finally {
    await client.end();
  }
}

/** Throws if this login could bypass row-level security: as a superuser, with BYPASSRLS, or as the owner of a table. */
export async function refusePowerfulLogin(connection: ConnectionOptions): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: 'countersign-check',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; powerful: boolean; owned: string | null }>(
      `select session_user as name, r.rolsuper or r.rolbypassrls as powerful,
         (select c.relname from pg_class c where c.relowner = r.oid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace limit 1) as owned
       from pg_roles r where r.rolname = session_user`,
    );
    const [login] = rows;
    if (login?.powerful)
      throw new ConfigFault(
        `the server's login ${login.name} bypasses row-level security. Remove SUPERUSER and BYPASSRLS`,
      );
    if (login?.owned)
      throw new ConfigFault(
        `the server's login ${login.name} owns the table ${login.owned}, but tables must belong to the login of MIGRATION_DATABASE_URL`,
      );
  } finally {
    await client.end();
  }
}
