/**
 * Migrates the embedded database to the major version of this server (ADR 92). The old version of PostgreSQL runs on
 * the old folder, every row is copied into a new folder next to it, and the old folder is renamed and kept.
 */
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMBEDDED_LOGIN,
  embeddedMajor,
  majorOfFolder,
  olderPrograms,
  startEmbeddedPostgres,
  startOlderPostgres,
} from '../../platform/adapters/embedded-postgres/index.ts';
import { loadDatabase } from '../../platform/backup/restore-backup.ts';
import { exists, RESTORE_MARK, UPGRADE_MARK } from '../../platform/backup/restore-mark.ts';
import { type Snapshot, withSnapshot } from '../../platform/backup/snapshot.ts';
import { CommandError } from '../../platform/command-error.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
import { provideLogin } from '../../platform/db/login-check.ts';

const CURRENT = 'postgres';
const UNFINISHED = 'postgres.upgrading';

export type Upgraded = { from: string; to: string; tables: number; rows: number; kept: string };

/**
 * @param oldBin the folder with the old version's programs; default: the usual locations
 * @returns undefined if the folder already has this version
 * @throws CommandError, EmbeddedPostgresError, BackupError; the old folder is then unchanged
 */
export async function upgradeDatabase(dataDir: string, oldBin: string | undefined): Promise<Upgraded | undefined> {
  const at = (name: string): string => join(dataDir, name);
  if (await exists(at(RESTORE_MARK)))
    throw new CommandError(`A restore into ${dataDir} did not finish. Run the restore again first.`);
  await finishSwap(dataDir);
  const from = majorOfFolder(at(CURRENT));
  if (from === undefined) throw new CommandError(`${at(CURRENT)} contains no database. Nothing was changed.`);
  const to = embeddedMajor(at(CURRENT));
  if (from === to) return undefined;
  if (Number(from) > Number(to))
    throw new CommandError(
      `${at(CURRENT)} was created by PostgreSQL ${from}, but this server includes the older PostgreSQL ${to}. Install a newer version of Countersign.`,
    );
  const kept = `${CURRENT}-${from}`;
  if (await exists(at(kept)))
    throw new CommandError(`${at(kept)} already exists from an earlier upgrade. Move it elsewhere first.`);
  const bin = olderPrograms(from, at(CURRENT), oldBin);
  await rm(at(UNFINISHED), { recursive: true, force: true });
  const copied = await copyInto(at(UNFINISHED), at(CURRENT), bin);
  await writeFile(at(UPGRADE_MARK), `${from}\n`, { mode: 0o600, flush: true });
  await syncFolder(dataDir);
  await finishSwap(dataDir);
  return { from, to, ...copied, kept: at(kept) };
}

async function copyInto(target: string, source: string, bin: string): Promise<{ tables: number; rows: number }> {
  const old = await startOlderPostgres(source, bin);
  try {
    const made = await startEmbeddedPostgres({ dataDir: target });
    try {
      await provideLogin(made.connection, EMBEDDED_LOGIN);
      return await withSnapshot(old.connection, (snapshot) => copyRows(snapshot, made.connection));
    } finally {
      await made.stop();
    }
  } finally {
    await old.stop();
  }
}

async function copyRows(snapshot: Snapshot, owner: ConnectionOptions): Promise<{ tables: number; rows: number }> {
  const { migrations, tables } = snapshot;
  let total = 0;
  await loadDatabase(
    {
      migrations,
      tables: tables.map(({ name }) => ({ table: name })),
      eachTable: async (load) => {
        for (const table of tables) {
          const copied = { table: table.name, columns: table.columns, rows: -1 };
          await load(
            copied,
            snapshot.copy(table, (count) => void (copied.rows = count)),
          );
          total += copied.rows;
        }
      },
    },
    owner,
  );
  return { tables: tables.length, rows: total };
}

/**
 * Swaps the folders with two renames. Between the two, there is no database, but no server can start while the marker
 * exists.
 */
async function finishSwap(dataDir: string): Promise<void> {
  const at = (name: string): string => join(dataDir, name);
  if (!(await exists(at(UPGRADE_MARK)))) return;
  const from = (await readFile(at(UPGRADE_MARK), 'utf8')).trim();
  if (majorOfFolder(at(CURRENT)) === from) await rename(at(CURRENT), at(`${CURRENT}-${from}`));
  if (await exists(at(UNFINISHED))) await rename(at(UNFINISHED), at(CURRENT));
  await syncFolder(dataDir);
  await rm(at(UPGRADE_MARK));
  await syncFolder(dataDir);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
