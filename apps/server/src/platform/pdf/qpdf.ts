/** qpdf, where it is installed: it has met more kinds of broken PDF than anything else, so it repairs first. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';

export interface QpdfLimits {
  /** Milliseconds until it is killed. */
  readonly timeoutMs: number;
  /** MiB of address space. */
  readonly memoryMb: number;
  /** MiB that it may write. */
  readonly outputMb: number;
}

const LIMITS: QpdfLimits = { timeoutMs: 10_000, memoryMb: 512, outputMb: 100 };
const PLACES = ['/usr/bin/qpdf', '/usr/local/bin/qpdf', '/opt/homebrew/bin/qpdf'];

/** The program's path; undefined where it is not installed. */
export function findQpdf(): string | undefined {
  return PLACES.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Lets qpdf rewrite `input` to `output`, two absolute paths. Answers whether there is an output worth looking at;
 * whether it is a good one, our own reader has to say. Never throws: a repair that fails is no repair.
 *
 * The limits are the shell's (ulimit), since Node knows none for a child. The shell gets its words as arguments, so
 * that nothing of a path is read as a command, and is replaced by qpdf, so that killing it kills qpdf.
 */
export async function rewriteWithQpdf(
  program: string,
  input: string,
  output: string,
  limits: QpdfLimits = LIMITS,
): Promise<boolean> {
  const seconds = Math.ceil(limits.timeoutMs / 1000);
  // Blocks of -f are 512 bytes and units of -v are KiB (POSIX). Where a system has no such limit, the time-out stays.
  const script = 'ulimit -c 0; ulimit -f "$1"; ulimit -v "$2"; ulimit -t "$3"; shift 3; exec "$@"';
  const bounds = [limits.outputMb * 2048, limits.memoryMb * 1024, seconds].map(String);
  const command = [program, '--deterministic-id', '--no-warn', '--', input, output];
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', script, 'sh', ...bounds, ...command], {
      stdio: 'ignore',
      // Nothing of the server's environment, which holds the database address and the master key.
      env: { LC_ALL: 'C' },
      timeout: limits.timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.on('error', () => resolve(false));
    // 3: done, with warnings, as is to be expected of a damaged file.
    child.on('close', (code) => resolve(code === 0 || code === 3));
  });
}
