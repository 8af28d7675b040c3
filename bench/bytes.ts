/**
 * Measures the storage for a one-page envelope with one signer: how much each table and the file folder grow over many
 * envelopes, once all jobs are done. For the database, this includes everything that PostgreSQL stores: rows,
 * out-of-line values, indexes and free space in pages.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { samplePdf } from '../apps/server/src/demo/sample-pdf.ts';
import { runEnvelope } from './envelope.ts';
import { Connection } from './http-client.ts';
import { atMost, report } from './report.ts';
import type { Subject } from './subject.ts';

type Sizes = { rows: number; large: number; indexes: number };
/** Tables that grow by fewer bytes per envelope than this are combined in the report. */
const MENTIONED = 400;
const PATIENCE_MS = 120_000;

export async function measureBytes(subject: Subject, dataDir: string, quick: boolean): Promise<void> {
  const count = quick ? 100 : 400;
  const client = new pg.Client(subject.database);
  await client.connect();
  try {
    await run(subject, 'first', 20);
    const before = await measured(client);
    const files = await folderBytes(join(dataDir, 'blobs'));
    await run(subject, 'bytes', count);
    const after = await measured(client);
    const each = (bytes: number) => bytes / count / 1000;
    let all = 0;
    let rest = 0;
    for (const [table, now] of [...after].toSorted(([, a], [, b]) => sum(b) - sum(a))) {
      const was = before.get(table) ?? { rows: 0, large: 0, indexes: 0 };
      const grown = sum(now) - sum(was);
      all += grown;
      if (grown / count < MENTIONED) {
        rest += grown;
        continue;
      }
      const parts = [now.rows - was.rows, now.large - was.large, now.indexes - was.indexes].map((n) =>
        each(n).toFixed(1),
      );
      report(`kept for an envelope: ${table}`, each(grown), 'kB', {
        beside: `rows ${parts[0]}, large values ${parts[1]}, indexes ${parts[2]}`,
      });
    }
    report('kept for an envelope: other tables', each(rest), 'kB');
    report('kept for an envelope: files', each((await folderBytes(join(dataDir, 'blobs'))) - files), 'kB');
    report('kept for an envelope: all of the database', each(all), 'kB', { target: atMost(60) });
  } finally {
    await client.end();
  }
}

async function run(subject: Subject, name: string, count: number): Promise<void> {
  const connection = await Connection.open(subject.server.url);
  for (let i = 0; i < count; i += 1) await runEnvelope(connection, subject.credentials, samplePdf(), `${name}${i}`);
  connection.close();
}

const sum = ({ rows, large, indexes }: Sizes): number => rows + large + indexes;

/** Waits until no more jobs are due, reclaims the space of dead rows, and then measures the tables. */
async function measured(client: pg.Client): Promise<Map<string, Sizes>> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      "select count(*)::int as left from jobs where state <> 'dead' and run_at <= now()",
    );
    if (rows[0]?.left === 0) break;
    if (performance.now() > end) throw new Error(`${rows[0]?.left} jobs are still due`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.query('vacuum');
  const { rows } = await client.query<{ name: string; rows: string; large: string; indexes: string }>(
    `select c.relname as name, pg_relation_size(c.oid) as rows, coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0) as large,
       pg_indexes_size(c.oid) as indexes from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'`,
  );
  return new Map(
    rows.map((row) => [row.name, { rows: Number(row.rows), large: Number(row.large), indexes: Number(row.indexes) }]),
  );
}

/** Returns the size of all files in a folder and its subfolders. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((total, size) => total + size, 0);
}
