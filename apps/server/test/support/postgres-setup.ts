import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/adapters/embedded-postgres/index.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { asAdmin, dropRunDatabases, type PostgresOfRun } from './postgres.ts';
import { openS3Server } from './s3-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresOfRun;
    /** The address of the S3 server in which servers store their files, if any. */
    s3: string | undefined;
  }
}

/**
 * Vitest's global setup: one PostgreSQL for the whole run. With TEST_DATABASE_URL (the address of a superuser), the
 * same tests run against another PostgreSQL, and everything that they create there is dropped at the end. With
 * TEST_LOGIN=owner, servers use a login that owns their database and is not a superuser. With TEST_POOLER=transaction,
 * servers also connect to the database through PgBouncer. With TEST_FILES=s3, they store their files in an S3 server.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const s3 = process.env['TEST_FILES'] === 's3' ? await openS3Server() : undefined;
  project.provide('s3', s3?.options.endpoint);
  const end = await providePostgres(project);
  return async () => {
    await end();
    s3?.close();
  };
}

async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const runId = `${process.pid.toString(36)}${Date.now().toString(36)}`;
  const folder = mkdtempSync(path.join(roomyMemory() ?? tmpdir(), 'countersign-test-'));
  const external = process.env['TEST_DATABASE_URL'];
  if (external !== undefined && external !== '') {
    const run = { admin: connectionFromUrl(external), runId, folder };
    const { logins, stop } = await provideLogins(run);
    project.provide('postgres', { ...run, logins });
    return async () => {
      await stop();
      await dropRunDatabases(run);
      rmSync(folder, { recursive: true, force: true });
    };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: false,
    maxConnections: 500,
  });
  const run = { admin: postgres.connection, runId, folder };
  const { logins, stop } = await provideLogins(run);
  project.provide('postgres', { ...run, logins });
  return async () => {
    await stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Creates the logins described in docs/operate/database.md. The cluster must accept every login without a password. */
async function provideLogins(
  run: PostgresOfRun,
): Promise<{ logins: PostgresOfRun['logins']; stop: () => Promise<void> }> {
  const { TEST_LOGIN, TEST_POOLER } = process.env;
  if (TEST_LOGIN !== 'owner' && TEST_POOLER !== 'transaction') return { logins: undefined, stop: async () => {} };
  const [owner, login] = [`owner_${run.runId}`, `server_${run.runId}`];
  await asAdmin(run.admin, async (client) => {
    await client.query(`create role ${owner} login createrole`);
    await client.query(`create role ${login} login`);
  });
  if (TEST_POOLER !== 'transaction') return { logins: { owner }, stop: async () => {} };
  const { host = '', port = 5432 } = run.admin;
  const pooler = await startPgBouncer({
    mode: 'transaction',
    server: { host, port },
    logins: [login],
    connections: 8,
  });
  const pooled = { host: decodeURIComponent(pooler.host), login };
  return { logins: { owner, pooled }, stop: () => pooler.stop() };
}

/**
 * Returns a folder in memory if it has enough space, which is not the case in every container. Creating a database's
 * three hundred files takes 10 ms in memory, and up to 200 ms on a disk.
 */
function roomyMemory(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 * 1024 ** 3 ? folder : undefined;
}

function connectionFromUrl(text: string): PostgresOfRun['admin'] {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    database: url.pathname.slice(1) || 'postgres',
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
  };
}
