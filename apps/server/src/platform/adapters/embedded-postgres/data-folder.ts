import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive } from './processes.ts';
import type { RunAs } from './run-as.ts';
import { dataFolderName, exitOf, forEachLine, spawnWatched } from './watched-process.ts';

/** The database role that owns everything. It exists only inside this cluster. */
export const SUPERUSER = 'postgres';

/**
 * Creates the data folder if it does not exist. It is created beside its final path and renamed when it is complete and
 * on disk. A crash leaves a stray `*.init-*` folder but never a partial database, and existing data is never deleted.
 *
 * @returns whether the folder was created now
 * @throws EmbeddedPostgresError `not_a_database_folder` | `wrong_version` | `init_failed`
 */
export async function provideDataFolder(
  dataDir: string,
  binaries: Binaries,
  runAs: RunAs,
  durable: boolean,
): Promise<boolean> {
  if (isDatabase(dataDir, binaries)) return false;
  mkdirSync(path.dirname(dataDir), { recursive: true, mode: 0o700 });
  removeAbandoned(dataDir);
  // If two first starts run at the same time, each creates its own folder. The second rename fails, and that process
  // uses the folder of the first one.
  const unfinished = `${dataDir}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    if (runAs !== undefined) chownSync(unfinished, runAs.uid, runAs.gid);
    await initialize(unfinished, binaries, runAs, durable);
    renameSync(unfinished, dataDir);
    syncFolder(path.dirname(dataDir));
    return true;
  } catch (error) {
    if (!isDatabase(dataDir, binaries)) throw error;
    return false;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Returns whether the folder contains a database of this server's version. Returns false for an empty or missing
 * folder.
 */
function isDatabase(dataDir: string, binaries: Binaries): boolean {
  const versionFile = path.join(dataDir, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
      throw new EmbeddedPostgresError(
        'not_a_database_folder',
        `${dataDir} contains files but no PostgreSQL database. Use another folder.`,
      );
    }
    return false;
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      'wrong_version',
      `${dataDir} was created by PostgreSQL ${version}, but this server includes PostgreSQL ${binaries.majorVersion}. Upgrade it with: npm start -- upgrade-database`,
    );
  }
  return true;
}

async function initialize(folder: string, binaries: Binaries, runAs: RunAs, durable: boolean): Promise<void> {
  const command = [
    path.join(binaries.bin, 'initdb'),
    '-D',
    dataFolderName(folder),
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // The builtin provider needs no system locale and sorts the same way everywhere, so a system upgrade cannot corrupt
    // its indexes.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--auth=reject',
    ...(durable ? [] : ['--no-sync']),
  ];
  const child = spawnWatched(command, folder, runAs);
  const lines: string[] = [];
  forEachLine(child, (line) => lines.push(line));
  const code = await exitOf(child);
  child.stdin?.end();
  if (code !== 0)
    throw new EmbeddedPostgresError(
      'init_failed',
      `PostgreSQL could not create its data folder: ${lines.join(' ') || `initdb exited with ${code}`}`,
    );
}

/** Removes folders that remain from first starts that were killed. */
function removeAbandoned(dataDir: string): void {
  const prefix = `${path.basename(dataDir)}.init-`;
  for (const name of readdirSync(path.dirname(dataDir))) {
    if (!name.startsWith(prefix) || isAlive(Number.parseInt(name.slice(prefix.length), 10))) continue;
    try {
      rmSync(path.join(path.dirname(dataDir), name), { recursive: true, force: true });
    } catch {
      // If a start was stopped, its initdb may still be writing to this folder. The next first start removes the
      // folder.
    }
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
