/**
 * The embedded cluster as the archive sees it: how much of the log is on disk, which files the rows refer to, and base
 * backups.
 */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { FileRow } from '../backup/file-judge.ts';
import { rowOf } from '../backup/snapshot.ts';
import type { ConnectionOptions } from '../db/database.ts';
import { readLsn, writeLsn } from './pieces.ts';

/**
 * The slot by which the cluster retains its log until the log is archived. Its name identifies the run and the
 * location.
 */
export type Slot = { name: string; restart: bigint | undefined };

export type Identity = { system: string; timeline: number; segmentBytes: number };
/** The log position and the time of the query, and the first transaction whose files may not be visible to it yet. */
export type Position = { flushed: bigint; time: Date; xmin: bigint };

export const SLOT_PREFIX = 'countersign_';
/** The interval of checks. A transaction that is about to end does so within milliseconds. */
const RECHECK_INTERVAL_MS = 20;
const PAGE = 1000;
const READ_BYTES = 1024 * 1024;

export class Cluster {
  readonly #client: pg.Client;
  #isLost = false;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', () => (this.#isLost = true));
    client.on('end', () => (this.#isLost = true));
  }

  static async connect(owner: ConnectionOptions): Promise<Cluster> {
    const cluster = new Cluster(new pg.Client({ ...owner, application_name: 'countersign archive' }));
    await cluster.#client.connect();
    return cluster;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }

  async identity(): Promise<Identity> {
    const { rows } = await this.#client.query<{ system: string; timeline: number; bytes: number }>(
      `select s.system_identifier::text as system, c.timeline_id as timeline, i.bytes_per_wal_segment as bytes
       from pg_control_system() s, pg_control_checkpoint() c, pg_control_init() i`,
    );
    const [row] = rows;
    if (!row) throw new Error('the cluster did not return its identity');
    return { system: row.system, timeline: row.timeline, segmentBytes: row.bytes };
  }

  /**
   * Returns this archive's slot. The slot is lost if it was so far behind that the database no longer retains the log
   * it needs.
   */
  async slot(): Promise<(Slot & { isLost: boolean }) | undefined> {
    const { rows } = await this.#client.query<{ name: string; restart: string | null; lost: boolean }>(
      `select slot_name as name, restart_lsn::text as restart, wal_status = 'lost' as lost from pg_replication_slots
       where slot_type = 'physical' and starts_with(slot_name, $1)`,
      [SLOT_PREFIX],
    );
    const [row] = rows;
    return row && { name: row.name, restart: row.restart ? readLsn(row.restart) : undefined, isLost: row.lost };
  }

  /** Creates a slot, so that the cluster retains the log from now on. */
  async makeSlot(name: string): Promise<bigint> {
    const { rows } = await this.#client.query<{ lsn: string }>(
      'select lsn::text as lsn from pg_create_physical_replication_slot($1, true)',
      [name],
    );
    return readLsn(rows[0]?.lsn ?? '');
  }

  async dropSlot(name: string): Promise<void> {
    await this.#client.query('select pg_drop_replication_slot($1)', [name]);
  }

  /** Advances the slot. The log before this position is no longer retained for the archive. */
  async advance(name: string, to: bigint): Promise<void> {
    await this.#client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [name, writeLsn(to)]);
  }

  async now(): Promise<Date> {
    const { rows } = await this.#client.query<{ now: Date }>('select clock_timestamp() as now');
    return rows[0]?.now ?? new Date(0);
  }

  async flushed(): Promise<bigint> {
    const { rows } = await this.#client.query<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn');
    return readLsn(rows[0]?.lsn ?? '');
  }

  /**
   * Returns a log position and a time. Everything that was committed by that time is before the position, and is
   * visible to all later reads. A commit is in the log a moment before other transactions see it, so this method waits
   * for running transactions before and after it reads the position.
   */
  async readPosition(signal: AbortSignal): Promise<Position> {
    const time = await this.now();
    await this.#untilEnded(signal);
    const flushed = await this.flushed();
    await this.#untilEnded(signal);
    const { rows } = await this.#client.query<{ xmin: string }>(
      'select pg_snapshot_xmin(pg_current_snapshot())::text as xmin',
    );
    return { flushed, time, xmin: BigInt(rows[0]?.xmin ?? 0) };
  }

  /** The database's own background transactions refer to no files and can take long. */
  async #untilEnded(signal: AbortSignal): Promise<void> {
    const underWay = `select backend_xid::text as xid from pg_stat_activity
      where backend_type = 'client backend' and backend_xid is not null`;
    const { rows } = await this.#client.query<{ xid: string }>(underWay);
    let left = rows.map(({ xid }) => xid);
    while (left.length > 0) {
      await delay(RECHECK_INTERVAL_MS, undefined, { signal });
      const { rows: still } = await this.#client.query<{ xid: string }>(
        `${underWay} and backend_xid::text = any ($1)`,
        [left],
      );
      left = still.map(({ xid }) => xid);
    }
  }

  /**
   * Returns the files of rows that were written by transactions from `xmin` on. Rows restored from elsewhere may have
   * transaction IDs in the future.
   */
  async filesSince(xmin: bigint): Promise<string[]> {
    const { rows } = await this.#client.query<{ key: string }>(
      `select tenant_id || '/' || coalesce(file, id) as key from blobs
       where unused_since is null and xid >= $1 and xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
      [xmin.toString()],
    );
    return rows.map(({ key }) => key);
  }

  async *files(): AsyncGenerator<string> {
    let after: [string, string] = ['', ''];
    for (;;) {
      const { rows } = await this.#client.query<{ tenant_id: string; id: string; file: string | null }>(
        `select tenant_id, id, file from blobs where (tenant_id, id) > ($1, $2) and unused_since is null
         order by tenant_id, id limit ${PAGE}`,
        after,
      );
      for (const row of rows) yield `${row.tenant_id}/${row.file ?? row.id}`;
      const last = rows.at(-1);
      if (!last) return;
      after = [last.tenant_id, last.id];
    }
  }

  /**
   * Returns the database's record of a file, or undefined if no row refers to the file. A connection runs one query at
   * a time.
   */
  row(key: string): Promise<FileRow | undefined> {
    const row = this.#asked.then(() => rowOf(this.#client, key));
    this.#asked = row.catch(() => undefined);
    return row;
  }

  /** Starts a base backup. The session must stay open until the backup is stopped. */
  async startBackup(label: string): Promise<bigint> {
    const { rows } = await this.#client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [
      label,
    ]);
    return readLsn(rows[0]?.lsn ?? '');
  }

  /** Returns the contents of `backup_label` and `tablespace_map`, and the time from which the backup is complete. */
  async stopBackup(): Promise<{ stop: bigint; label: string; tablespaces: string; doneAt: Date }> {
    const { rows } = await this.#client.query<{ lsn: string; labelfile: string; spcmapfile: string; now: Date }>(
      'select b.lsn::text as lsn, b.labelfile, b.spcmapfile, clock_timestamp() as now from pg_backup_stop(false) b',
    );
    const [row] = rows;
    if (!row) throw new Error('the base backup was not stopped');
    return { stop: readLsn(row.lsn), label: row.labelfile, tablespaces: row.spcmapfile, doneAt: row.now };
  }
}

/** Returns the name of the log file that contains a position, as the macro XLogFileName in xlog_internal.h does. */
export function segmentName({ timeline, segmentBytes }: Identity, lsn: bigint): string {
  const number = lsn / BigInt(segmentBytes);
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  const part = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');
  return part(BigInt(timeline)) + part(number / perFile) + part(number % perFile);
}

/** Yields bytes of the log that are on disk and no longer change. */
export async function* readLog(
  folder: string,
  identity: Identity,
  { from, to }: { from: bigint; to: bigint },
): AsyncGenerator<Uint8Array> {
  const segment = BigInt(identity.segmentBytes);
  for (let at = from; at < to;) {
    const end = at - (at % segment) + segment;
    const upTo = end < to ? end : to;
    const handle = await open(join(folder, segmentName(identity, at)));
    try {
      while (at < upTo) {
        const left = Number(upTo - at);
        const { bytesRead, buffer } = await handle.read(
          Buffer.allocUnsafe(Math.min(left, READ_BYTES)),
          0,
          Math.min(left, READ_BYTES),
          Number(at % segment),
        );
        if (bytesRead === 0) throw new Error(`the log ends before ${writeLsn(upTo)}`);
        yield buffer.subarray(0, bytesRead);
        at += BigInt(bytesRead);
      }
    } finally {
      await handle.close();
    }
  }
}
