/**
 * Runs tests against a Citus cluster that the operator provides. TEST_DATABASE_URL is the address of the coordinator
 * with a superuser's credentials, and TEST_CITUS_WORKERS lists the workers as `host:port`, separated by commas. The
 * cluster must trust the superuser and `countersign_citus` between its nodes.
 */
import pg from 'pg';
import { distribute } from '../../src/platform/db/citus/distribute.ts';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';

const workers = (process.env['TEST_CITUS_WORKERS'] ?? '').split(',').filter((address) => address !== '');
/** The number of shards is small, because every test database has its own shards. */
const SHARDS = 4;

export const isCitus = (): boolean => workers.length > 0;

/** Returns the coordinator and, with Citus, its workers. */
export const allNodes = (admin: ConnectionOptions): ConnectionOptions[] => [
  admin,
  ...workers.map((address) => {
    const [host = '', port = '5432'] = address.split(':');
    return { ...admin, host, port: Number(port) };
  }),
];

async function on(connection: ConnectionOptions, ...statements: string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Creates a distributed database with this name on every node, and then copies it on every node. The copies have the
 * same object IDs and node addresses, so that the copy of the coordinator finds the copies of the workers.
 */
export async function createCitusTemplate(admin: ConnectionOptions, template: string): Promise<void> {
  const database = `${template}_unfinished`;
  for (const node of allNodes(admin)) {
    await on(node, `drop database if exists ${database} with (force)`, `create database ${database}`);
    await on({ ...node, database }, 'create extension citus');
  }
  const connection = { ...admin, database };
  const [, ...others] = allNodes(admin);
  await on(
    connection,
    `select citus_set_coordinator_host('${admin.host}', ${admin.port})`,
    ...others.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
  await migrate(connection);
  await distribute({ connection, shards: SHARDS, report: () => {} });
  for (const node of allNodes(admin).toReversed())
    await on(
      node,
      `alter database ${database} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      `alter database ${database} rename to ${template}`,
    );
}

/** A worker's copy of one test database, which can be closed to simulate a stopped worker. */
export type Worker = { port: number; close(): Promise<void>; open(): Promise<void> };

/** Returns the workers of a distributed database. */
export const workersOf = ({ database = '', ...admin }: ConnectionOptions): Worker[] =>
  allNodes(admin)
    .slice(1)
    .map((node) => ({
      port: node.port ?? 5432,
      // No login may connect, not even a superuser, and existing connections are ended.
      close: () =>
        on(
          node,
          `alter database ${database} allow_connections false`,
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
        ),
      open: () => on(node, `alter database ${database} allow_connections true`),
    }));
