/**
 * The data folder of an installation that runs an older version. `installations/VERSION.json.gz` contains what that
 * version stored after a few requests to its API: every row of every table (as `to_jsonb` writes it), its files, its
 * master key, and its responses.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/adapters/embedded-postgres/index.ts';
import type { ConnectionOptions } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';

export type OldInstallation = {
  facts: {
    bearer: string;
    /**
     * The IDs of three documents: one that everyone has signed and that is sealed, one that only one of two recipients
     * has signed, and one that has not been sent.
     */
    finished: string;
    underway: string;
    draft: string;
    /** The link token of the recipient who has not signed. */
    carl: string;
    /** The hash of the finished file as it was downloaded. */
    sha256: string;
  };
  files: Record<string, string>;
  tables: Record<string, string[]>;
};

export async function makeOldInstallation(
  dataDir: string,
  version: string,
): Promise<OldInstallation['facts'] & { masterKey: string }> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), durable: false });
  try {
    const { connection } = postgres;
    return await loadOldInstallation(dataDir, version, { owner: connection, superuser: connection });
  } finally {
    await postgres.stop();
  }
}

/** Loads an old installation into an existing database. `owner` is the login that owned the tables in that version. */
export async function loadOldInstallation(
  dataDir: string,
  version: string,
  { owner, superuser }: { owner: ConnectionOptions; superuser: ConnectionOptions },
): Promise<OldInstallation['facts'] & { masterKey: string }> {
  const read = (url: string) => readFileSync(new URL(url, import.meta.url));
  const kept = gunzipSync(read(`../start/installations/${version}.json.gz`)).toString();
  const { facts, files, tables } = JSON.parse(kept) as OldInstallation;
  const migrations = read(`../../../../docs/api/releases/${version}/migrations.json`).toString();
  const { 'master.key': key = '', ...blobs } = files;
  for (const [name, content] of Object.entries(blobs)) {
    mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  await migrate(owner, undefined, Object.keys(JSON.parse(migrations) as object));
  await load(superuser, tables);
  return { ...facts, masterKey: Buffer.from(key, 'base64').toString().trim() };
}

async function load(connection: pg.ClientConfig, tables: OldInstallation['tables']): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // The rows were already checked by triggers and foreign keys when they were first written.
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`truncate ${Object.keys(tables).join(', ')} cascade`);
    for (const [table, rows] of Object.entries(tables)) {
      const { rowCount } = await client.query(
        `insert into ${table} overriding system value select (jsonb_populate_record(null::${table}, row)).* from unnest($1::jsonb[]) row`,
        [rows],
      );
      if (rowCount !== rows.length)
        throw new Error(`The table ${table} has ${rowCount} rows instead of ${rows.length}.`);
    }
    // Transaction IDs of another cluster can be higher than those of this cluster.
    await client.query(`update outbox set xid = '1'`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
