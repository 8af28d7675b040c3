import pg from 'pg';
import { inject } from 'vitest';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { allNodes, createCitusTemplate, isCitus } from './citus.ts';

/** The PostgreSQL of this test run, which the global setup provides. `admin` connects as a superuser. */
export interface PostgresOfRun {
  admin: ConnectionOptions;
  /** The part of the name that all databases of this run share. */
  runId: string;
  /** A folder for files that the test workers share. It is deleted when the run ends. */
  folder: string;
  /** The logins without special privileges that servers use instead of the superuser. */
  logins?: ServerLogins | undefined;
}

export interface ServerLogins {
  /** The login that owns the databases. */
  owner: string;
  /**
   * The pooler in transaction mode, if there is one: its socket folder, and the login that it uses for the database.
   */
  pooled?: { host: string; login: string } | undefined;
}

export interface TestDatabase {
  connection: ConnectionOptions;
  /** Ends the sessions that are still open and removes the database. */
  drop: () => Promise<void>;
}

/**
 * Creates an empty, migrated database for the caller as a copy of the run's template, which takes 10 to 30 ms. Create
 * one for each test file, and drop it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  await ensureTemplate();
  return createFrom(templateName(inject('postgres').runId));
}

/** Creates a database without our schema. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createFrom('template0');

async function createFrom(template: string): Promise<TestDatabase> {
  const { admin, runId, logins } = inject('postgres');
  const database = `test_${runId}_${crypto.randomUUID().replaceAll('-', '')}`;
  const owner = logins ? `OWNER ${logins.owner}` : '';
  const onNodes = async (sql: string) => {
    for (const node of allNodes(admin)) await asAdmin(node, (client) => client.query(sql));
  };
  await onNodes(`CREATE DATABASE ${database} ${owner} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    connection: { ...admin, database },
    drop: () => onNodes(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`),
  };
}

/**
 * Creates and migrates the run's template once, even if several test workers need it at the same time. The template
 * gets its final name only when it is complete.
 */
async function ensureTemplate(): Promise<void> {
  const { admin, runId, logins } = inject('postgres');
  const template = templateName(runId);
  const owner = logins?.owner ?? admin.user ?? 'postgres';
  await asAdmin(admin, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (found.rowCount !== 0) return;
    if (isCitus()) return createCitusTemplate(admin, template);
    const unfinished = `${template}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${unfinished} OWNER ${owner} TEMPLATE template0`);
    await migrate({ ...admin, user: owner, database: unfinished });
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
}

/** Removes every database the run created (on an external PostgreSQL). An embedded PostgreSQL is deleted completely. */
export async function dropRunDatabases(run: PostgresOfRun): Promise<void> {
  for (const node of allNodes(run.admin))
    await asAdmin(node, async (client) => {
      const made = await client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE datname LIKE $1', [
        `%\\_${run.runId}%`,
      ]);
      for (const { datname } of made.rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
    });
}

const templateName = (runId: string): string => `template_${runId}`;

/** Connects as the superuser, who can access every database. */
export async function asAdmin<T>(admin: ConnectionOptions, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
