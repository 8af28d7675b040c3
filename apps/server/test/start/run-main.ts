/** main.ts as an operator starts it: everything it says, and how it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';

const LAUNCH = fileURLToPath(new URL('../../../../scripts/launch.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main/main.ts', import.meta.url));
/** Of a test that starts many; those that start one give up sooner by themselves. */
const START_LIMIT_MS = 60_000;

export type MainProcess = {
  child: ChildProcess;
  /** What it told the operator, and what it logged, until now. */
  said(): string;
  logged(): string;
  exited: Promise<number | null>;
  /** The address it listens on. Throws with all it said when it ends before. */
  listening(): Promise<string>;
};

/**
 * Starts it with nothing in its environment but `settings`; killed when the test ends. With room for what a start makes: it would spend a
 * tenth of its time on collecting that, and is not to run for long.
 *
 * @param stdout a file descriptor for its log, which is not collected then
 * @param args a command of the operator
 */
export function runMain(
  settings: Record<string, string>,
  stdout: 'pipe' | number = 'pipe',
  args: readonly string[] = [],
): MainProcess {
  const child = spawn(
    process.execPath,
    ['--min-semi-space-size=16', '--max-semi-space-size=16', LAUNCH, MAIN, ...args],
    {
      env: { PATH: process.env['PATH'], PORT: '0', ...settings },
      stdio: ['ignore', stdout, 'pipe'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let logged = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    logged += text;
  });
  // `close` comes when the output has been read too; `exit` may come before.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    said: () => said,
    logged: () => logged,
    exited,
    listening: () => {
      const url = vi.waitUntil(() => /listens on (\S+)/.exec(said)?.[1], { timeout: START_LIMIT_MS, interval: 10 });
      const gone = exited.then((code): never => {
        throw new Error(`ended with ${code}: ${said}${logged}`);
      });
      return Promise.race([url.then((found) => found ?? ''), gone]);
    },
  };
}
