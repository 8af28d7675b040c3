/** The database of the configuration, migrated: the embedded one is started, or joined where a server of this machine runs it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/adapters/embedded-postgres/index.ts';
import type { ConnectionOptions } from '../platform/db/database.ts';
import { refusePowerfulLogin } from '../platform/db/login-check.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { Config } from './config.ts';

export type OpenedDatabase = {
  readonly connection: ConnectionOptions;
  /** The login that owns the tables. */
  readonly owner: ConnectionOptions;
  stop(): Promise<void>;
};

/** @param options `beside`: a running server's embedded database is joined instead of refused */
export async function openDatabase(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  log: (line: string) => void,
  { beside = false }: { beside?: boolean } = {},
): Promise<OpenedDatabase> {
  if (database.kind === 'embedded') {
    const folder = join(dataDir, 'postgres');
    const running = beside ? await runningEmbedded(folder) : undefined;
    if (running) return { connection: running, owner: running, stop: async () => {} };
    const started = await startEmbeddedPostgres({ dataDir: folder, log });
    try {
      await migrate(started.connection);
    } catch (error) {
      await started.stop();
      throw error;
    }
    return { connection: started.connection, owner: started.connection, stop: () => started.stop() };
  }
  const connection = { connectionString: database.url.reveal() };
  const owner = database.migrationUrl ? { connectionString: database.migrationUrl.reveal() } : connection;
  if (database.migrationUrl) {
    await migrate(owner, decodeURIComponent(new URL(database.url.reveal()).username));
    // Two addresses are given to keep the two apart: the one in daily use must not be able to do what the other does.
    await refusePowerfulLogin(connection);
  } else await migrate(connection);
  return { connection, owner, stop: async () => {} };
}

/** postmaster.pid names process, data folder, start, port and socket folder, a line each, and goes with its server. */
async function runningEmbedded(folder: string): Promise<ConnectionOptions | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  const [pid, , , port, host] = text?.split('\n') ?? [];
  if (!host || !isAlive(Number(pid))) return undefined;
  return { host, port: Number(port), user: 'postgres', database: 'postgres' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
