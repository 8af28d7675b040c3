import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns whether a process with this ID is running, including processes of other users. A zombie (ended, but not yet
 * reaped by its parent) does not count, because it holds no file, lock or memory.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  try {
    // proc(5): the state follows the program's name, which may contain spaces and brackets.
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // There is no /proc (macOS), or the process has ended since the first check. In the second case, the next call
    // detects it.
    return true;
  }
}

/**
 * Returns the PostgreSQL processes that use `dataDir`. The postmaster and its child processes all have it as their
 * working directory. Empty without /proc (macOS), where PostgreSQL's own check of shared memory decides.
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
    // The program's file may have been replaced since it started. The kernel then appends a note to its name.
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    // The process has ended or belongs to another user.
    return false;
  }
}

/**
 * Kills processes with SIGKILL, so that a suspended process also ends. No committed data is lost, because it is in the
 * write-ahead log.
 */
export function killProcessesIn(dataDir: string): void {
  for (const pid of processesIn(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}

/** Waits until no PostgreSQL uses `dataDir`. Returns false if one still does after `limitMs`. */
export async function untilFree(dataDir: string, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (processesIn(dataDir).length > 0) {
    if (performance.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
