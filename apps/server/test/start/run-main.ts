/** Starts main.ts as an operator does, and collects its full output and its exit code. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The time limit for tests that start many servers. Tests that start a single server have a shorter limit. */
const START_LIMIT_MS = 60_000;

export type MainProcess = {
  child: ChildProcess;
  /** Returns the process's output and log so far. */
  said(): string;
  logged(): string;
  exited: Promise<number | null>;
  /** Returns the URL that the process listens on. Throws the full output if the process exits first. */
  listening(): Promise<string>;
};

/**
 * Starts main.ts with only `settings` in its environment, and kills the process when the test ends. A large young
 * generation shortens the start by a tenth, because it avoids garbage collection.
 *
 * @param stdout a file descriptor for its log, which is then not collected
 * @param args a command of the operator
 * @param root the repository, or an earlier version of it
 */
export function runMain(
  settings: Record<string, string>,
  stdout: 'pipe' | number = 'pipe',
  args: readonly string[] = [],
  root = ROOT,
): MainProcess {
  const program = [path.join(root, 'scripts/launch.mjs'), path.join(root, 'apps/server/src/main/main.ts')];
  const child = spawn(process.execPath, ['--min-semi-space-size=16', '--max-semi-space-size=16', ...program, ...args], {
    // The number of processes must not depend on the machine.
    env: { PATH: process.env['PATH'], PORT: '0', PROCESSES: '1', ...settings },
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  // `close` is emitted after the output has ended, but `exit` may be emitted earlier.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    said: () => said,
    logged: () => logged,
    exited,
    listening: () => {
      const url = vi.waitUntil(() => /listens on (\S+)/.exec(said)?.[1], { timeout: START_LIMIT_MS, interval: 10 });
      const gone = exited.then((code): never => {
        throw new Error(`The server exited with ${code}: ${said}${logged}`);
      });
      return Promise.race([url.then((found) => found ?? ''), gone]);
    },
  };
}
