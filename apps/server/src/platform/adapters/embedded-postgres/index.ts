import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import { provideBinaries } from './binaries.ts';
import { provideDataFolder, SUPERUSER } from './data-folder.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive } from './processes.ts';
import { chooseUser, ownName } from './run-as.ts';
import type { RunAs } from './run-as.ts';
import { makeRuntimeFolder, SOCKET_PORT } from './runtime-folder.ts';
import { postmasterArguments } from './settings.ts';
import { dataFolderName, EXIT_IN_USE, exitOf, forEachLine, LOCK_FILE, spawnWatched } from './watched-process.ts';

export interface EmbeddedPostgresOptions {
  /** PostgreSQL's own folder; made on the first start. Its parents are made with mode 0700 where absent. */
  dataDir: string;
  /** Gets each line PostgreSQL logs ("LOG:  ...", "ERROR:  ..."). */
  log?: (line: string) => void;
  /** Default true. False gives up every promise about a crash and is for test runs only. */
  durable?: boolean;
  /** Default 40. */
  maxConnections?: number;
  /** How long to wait for the PostgreSQL of a killed server to end before refusing, in ms. Default 10,000. */
  waitForPrevious?: number;
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket, as the `pg` driver takes it. The user is the cluster's superuser. */
  connection: { host: string; port: number; user: string; database: string };
  /** The postmaster. */
  pid: number;
  /** Settles when PostgreSQL has ended, asked or not; its exit code, null after a signal. */
  exited: Promise<number | null>;
  /** Ends sessions, writes everything out, resolves when the last process is gone. May be called twice. */
  stop: () => Promise<void>;
}

/**
 * Starts a PostgreSQL of our own over `dataDir`: real binaries, reachable over
 * a private Unix socket only, every acknowledged commit on disk. It ends when
 * this process ends, however that happens, and one data folder is served by
 * one server at a time.
 *
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir);
  const durable = options.durable ?? true;
  const log = options.log ?? (() => undefined);
  const { bin, runAs } = await prepare(dataDir, durable);
  const socketFolder = makeRuntimeFolder(runAs);
  const settings = postmasterArguments({ socketFolder, durable, maxConnections: options.maxConnections ?? 40 });
  const postmaster = [path.join(bin, 'postgres'), '-D', dataFolderName(dataDir), ...settings];
  const launch = (): ChildProcess => spawnWatched(postmaster, dataDir, runAs, { socketFolder, ...accessRules() });
  try {
    const { child, exited } = await launchWhenFree(launch, dataDir, log, options.waitForPrevious ?? 10_000);
    return supervise(child, exited, socketFolder);
  } catch (error) {
    rmSync(socketFolder, { recursive: true, force: true });
    throw error;
  }
}

async function prepare(dataDir: string, durable: boolean): Promise<{ bin: string; runAs: RunAs }> {
  try {
    const runAs = chooseUser(dataDir);
    const binaries = provideBinaries(runAs, dataDir);
    await provideDataFolder(dataDir, binaries, runAs, durable);
    return { bin: binaries.bin, runAs };
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresError || !(cause instanceof Error)) throw cause;
    // What the file system refuses: no permission, no space, a read-only mount.
    throw new EmbeddedPostgresError('folder_unusable', `The database folder cannot be used: ${cause.message}`, {
      cause,
    });
  }
}

type Running = { child: ChildProcess; exited: Promise<number | null> };

/** Launches until the data folder is free: the PostgreSQL of a killed server takes a moment to write out what it has. */
async function launchWhenFree(
  launch: () => ChildProcess,
  dataDir: string,
  log: (line: string) => void,
  waitForPrevious: number,
): Promise<Running> {
  const deadline = performance.now() + waitForPrevious;
  let told = false;
  for (;;) {
    const outcome = await accepting(launch(), log);
    if (outcome !== 'in_use') return outcome;
    const holder = holderOf(dataDir);
    if (holder !== undefined || performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        'in_use',
        `The database folder ${dataDir} is in use by another server${holder === undefined ? '' : ` (process ${holder})`}. Stop it first.`,
      );
    }
    if (!told) log('LOG:  waiting for the PostgreSQL of an earlier server to end');
    told = true;
    await delay(50);
  }
}

/** Waits until the postmaster takes connections; `in_use` when another one has the data folder. */
async function accepting(child: ChildProcess, log: (line: string) => void): Promise<Running | 'in_use'> {
  const recent: string[] = [];
  const exited = exitOf(child);
  const ready = new Promise<'ready'>((resolve) => {
    forEachLine(child, (line) => {
      log(line);
      if (recent.push(line) > 20) recent.shift();
      if (line.endsWith('database system is ready to accept connections')) resolve('ready');
    });
  });
  const first = await Promise.race([ready, exited]);
  if (first === 'ready') return { child, exited };
  child.stdin?.end();
  const said = recent.join(' ');
  // The latter two are PostgreSQL's own words for it, where no flock(1) told us earlier.
  if (
    first === EXIT_IN_USE ||
    said.includes('"postmaster.pid" already exists') ||
    said.includes('pre-existing shared memory block')
  )
    return 'in_use';
  throw new EmbeddedPostgresError('start_failed', `PostgreSQL did not start: ${said || `it ended with ${first}`}`);
}

/** The living server that took the folder's lock, if it can be told; one that is dead is only waited for. */
function holderOf(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, LOCK_FILE), 'utf8'), 10);
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function supervise(child: ChildProcess, exited: Promise<number | null>, socketFolder: string): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    child.stdin?.end();
    const timer = setTimeout(() => child.kill('SIGQUIT'), 15_000);
    await exited;
    clearTimeout(timer);
    rmSync(socketFolder, { recursive: true, force: true });
  };
  return {
    connection: { host: socketFolder, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres' },
    pid: child.pid ?? 0,
    exited,
    stop: () => (stopping ??= end()),
  };
}

/**
 * Who may connect: the operating system user that runs the server, as any
 * role, and nobody else, although PostgreSQL itself may run as `nobody` and
 * share that name with other services. The kernel vouches for the user (peer
 * authentication). A user id without an account has no name to check; then the
 * socket folder of mode 0700 alone keeps others out.
 */
function accessRules(): { hba: string; ident: string } {
  const name = ownName();
  if (name === undefined) return { hba: 'local all all trust', ident: '' };
  return { hba: 'local all all peer map=server', ident: `server "${name}" all` };
}
