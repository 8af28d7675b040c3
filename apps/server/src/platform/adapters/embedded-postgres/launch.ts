import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive, processesIn, untilFree } from './processes.ts';
import { EXIT_IN_USE, exitOf, forEachLine, LOCK_FILE } from './watched-process.ts';

export type Postmaster = {
  child: ChildProcess;
  /** The exit code of the process. Null if a signal ended it. */
  exited: Promise<number | null>;
  /** The last log lines, oldest first. */
  recent: readonly string[];
};

/** @throws EmbeddedPostgresError `start_failed`; `in_use` if another PostgreSQL uses the data folder */
export type Launch = () => Promise<Postmaster>;

/**
 * Retries until the data folder is free, because the PostgreSQL of a killed server needs a moment to write its data.
 *
 * @param options `except`: the server that is restarting this PostgreSQL, so its own use of the folder does not count
 */
export async function launchWhenFree(
  launch: Launch,
  dataDir: string,
  log: (line: string) => void,
  waitForPrevious: number,
  { except }: { except?: number } = {},
): Promise<Postmaster> {
  const deadline = performance.now() + waitForPrevious;
  let logged = false;
  for (;;) {
    try {
      return await launch();
    } catch (error) {
      if (!(error instanceof EmbeddedPostgresError && error.code === 'in_use')) throw error;
    }
    const holder = holderOf(dataDir);
    if ((holder !== undefined && holder !== except) || performance.now() > deadline) throw inUse(dataDir, holder);
    if (!logged) log('LOG:  waiting for the PostgreSQL of an earlier server to stop');
    logged = true;
    await delay(50);
  }
}

export async function accepting(
  child: ChildProcess,
  dataDir: string,
  log: (line: string) => void,
): Promise<Postmaster> {
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
  if (first === 'ready') return { child, exited, recent };
  child.stdin?.end();
  const said = recent.join(' ');
  // PostgreSQL logs these two messages if flock(1) did not detect the other server earlier.
  if (
    first === EXIT_IN_USE ||
    said.includes('"postmaster.pid" already exists') ||
    said.includes('pre-existing shared memory block')
  )
    throw inUse(dataDir, undefined);
  throw new EmbeddedPostgresError('start_failed', `PostgreSQL did not start: ${said || `it exited with ${first}`}`);
}

/** Waits until no PostgreSQL uses the folder. Does not wait if the server that uses it is alive. */
export async function untilLeft(dataDir: string, waitForPrevious: number): Promise<void> {
  if (processesIn(dataDir).length === 0) return;
  const holder = holderOf(dataDir);
  if (holder !== undefined || !(await untilFree(dataDir, waitForPrevious))) throw inUse(dataDir, holder);
}

function inUse(dataDir: string, holder: number | undefined): EmbeddedPostgresError {
  const who = holder === undefined ? '' : ` (process ${holder})`;
  return new EmbeddedPostgresError(
    'in_use',
    `The database folder ${dataDir} is in use by another server${who}. Stop it first.`,
  );
}

/**
 * Returns the running server that holds the folder's lock, if known. If that server has ended, the lock is about to be
 * released.
 */
function holderOf(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, LOCK_FILE), 'utf8'), 10);
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
