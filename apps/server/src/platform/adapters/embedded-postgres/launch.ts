import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive, processesIn, untilFree } from './processes.ts';
import { EXIT_IN_USE, exitOf, forEachLine, LOCK_FILE } from './watched-process.ts';

/** A postmaster that takes connections. */
export type Postmaster = {
  child: ChildProcess;
  /** Its exit code, null after a signal. */
  exited: Promise<number | null>;
  /** What it said last, oldest first. */
  recent: readonly string[];
};

/** @throws EmbeddedPostgresError `start_failed`; `in_use` where another PostgreSQL has the data folder */
export type Launch = () => Promise<Postmaster>;

/**
 * Launches until the data folder is free: the PostgreSQL of a killed server takes a moment to write out what it has.
 *
 * @param options `except`: the server whose hold on the folder is none, because it is the one that starts it again
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
    if (!logged) log('LOG:  waiting for the PostgreSQL of an earlier server to end');
    logged = true;
    await delay(50);
  }
}

/** WaitTimes until the postmaster takes connections. */
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
  // The latter two are PostgreSQL's own words for it, where no flock(1) noticed earlier.
  if (
    first === EXIT_IN_USE ||
    said.includes('"postmaster.pid" already exists') ||
    said.includes('pre-existing shared memory block')
  )
    throw inUse(dataDir, undefined);
  throw new EmbeddedPostgresError('start_failed', `PostgreSQL did not start: ${said || `it ended with ${first}`}`);
}

/** WaitTimes until no PostgreSQL works in the folder any more; one whose server lives is not waited for. */
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

/** The living server that took the folder's lock, if it can be told; one that is dead is only waited for. */
function holderOf(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(dataDir, LOCK_FILE), 'utf8'), 10);
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
