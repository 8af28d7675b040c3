/**
 * Opens and migrates the configured database. The embedded database is started, or shared if a server on this machine
 * runs it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMBEDDED_LOGIN,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './adapters/embedded-postgres/index.ts';
import { ConfigFault } from './config-fault.ts';
import type { ConnectionOptions, PoolAddress } from './db/database.ts';
import { refuseHalfDistributed } from './db/citus/distribute.ts';
import { provideLogin, refusePowerfulLogin } from './db/login-check.ts';
import { migrate, readSchema, type Schema } from './db/migrate.ts';
import { checkLoginDefaults, setLoginDefaults } from './db/session.ts';
import { Secret } from './secret.ts';
import { isRefusedLogin } from './when-reachable.ts';
import type { DescribedSettings, SettingReader } from './settings.ts';

export type DatabaseSettings =
  | { kind: 'embedded' }
  | {
      kind: 'external';
      url: Secret;
      /**
       * A URL that bypasses the pooler of `url`. The pooler assigns a connection to another client after each
       * transaction.
       */
      directUrl: Secret | undefined;
      migrationUrl: Secret | undefined;
      prepares: boolean;
      replicaUrls: readonly Secret[];
    };

export function databaseSettings(reader: SettingReader): DatabaseSettings {
  const url = reader.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const directUrl = reader.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
  const migrationUrl = reader.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']);
  const prepares = reader.choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off'], directUrl ? 'off' : 'on') === 'on';
  if (migrationUrl && !reader.has('DATABASE_URL')) reader.fault('MIGRATION_DATABASE_URL: requires DATABASE_URL');
  // `setLoginDefaults` changes the defaults of the pooler's login. The login for migrations must not get them, so it
  // must be a different one.
  if (directUrl && !(reader.has('DATABASE_URL') && reader.has('MIGRATION_DATABASE_URL')))
    reader.fault('DATABASE_DIRECT_URL: requires DATABASE_URL and MIGRATION_DATABASE_URL');
  const replicaUrls = reader.list('DATABASE_REPLICA_URLS', checkAddresses);
  if (replicaUrls.length > 0 && !reader.has('DATABASE_URL'))
    reader.fault('DATABASE_REPLICA_URLS: requires DATABASE_URL');
  if (!url) return { kind: 'embedded' };
  const secret = (value: string | undefined) => (value === undefined ? undefined : new Secret(value));
  return {
    kind: 'external',
    url: new Secret(url),
    directUrl: secret(directUrl),
    migrationUrl: secret(migrationUrl),
    prepares,
    replicaUrls: replicaUrls.map((replica) => new Secret(replica)),
  };
}

/** The addresses may contain passwords, so the error message does not repeat them. */
function checkAddresses(values: readonly string[]): void {
  const isAddress = (value: string) =>
    URL.canParse(value) && ['postgres:', 'postgresql:'].includes(new URL(value).protocol);
  if (!values.every(isAddress))
    throw new Error('must be addresses that begin with postgres:// or postgresql://, separated by commas');
}

export type OpenedDatabase = {
  readonly pool: PoolAddress;
  /** The connection options for sessions that keep state. */
  readonly connection: ConnectionOptions;
  /** The connection options of the login that owns the tables. */
  readonly owner: ConnectionOptions;
  /** The migrated schema. Absent if a running database is shared. */
  readonly schema?: Schema;
  /** Resolves when the embedded database keeps failing. */
  readonly gaveUp: Promise<Error>;
  stop(): Promise<void>;
  /** Stops immediately, without an orderly shutdown. No committed data is lost. */
  kill(): void;
};

export type OpenOptions = {
  log?: (line: string) => void;
  report?: (message: string) => void;
  /** If true, shares a running server's embedded database instead of refusing it. */
  beside?: boolean;
  maxConnections?: number;
  /** Returns a database that was started earlier. By default, the database is started now. */
  startPostgres?: ((options: EmbeddedPostgresOptions) => Promise<EmbeddedPostgres>) | undefined;
};

/**
 * The functions for a database that this process must not stop. If the database fails, its connections report the
 * error.
 */
const ELSEWHERE = { gaveUp: new Promise<never>(() => {}), stop: async () => {}, kill: () => {} };

export async function openDatabase(
  { database, dataDir }: { readonly database: DatabaseSettings; readonly dataDir: string },
  options: OpenOptions = {},
): Promise<OpenedDatabase> {
  if (database.kind === 'embedded') return openEmbedded(join(dataDir, 'postgres'), options);
  return openExternal(database, options).catch((error: unknown) => {
    if (!isRefusedLogin(error)) throw error;
    const names = ['DATABASE_URL'];
    if (database.directUrl) names.push('DATABASE_DIRECT_URL');
    if (database.migrationUrl) names.push('MIGRATION_DATABASE_URL');
    throw new ConfigFault(`${names.join(' or ')}: rejected by PostgreSQL: ${error.message}`, { cause: error });
  });
}

async function openExternal(
  database: DatabaseSettings & { kind: 'external' },
  { beside = false }: OpenOptions,
): Promise<OpenedDatabase> {
  const { prepares } = database;
  const address = { connectionString: database.url.reveal() };
  const connection = database.directUrl ? { connectionString: database.directUrl.reveal() } : address;
  const owner = database.migrationUrl ? { connectionString: database.migrationUrl.reveal() } : connection;
  const migrated = database.migrationUrl
    ? await migrate(owner, decodeURIComponent(new URL(connection.connectionString).username))
    : await readSchema(connection);
  // If migrations use a separate login, the regular login must not be able to bypass row-level security.
  if (migrated) await refusePowerfulLogin(connection);
  const schema = migrated ?? (await migrate(connection));
  if (!beside) await refuseHalfDistributed(owner);
  if (database.directUrl) {
    await setLoginDefaults(connection);
    await checkLoginDefaults(address);
  }
  return {
    pool: {
      ...address,
      prepares,
      direct: database.directUrl && connection,
      replicas: database.replicaUrls.map((url) => ({ connectionString: url.reveal() })),
    },
    connection,
    owner,
    schema,
    ...ELSEWHERE,
  };
}

async function openEmbedded(
  folder: string,
  { beside = false, startPostgres = startEmbeddedPostgres, ...options }: OpenOptions,
): Promise<OpenedDatabase> {
  const running = beside ? await runningEmbedded(folder) : undefined;
  if (running) {
    const connection = { ...running, user: EMBEDDED_LOGIN };
    return { pool: connection, connection, owner: running, ...ELSEWHERE };
  }
  const started = await startPostgres({ dataDir: folder, ...options });
  const owner = started.connection;
  const connection = { ...owner, user: EMBEDDED_LOGIN };
  try {
    await provideLogin(owner, EMBEDDED_LOGIN);
    const schema = await migrate(owner, EMBEDDED_LOGIN);
    await refusePowerfulLogin(connection);
    return {
      pool: connection,
      connection,
      owner,
      schema,
      gaveUp: started.gaveUp,
      stop: () => started.stop(),
      kill: () => started.kill(),
    };
  } catch (error) {
    await started.stop();
    throw error;
  }
}

/**
 * postmaster.pid contains the process ID, the data folder, the start time, the port and the socket folder, one per
 * line. PostgreSQL removes the file when it exits.
 */
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

export const DATABASE_DESCRIPTIONS: DescribedSettings = {
  DATABASE_URL: [
    '',
    '[Your own PostgreSQL](database.md) (15 or later). Without this setting, the server runs its embedded PostgreSQL.',
  ],
  DATABASE_DIRECT_URL: [
    '',
    'Address that bypasses a [pooler in transaction mode](database.md#poolers) at `DATABASE_URL`, with the same login. This setting requires `MIGRATION_DATABASE_URL`.',
  ],
  DATABASE_PREPARED_STATEMENTS: [
    '`on`; `off` with `DATABASE_DIRECT_URL`',
    'With `on`, the server prepares each statement once per connection. A [pooler in transaction mode](database.md#poolers) must support prepared statements.',
  ],
  DATABASE_REPLICA_URLS: [
    '',
    '[Replicas](production.md#replicas-for-reads) of `DATABASE_URL` for lists, statistics and exports, separated by commas.',
  ],
  MIGRATION_DATABASE_URL: [
    '',
    '[Separate login for migrations](database.md#a-separate-login-for-migrations). This setting requires `DATABASE_URL`.',
  ],
};
