/**
 * Runs Debian's PgBouncer in front of a PostgreSQL that listens on a Unix socket. PgBouncer listens on a Unix socket
 * too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { chooseUser } from '../../src/platform/adapters/embedded-postgres/run-as.ts';
import { until } from './until.ts';

export type PgBouncer = {
  /** The host as the database driver expects it. */
  host: string;
  /** Runs a command in the console of PgBouncer. */
  console(command: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
};

export type PgBouncerOptions = {
  mode: 'session' | 'transaction';
  /** The socket folder and port of PostgreSQL. */
  server: { host: string; port: number };
  /** The logins that may connect. */
  logins: readonly string[];
  /** The number of connections to PostgreSQL for each login. */
  connections: number;
};

/** PgBouncer uses the port of PostgreSQL, so that addresses differ only in the host. */
export const PGBOUNCER_PORT = 5432;

export async function startPgBouncer({ mode, server, logins, connections }: PgBouncerOptions): Promise<PgBouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-pgbouncer-'));
  const user = chooseUser(folder);
  const settings = path.join(folder, 'pgbouncer.ini');
  const users = path.join(folder, 'users.txt');
  writeFileSync(users, [...logins, 'console'].map((login) => `"${login}" ""\n`).join(''));
  // All other settings have their defaults, as in an operator's installation.
  writeFileSync(
    settings,
    `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr =
listen_port = ${PGBOUNCER_PORT}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${users}
admin_users = console
pool_mode = ${mode}
default_pool_size = ${connections}
max_client_conn = 500
`,
  );
  chmodSync(folder, 0o755);
  if (user) for (const file of [folder, settings, users]) chownSync(file, user.uid, user.gid);
  const child = spawn(outsideTool('pgbouncer'), [settings], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const consoleOf = async (command: string) => {
    const client = new pg.Client({ host: folder, port: PGBOUNCER_PORT, user: 'console', database: 'pgbouncer' });
    await client.connect();
    try {
      // The console supports only the simple query protocol.
      return (await client.query<Record<string, unknown>>(command)).rows;
    } finally {
      await client.end();
    }
  };
  await until(
    'PgBouncer',
    () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer exited: ${said}`);
      return consoleOf('show version').then(
        () => true,
        () => false,
      );
    },
    30_000,
  );
  return {
    host: encodeURIComponent(folder),
    console: consoleOf,
    stop: async () => {
      child.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
