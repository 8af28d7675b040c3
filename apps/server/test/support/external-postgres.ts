/** An operator's own PostgreSQL: a plain cluster that is not prepared for Countersign. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { provideBinaries } from '../../src/platform/adapters/embedded-postgres/binaries.ts';
import { chooseUser } from '../../src/platform/adapters/embedded-postgres/run-as.ts';
import { until } from './until.ts';

export type ExternalPostgres = {
  /** Runs SQL as the superuser, in the database of this name. */
  query(sql: string, database?: string): Promise<pg.QueryResult>;
  connection(database: string): { host: string; port: number; user: string; database: string };
  /** The host of the address as the database driver expects it. */
  host: string;
  /** Drops the installation and all roles that it created. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

const PORT = 5432;
/** Debian's PostgreSQL folders, starting with the oldest version that Countersign supports. */
const DEBIAN = [15, 16, 17].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** Returns the programs to test with: those of the embedded PostgreSQL, and Debian's if they are installed. */
export function postgresPrograms(): { name: string; bin: string }[] {
  const folder = path.join(tmpdir(), 'countersign-none');
  const embedded = { name: 'the embedded version', bin: provideBinaries(chooseUser(folder), folder).bin };
  const debian = DEBIAN.find((bin) => existsSync(path.join(bin, 'initdb')));
  return debian === undefined ? [embedded] : [embedded, { name: `version ${debian.split('/')[4]}`, bin: debian }];
}

export async function startExternalPostgres(bin: string): Promise<ExternalPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-pg-'));
  const data = path.join(folder, 'data');
  const user = chooseUser(data);
  mkdirSync(data, { mode: 0o700 });
  chmodSync(folder, 0o755);
  if (user) for (const name of [folder, data]) chownSync(name, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], options);
  const settings = [
    `unix_socket_directories=${folder}`,
    `port=${PORT}`,
    'listen_addresses=',
    'fsync=off',
    'max_connections=300',
  ];
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], options);
  const exited = once(child, 'exit');
  const connection = (database: string) => ({ host: folder, port: PORT, user: 'postgres', database });
  const query = async (sql: string, database = 'postgres') => {
    const client = new pg.Client(connection(database));
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await until(
    'PostgreSQL',
    () =>
      query('select 1').then(
        () => true,
        () => false,
      ),
    30_000,
  );
  return {
    query,
    connection,
    host: encodeURIComponent(folder),
    reset: async () => {
      await query('drop database if exists countersign with (force)');
      const { rows } = await query(
        `select string_agg(rolname, ', ') as roles from pg_roles where rolname ~ '^countersign'`,
      );
      await query(`drop role ${String(rows[0]?.roles)}`);
    },
    stop: async () => {
      child.kill('SIGQUIT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
