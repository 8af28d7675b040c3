import { readFileSync } from 'node:fs';

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
