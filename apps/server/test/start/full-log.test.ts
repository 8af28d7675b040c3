/** If the log cannot be written, the server must continue, and it must still be possible to stop it. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { copyDataFolder } from '../support/data-folder.ts';
import { runMain } from './run-main.ts';

const LIMIT_MS = 60_000;

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  await copyDataFolder(path.join(folder, 'data'));
});
function opened(name: string, flags: number): number {
  const fd = openSync(name, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}

const DESTINATIONS: [string, () => number][] = [
  ['full', () => opened('/dev/full', constants.O_WRONLY)],
  [
    'a pipe that nothing reads',
    () => {
      const name = path.join(folder, 'pipe');
      execFileSync('mkfifo', [name]);
      opened(name, constants.O_RDONLY | constants.O_NONBLOCK);
      return opened(name, constants.O_WRONLY);
    },
  ],
];

test.each(DESTINATIONS)(
  'serves requests if the log is %s, and shuts down cleanly on SIGTERM',
  { timeout: LIMIT_MS },
  async (_name, open) => {
    const server = runMain({ DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'debug' }, open());
    const url = await server.listening();
    // The output is several times larger than the capacity of a pipe.
    for (let round = 0; round < 60; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/health`)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);
