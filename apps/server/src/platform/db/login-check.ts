/** Whether a database login is as weak as it should be. */
import pg from 'pg';
import type { ConnectionOptions } from './database.ts';

/** Throws when this login could step around row-level security: as superuser, by BYPASSRLS, or as owner of a table. */
export async function refusePowerfulLogin(connection: ConnectionOptions): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'countersign-check' });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; powerful: boolean; owned: string | null }>(
      `select current_user as name, r.rolsuper or r.rolbypassrls as powerful,
         (select c.relname from pg_class c where c.relowner = r.oid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace limit 1) as owned
       from pg_roles r where r.rolname = current_user`,
    );
    const [login] = rows;
    if (login?.powerful)
      throw new Error(
        `the login ${login.name} of DATABASE_URL bypasses row-level security; give it neither SUPERUSER nor BYPASSRLS`,
      );
    if (login?.owned)
      throw new Error(
        `the login ${login.name} of DATABASE_URL owns the table ${login.owned}; tables belong to the login of MIGRATION_DATABASE_URL`,
      );
  } finally {
    await client.end();
  }
}
