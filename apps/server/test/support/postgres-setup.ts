import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/adapters/embedded-postgres/index.ts';
import { dropRunDatabases } from './postgres.ts';
import type { PostgresOfRun } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresOfRun;
  }
}

/**
 * Vitest's global setup: one PostgreSQL for the whole run. With TEST_DATABASE_URL (a superuser's) the same tests run
 * against another PostgreSQL, and everything they created there is dropped at the end.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runId = `${process.pid.toString(36)}${Date.now().toString(36)}`;
  const folder = mkdtempSync(path.join(roomyMemory() ?? tmpdir(), 'countersign-test-'));
  const external = process.env['TEST_DATABASE_URL'];
  if (external !== undefined && external !== '') {
    const run = { admin: connectionFromUrl(external), runId, folder };
    project.provide('postgres', run);
    return async () => {
      await dropRunDatabases(run);
      rmSync(folder, { recursive: true, force: true });
    };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durable: false,
    maxConnections: 500,
  });
  project.provide('postgres', { admin: postgres.connection, runId, folder });
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * A file system in memory creates a database's three hundred files in 10 ms, a disk in up to 200. Containers may give
 * it too little space.
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
