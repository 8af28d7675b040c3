import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { accessRules } from './access.ts';
import { provideBinaries } from './binaries.ts';
import { provideDataFolder, SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { accepting, type Launch, launchWhenFree, untilLeft } from './launch.ts';
import { takeOver } from './ownership.ts';
import { chooseUser } from './run-as.ts';
import type { RunAs } from './run-as.ts';
import { makeRuntimeFolder, SOCKET_PORT } from './runtime-folder.ts';
import { postmasterArguments, type Recovery } from './settings.ts';
import { Supervisor } from './supervisor.ts';
import { dataFolderName, spawnWatched } from './watched-process.ts';

export { embeddedMajor, majorOfFolder, olderPrograms, startOlderPostgres } from './older.ts';

/** Whom the server is in its own embedded database: not the superuser, who owns the tables and only migrates. */
export const EMBEDDED_LOGIN = 'countersign_server';

export interface EmbeddedPostgresOptions {
  /** PostgreSQL's own folder; made on the first start. Its parents are made with mode 0700 where absent. */
  dataDir: string;
  /** Gets each line PostgreSQL logs ("LOG:  ...", "ERROR:  ..."). */
  log?: (line: string) => void;
  /** Gets what an operator should know: PostgreSQL ended unasked and is started again. */
  report?: (message: string) => void;
  /** Default true. False gives up every promise about a crash and is for test runs only. */
  durable?: boolean;
  /** Default 40. */
  maxConnections?: number;
  /** How long to wait for the PostgreSQL of a killed server to end before refusing, in ms. Default 10,000. */
  waitForPrevious?: number;
  /** Of a folder that was rebuilt from an archive. */
  recovery?: Recovery | undefined;
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket, as the `pg` driver takes it. The user is the cluster's superuser. */
  connection: { host: string; port: number; user: string; database: string };
  /** The postmaster; another one after a restart. */
  readonly pid: number;
  /** Settles when PostgreSQL ended unasked three times within a minute and is not started again. */
  gaveUp: Promise<EmbeddedPostgresError>;
  /** Ends sessions, writes everything out, resolves when the last process is gone, within seconds. May be called twice. */
  stop: () => Promise<void>;
  /** Ends it at once, as a power cut would; for whoever must be gone now. */
  kill: () => void;
}

/**
 * Starts a PostgreSQL of our own over `dataDir`: real binaries, reachable over
 * a private Unix socket only, every acknowledged commit on disk. It is started
 * again when it ends unasked. It ends when this process ends, however that
 * happens, and one data folder is served by one server at a time.
 *
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const { durable = true, maxConnections = 40, waitForPrevious = 10_000 } = options;
  const { log = () => undefined, report = () => undefined } = options;
  const { bin, runAs } = await prepare(dataDir, durable, waitForPrevious);
  const socketFolder = makeRuntimeFolder(runAs);
  const settings = postmasterArguments({ socketFolder, durable, maxConnections, recovery: options.recovery });
  const postmaster = [path.join(bin, 'postgres'), '-D', dataFolderName(dataDir), ...settings];
  const launch: Launch = () =>
    accepting(spawnWatched(postmaster, dataDir, runAs, { socketFolder, ...accessRules() }), dataDir, log);
  try {
    const first = await launchWhenFree(launch, dataDir, log, waitForPrevious);
    const again: Launch = () => launchWhenFree(launch, dataDir, log, RELAUNCH_LIMIT_MS, { except: process.pid });
    const supervisor = new Supervisor(first, { launch: again, dataDir, socketFolder, report });
    return {
      connection: { host: socketFolder, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' },
      get pid() {
        return supervisor.pid;
      },
      gaveUp: supervisor.gaveUp,
      stop: () => supervisor.stop(),
      kill: () => supervisor.kill(),
    };
  } catch (error) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
}

/** What a dead postmaster leaves is killed before; only the kernel's clearing up is waited for. */
const RELAUNCH_LIMIT_MS = 3_000;

async function prepare(
  dataDir: string,
  durable: boolean,
  waitForPrevious: number,
): Promise<{ bin: string; runAs: RunAs }> {
  try {
    const runAs = chooseUser(dataDir);
    const binaries = provideBinaries(runAs, dataDir);
    const isNew = await provideDataFolder(dataDir, binaries, runAs, durable);
    if (!isNew) {
      // A PostgreSQL that still works there may run as the user from whom the folder is taken.
      if (runAs !== undefined) await untilLeft(dataDir, waitForPrevious);
      takeOver(realpathSync(dataDir), runAs);
    }
    return { bin: binaries.bin, runAs };
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError || !(cause instanceof Error)) throw cause;
    // What the file system refuses: no permission, no space, a read-only mount.
    throw new EmbeddedPostgresError('folder_unusable', `The database folder cannot be used: ${cause.message}`, {
      cause,
    });
  }
}
