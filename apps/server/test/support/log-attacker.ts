/**
 * An attacker with superuser privileges on the database, who can recompute every hash. The server then signs the new
 * log with its own key, as it does after a restore.
 */
import { buildEntry, type Entry, GENESIS, parseEntry } from '@countersign/audit-log';
import { LogState } from '../../src/features/transparency-log/log-state.ts';
import type { TestApp } from './app.ts';

const TABLES = [
  'audit_entries',
  'audit_streams',
  'audit_personal',
  'person_keys',
  'log_queue',
  'log_runs',
  'log_nodes',
  'transparency_logs',
  'log_checkpoints',
  'log_timestamps',
  'log_cosignatures',
  'signers',
];

/** A copy of the audit log that can be restored. */
export class KeptLog {
  readonly #app: TestApp;
  readonly #name: string;

  private constructor(app: TestApp, name: string) {
    this.#app = app;
    this.#name = name;
  }

  static async keep(app: TestApp, name: string): Promise<KeptLog> {
    for (const table of TABLES) await app.sql(`create table ${name}_${table} as table ${table}`);
    return new KeptLog(app, name);
  }

  /**
   * Restores the rows without checking foreign keys or running triggers, because these would require a certain order.
   */
  async restore(): Promise<void> {
    const rows = TABLES.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} select * from ${this.#name}_${table}`,
    ]);
    await sqlWithoutTriggers(this.#app, rows.join(';'));
  }
}

export const sqlWithoutTriggers = (app: TestApp, text: string): Promise<unknown> =>
  app.sql(['set session_replication_role = replica', text, 'set session_replication_role = origin'].join(';'));

/** Returns the entries in log order. */
export async function entriesOf(app: TestApp, tenantId: string): Promise<Entry[]> {
  const rows = await app.sql<{ bytes: Buffer }>(
    `select e.bytes from log_runs r cross join lateral generate_series(0, octet_length(r.hashes) / 32 - 1) o
       join audit_entries e on e.tenant_id = r.tenant_id and e.stream = r.stream and e.n = r.first_n + o
     where r.tenant_id = $1 order by r.first_index + o`,
    [tenantId],
  );
  return rows.map(({ bytes }) => parseEntry(bytes));
}

const hex = (bytes: Uint8Array): string => `'\\x${Buffer.from(bytes).toString('hex')}'`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/**
 * Rewrites the whole log from these entries, with its chains, heads and tree. Checkpoints and time-stamps are deleted.
 */
export async function rewriteLog(app: TestApp, tenantId: string, entries: readonly Entry[]): Promise<void> {
  const heads = new Map<string, { n: number; hash: string; at: string }>();
  const state = new LogState();
  const [rows, runs]: [string[], string[]] = [[], []];
  for (const [index, entry] of entries.entries()) {
    const { n, hash: prev } = heads.get(entry.stream) ?? { n: -1, hash: GENESIS };
    const built = buildEntry({ ...entry, n: n + 1, prev });
    heads.set(entry.stream, { n: n + 1, hash: built.hash, at: entry.at });
    const leaf = Buffer.from(built.hash, 'hex');
    state.append([leaf]);
    const place = `${text(tenantId)}, ${text(entry.stream)}, ${n + 1}`;
    rows.push(`(${place}, ${text(entry.id)}, ${text(entry.at)}, ${text(built.hash)}, ${hex(built.bytes)})`);
    runs.push(`(${text(tenantId)}, ${index}, ${text(entry.stream)}, ${n + 1}, ${hex(leaf)})`);
  }
  const of = `where tenant_id = ${text(tenantId)}`;
  await sqlWithoutTriggers(
    app,
    [
      ...['audit_entries', 'log_runs', 'log_nodes', 'log_queue'].map((table) => `delete from ${table} ${of}`),
      ...['log_checkpoints', 'log_timestamps', 'log_cosignatures'].map((table) => `delete from ${table} ${of}`),
      `insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values ${rows.join(',')}`,
      `insert into log_runs (tenant_id, first_index, stream, first_n, hashes) values ${runs.join(',')}`,
      `delete from audit_streams ${of} and stream <> all (array[${[...heads.keys()].map(text).join(',')}])`,
      ...[...heads].map(
        ([stream, { n, hash, at }]) =>
          `update audit_streams set n = ${n}, hash = ${text(hash)}, at = ${text(at)} ${of} and stream = ${text(stream)}`,
      ),
      `update transparency_logs set size = ${entries.length}, checkpoint_size = 0, stamped_at = null,
         frontier = ${hex(state.toBytes())}, fence = fence + 1 ${of}`,
    ].join(';'),
  );
}

/** Appends an entry as the server does. The server then assigns an index in the log to the entry, and signs the log. */
export async function appendForged(
  app: TestApp,
  tenantId: string,
  entry: Pick<Entry, 'stream' | 'type' | 'actor' | 'target' | 'data'>,
): Promise<void> {
  const [head] = await app.sql<{ n: number; hash: string; at: Date }>(
    'select n, hash, at from audit_streams where tenant_id = $1 and stream = $2',
    [tenantId, entry.stream],
  );
  if (!head) throw new Error(`There is no stream ${entry.stream}.`);
  const [n, at, id] = [head.n + 1, head.at.toISOString(), 'adt_forged'];
  const { hash, bytes } = buildEntry({ ...entry, tenant: tenantId, n, prev: head.hash, at, id, pii: null });
  const own = [tenantId, entry.stream, n];
  await app.sql(
    'insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes) values ($1, $2, $3, $4, $5, $6, $7)',
    [...own, id, at, hash, bytes],
  );
  await app.sql('update audit_streams set n = $3, hash = $4 where tenant_id = $1 and stream = $2', [...own, hash]);
  await app.sql('insert into log_queue (tenant_id, stream, n) values ($1, $2, $3)', own);
}
