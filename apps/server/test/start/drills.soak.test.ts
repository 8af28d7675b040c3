/** The drills of docs/operations/runbooks.md, run as they stand there. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { copyDataFolder } from '../support/data-folder.ts';
import { soak } from '../support/soak.ts';
import { runMain } from './run-main.ts';

const at = (file: string) => fileURLToPath(new URL(`../../../../${file}`, import.meta.url));
const LIMIT_MS = 180_000;

/** Each block of commands with the name of its drill, in bold before it. */
const drills = [
  ...readFileSync(at('docs/operations/runbooks.md'), 'utf8').matchAll(
    /\*\*([^*]+)\.\*\*[^`]*```sh drill\n([\s\S]*?)```/g,
  ),
].map(([, name = '', commands = '']) => ({ name, commands }));

test('there are drills', () => {
  expect(drills.map(({ name }) => name)).toEqual(['Key rotation', 'Restore']);
});

test.each(drills.slice(0, soak({ test: 1, full: drills.length })))(
  'the drill "$name" works as it is written, and a server starts from what it leaves',
  async ({ commands }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-drill-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const [dataDir, safe, bin] = ['data', 'safe', 'bin'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    await copyDataFolder(dataDir);
    for (const made of [safe, bin]) mkdirSync(made);
    // What `npm start --` starts, without npm's own second.
    const start = `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${at('scripts/launch.mjs')}' '${at('apps/server/src/main/main.ts')}' "$@"\n`;
    writeFileSync(path.join(bin, 'npm'), start);
    chmodSync(path.join(bin, 'npm'), 0o755);
    const settings = { DATA_DIR: dataDir, BACKUP_FOLDER: path.join(folder, 'backups') };
    const env = { PATH: `${bin}:${process.env['PATH']}`, SAFE: safe, ...settings };
    await promisify(execFile)('/bin/sh', ['-ec', commands], { env });
    const server = runMain(settings);
    const answer = await fetch(`${await server.listening()}/api/health`);
    expect(answer.status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
  LIMIT_MS,
);
