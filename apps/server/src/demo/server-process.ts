/** Starts a server as a separate process like `npm start`, on a free port with a temporary data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The arguments with which `npm start` runs Node in the repository's root. */
export const SERVER = ['scripts/launch.mjs', 'apps/server/src/main/main.ts'];
const START_LIMIT_MS = 60_000;

export type ServerProcess = {
  url: string;
  setupToken: string | undefined;
  child: ChildProcess;
  dataDir: string;
  startMs: number;
  stop(): Promise<void>;
};

/** `dataDir` is used and kept if given. Otherwise, a temporary folder is created, and removed at the end. */
export async function startServerProcess(
  options: { dataDir?: string; environment?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-')));
  const started = performance.now();
  const child = spawn(process.execPath, SERVER, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      DATABASE_URL: '',
      SMTP_URL: '',
      LOG_LEVEL: 'error',
      // With one process, the results do not depend on how many cores the machine has.
      PROCESSES: '1',
      ...options.environment,
    },
  });
  const output = await firstLines(child);
  const url = /listens on (\S+)/.exec(output)?.[1];
  if (url === undefined) throw new Error(`the server did not start:\n${output}`);
  return {
    url,
    setupToken: /\/setup#(\S+)/.exec(output)?.[1],
    child,
    dataDir,
    startMs: performance.now() - started,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await ended;
      }
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the output up to the set-up link. If no link follows, returns the output up to the first pause after the
 * server has started listening.
 */
function firstLines(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    let quiet: NodeJS.Timeout | undefined;
    const limit = setTimeout(() => reject(new Error(`the server took too long to start:\n${output}`)), START_LIMIT_MS);
    const finish = () => {
      clearTimeout(limit);
      clearTimeout(quiet);
      resolve(output);
    };
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/\/setup#\S+/.test(output)) finish();
      else if (/listens on \S+/.test(output)) quiet ??= setTimeout(finish, 50);
    });
    child.once('exit', finish);
    child.once('error', reject);
  });
}
