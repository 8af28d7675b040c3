/** Measures the data written to PostgreSQL's write-ahead log, using the extension pg_walinspect. */
import type pg from 'pg';

type Query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

export type Written = {
  /** The number of entries in indexes of tables, excluding indexes of TOAST tables. */
  indexEntries: number;
  /** The size without full-page images. Their number depends on the last checkpoint. */
  kilobytes: number;
  /** The number of index entries of each table. */
  tables: { table: string; entries: number }[];
};

/**
 * Measures the writes to the database to which `query` connects, excluding the installation's other writes. `query`
 * needs the privileges of a superuser.
 */
export async function writtenBy(query: Query, work: () => Promise<void>): Promise<Written> {
  await query('create extension if not exists pg_walinspect');
  // Without this setting, a checkpoint could remove parts of the log before they are read.
  await query(`alter system set wal_keep_size = '512MB'`);
  await query('select pg_reload_conf()');
  const from = await flushed(query);
  await work();
  const range = [from, await flushed(query)];
  const blocks = `(select * from pg_get_wal_block_info($1, $2, false)
    where reldatabase = (select oid from pg_database where datname = current_database()))`;
  const tables = await query<{ table: string; entries: number }>(
    `select i.indrelid::regclass::text as table, count(*)::int as entries from ${blocks} w
     join pg_class c on c.relfilenode = w.relfilenode join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = 'public'::regnamespace
       and ((w.resource_manager = 'Btree' and w.block_id = 0 and w.record_type ~ '^(INSERT_LEAF|INSERT_POST|SPLIT)')
         or (w.resource_manager = 'Gin' and w.record_type = 'UPDATE_META_PAGE'))
     group by 1 order by 2 desc, 1`,
    range,
  );
  const [log] = await query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::float8 as bytes from
       (select max(record_length) - sum(block_fpi_length) as bytes from ${blocks} w group by start_lsn) records`,
    range,
  );
  return {
    indexEntries: tables.reduce((sum, { entries }) => sum + entries, 0),
    kilobytes: (log?.bytes ?? 0) / 1024,
    tables,
  };
}

/** Returns the end of the log, and flushes the log up to there. Some commits do not wait for the disk (ADR 9). */
async function flushed(query: Query): Promise<string> {
  const [written] = await query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
  await query(`begin; set local synchronous_commit = on; select pg_logical_emit_message(true, 'end', ''); commit`);
  return written?.at ?? '';
}
