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

/**
 * The server's role in its own embedded database. It is not the superuser, which owns the tables and is used only for
 * migrations.
 */
export const EMBEDDED_LOGIN = 'countersign_server';

export interface EmbeddedPostgresOptions {
  /** PostgreSQL's data folder, created on the first start. Missing parent folders are created with mode 0700. */
  dataDir: string;
  /** Receives each line that PostgreSQL logs ("LOG:  ...", "ERROR:  ..."). */
  log?: (line: string) => void;
  /** Receives messages for the operator: PostgreSQL exited unexpectedly and is being restarted. */
  report?: (message: string) => void;
  /** If false, data can be lost in a crash, so false is only for test runs. Default: true. */
  durable?: boolean;
  /** The maximum number of connections. Default: 40. */
  maxConnections?: number;
  /** The time in milliseconds to wait for the PostgreSQL of a killed server to exit before failing. Default: 10,000. */
  waitForPrevious?: number;
  recovery?: Recovery | undefined;
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket, as the `pg` driver expects. The user is the cluster's superuser. */
  connection: { host: string; port: number; user: string; database: string };
  /** The postmaster's process ID. It changes after a restart. */
  readonly pid: number;
  /** Resolves when PostgreSQL exited unexpectedly three times within a minute and is not restarted. */
  gaveUp: Promise<EmbeddedPostgresError>;
  /**
   * Ends all sessions and flushes everything to disk. Resolves when the last process has ended, which takes a few
   * seconds at most. A second call has no effect.
   */
  stop: () => Promise<void>;
  /** Kills PostgreSQL immediately, like a power cut, for callers that must exit now. */
  kill: () => void;
}

/**
 * Starts PostgreSQL with `dataDir`: real binaries, reachable only over a private Unix socket, with every acknowledged
 * commit on disk. It restarts after an unexpected exit. It exits when this process ends for any reason, and only one
 * server at a time uses a data folder.
 *
 * @throws EmbeddedPostgresError with a message for the operator
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

/**
 * The time limit of a restart. Processes of a dead postmaster are killed first, so that only the kernel's cleanup takes
 * time.
 */
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
      // A PostgreSQL that still uses the folder may run as the folder's previous owner.
      if (runAs !== undefined) await untilLeft(dataDir, waitForPrevious);
      takeOver(realpathSync(dataDir), runAs);
    }
    return { bin: binaries.bin, runAs };
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError || !(cause instanceof Error)) throw cause;
    // The file system reported an error, such as missing permissions, a full disk or a read-only mount.
    throw new EmbeddedPostgresError('folder_unusable', `The database folder cannot be used: ${cause.message}`, {
      cause,
    });
  }
}
