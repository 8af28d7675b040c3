import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Whether a process of this number runs (one of another user's counts). One
 * that has ended but that its parent has not asked for yet (a zombie) does not
 * run: it holds no file, no lock and no memory any more.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  try {
    // proc(5): the state stands after the program's name, which may hold spaces and brackets of its own.
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // No /proc (macOS), or gone since the first question: then the next caller finds out.
    return true;
  }
}

/**
 * The PostgreSQL processes that work in `dataDir`, the postmaster and whatever
 * it started: each of them has it as its working directory. Empty without
 * /proc (macOS), where PostgreSQL's own check of shared memory decides.
 */
export function processesIn(dataDir: string): number[] {
  try {
    const folder = realpathSync(dataDir);
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && worksIn(pid, folder) && isAlive(pid));
  } catch {
    return [];
  }
}

function worksIn(pid: number, folder: string): boolean {
  try {
    // The program's file may have been replaced since, which the kernel notes behind its name.
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // Gone, or another user's.
    return false;
  }
}

/** Asks nobody: a stopped process ends as well. What was committed is in the write-ahead log, as after a power cut. */
export function killProcessesIn(dataDir: string): void {
  for (const pid of processesIn(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}

/** WaitTimes until no PostgreSQL works in `dataDir`; false when one still does after `limitMs`. */
export async function untilFree(dataDir: string, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (processesIn(dataDir).length > 0) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
