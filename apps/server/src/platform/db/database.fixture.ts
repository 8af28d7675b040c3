/**
 * Creates a separate database with one small tenant table, which is enough to observe transactions, contexts and
 * connections.
 */
import pg from 'pg';
import { createTestDatabase } from '../../../test/support/postgres.ts';
import { newId } from '../crypto/ids.ts';
import { sha256Hex } from '../crypto/tokens.ts';
import { type ConnectionOptions, Database } from './database.ts';
import type { Statement } from './statement.ts';

export type DatabaseFixture = {
  connection: ConnectionOptions;
  admin: pg.Client;
  /** Opens a pool for this database, which is closed with the fixture. */
  open(maxConnections: number): Database;
  /** The connections that the pools reported as lost while idle. */
  lost: Error[];
  addTenant(): Promise<string>;
  /** Makes pools that are opened later treat this database as the coordinator of Citus. */
  pretendCitus(): Promise<void>;
  close(): Promise<void>;
};

/**
 * A statement only for tests. It is not registered like the server's own, because test files of one worker share their
 * modules and `definedStatements` is itself under test. Its name contains the text, because each name must always refer
 * to the same SQL text on a connection.
 */
export function sql<Row = Record<string, unknown>>(text: string, ...values: readonly unknown[]): Statement<Row> {
  return { name: `test ${sha256Hex(text).slice(0, 32)}`, text, values };
}

export async function openDatabaseFixture(): Promise<DatabaseFixture> {
  const { connection, drop } = await createTestDatabase();
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query(`
    create table notes (tenant_id text not null, id integer not null, text text not null, primary key (tenant_id, id));
    alter table notes enable row level security;
    alter table notes force row level security;
    create policy own_tenant on notes to countersign_app using (tenant_id = current_tenant());
    grant select, insert, update, delete on notes to countersign_app`);
  // The time after which deadlocks are detected. With the default of a second, they would take most of the suite's run
  // time.
  await admin.query(`alter database ${String(connection.database)} set deadlock_timeout = '20ms'`);
  const opened: Database[] = [];
  const lost: Error[] = [];
  return {
    connection,
    admin,
    lost,
    open: (maxConnections) => {
      const database = new Database({ ...connection, maxConnections, onError: (error) => void lost.push(error) });
      opened.push(database);
      return database;
    },
    addTenant: async () => {
      const tenantId = newId('tenant');
      await admin.query(
        `insert into tenants (tenant_id, organization_id, environment, created_at) values ($1, $2, 'live', now())`,
        [tenantId, newId('organization')],
      );
      return tenantId;
    },
    pretendCitus: async () => {
      await admin.query(
        `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
         values (99999, 'citus', 10, 'public'::regnamespace, false, '12')`,
      );
    },
    close: async () => {
      for (const database of opened) await database.close();
      await admin.end();
      await drop();
    },
  };
}
