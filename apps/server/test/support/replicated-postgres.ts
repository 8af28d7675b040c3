/**
 * A primary with a synchronous replica, behind an address that always points to the primary, as a proxy or a virtual IP
 * does.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { chooseUser } from '../../src/platform/adapters/embedded-postgres/run-as.ts';
import { until } from './until.ts';

export type ReplicatedPostgres = {
  /** The socket folder of the address as the database driver expects it. */
  host: string;
  query(sql: string): Promise<pg.QueryResult>;
  /** The replica, for direct connections that bypass the address. */
  replica: { host: string; query(sql: string): Promise<pg.QueryResult> };
  /** Kills all processes of the primary at once, as a power failure does. */
  killPrimary(): Promise<void>;
  /** Makes the replica the primary, and redirects the address to it. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

const PORT = 5432;
const SOCKET = `.s.PGSQL.${PORT}`;

export async function startReplicatedPostgres(bin: string): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-replicated-'));
  chmodSync(folder, 0o755);
  const user = chooseUser(path.join(folder, 'data'));
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, stdio: 'ignore' as const };
  const make = (name: string): string => {
    const made = path.join(folder, name);
    mkdirSync(made, { mode: 0o700 });
    if (user) chownSync(made, user.uid, user.gid);
    return made;
  };
  const nodes = ['one', 'two'].map((name) => ({ data: path.join(folder, `${name}-data`), socket: make(name) }));
  const [primary, replica] = nodes;
  if (!primary || !replica) throw new Error('The cluster has fewer than two nodes.');
  const start = (node: typeof primary, settings: readonly string[] = []): ChildProcess =>
    spawn(
      path.join(bin, 'postgres'),
      ['-D', node.data, ...[`unix_socket_directories=${node.socket}`, ...settings].flatMap((one) => ['-c', one])],
      options,
    );
  const queryOn = async (host: string, sql: string) => {
    const client = new pg.Client({ host, port: PORT, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const answers = (host: string, sql = 'select 1') =>
    until(
      'PostgreSQL',
      () =>
        queryOn(host, sql).then(
          ({ rowCount }) => rowCount === 1,
          () => false,
        ),
      60_000,
    );

  make('one-data');
  execFileSync(path.join(bin, 'initdb'), ['-D', primary.data, '-U', 'postgres', '-A', 'trust', '--no-sync'], options);
  writeFileSync(path.join(primary.data, 'postgresql.auto.conf'), `listen_addresses = ''\nport = ${PORT}\n`);
  // The cluster is not running, so its folder can be copied without a tool. The replica then starts at the same
  // position as the primary.
  execFileSync('cp', ['-a', primary.data, replica.data], options);
  writeFileSync(path.join(replica.data, 'standby.signal'), '');
  if (user) chownSync(path.join(replica.data, 'standby.signal'), user.uid, user.gid);
  const [first, second] = [
    start(primary, ['synchronous_standby_names=two', 'synchronous_commit=on']),
    start(replica, [`primary_conninfo=host=${primary.socket} port=${PORT} user=postgres application_name=two`]),
  ];
  await answers(primary.socket, `select from pg_stat_replication where sync_state = 'sync'`);

  let target = primary.socket;
  const links = new Set<net.Socket>();
  const address = net.createServer((near) => {
    const far = net.connect(path.join(target, SOCKET));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      links.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        links.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const front = make('front');
  chmodSync(front, 0o755);
  address.listen(path.join(front, SOCKET));
  await once(address, 'listening');
  return {
    host: encodeURIComponent(front),
    query: (sql) => queryOn(target, sql),
    replica: { host: replica.socket, query: (sql) => queryOn(replica.socket, sql) },
    killPrimary: async () => {
      const exited = once(first, 'exit');
      // The other processes of the cluster end as soon as the postmaster has ended.
      first.kill('SIGKILL');
      await exited;
    },
    promote: async () => {
      await queryOn(replica.socket, 'select pg_promote(true, 60)');
      target = replica.socket;
      for (const link of links) link.destroy();
    },
    stop: async () => {
      address.close();
      for (const link of links) link.destroy();
      for (const child of [first, second]) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const exited = once(child, 'exit');
        child.kill('SIGQUIT');
        await exited;
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
