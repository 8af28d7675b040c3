import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive } from '../../src/platform/adapters/embedded-postgres/processes.ts';
import { until } from '../support/until.ts';

const MODULE = pathToFileURL(fileURLToPath(new URL('../../src/platform/supervision.ts', import.meta.url))).href;

function folderOf(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-supervision-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Starts a program that calls the module, as the child of a shell that keeps running, as npm does. */
function below(program: string, env: Record<string, string>): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', '"$0" "$@"; exit', process.execPath, '--input-type=module', '-e', program], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  onTestFinished(() => void shell.kill('SIGKILL'));
  return shell;
}

test('stops the server cleanly if its parent npm process is killed with kill -9', async () => {
  const folder = folderOf();
  const [started, ended] = [path.join(folder, 'started'), path.join(folder, 'ended')];
  const shell = below(
    `import { writeFileSync } from 'node:fs';
     import { endWithNpm } from ${JSON.stringify(MODULE)};
     endWithNpm(() => { writeFileSync(${JSON.stringify(ended)}, ''); process.exit(0); }, process.env);
     writeFileSync(${JSON.stringify(started)}, String(process.pid));
     setTimeout(() => {}, 30_000);`,
    { npm_lifecycle_event: 'start' },
  );
  // The file is briefly empty before the process ID is written to it.
  const pid = await until(
    'the program',
    () => existsSync(started) && (Number(readFileSync(started, 'utf8')) || undefined),
  );
  shell.kill('SIGKILL');
  await once(shell, 'exit');
  await until('the program to end', () => existsSync(ended) && !isAlive(pid));
});

test('reports to systemd that the server is ready and that its event loop runs', async () => {
  const folder = folderOf();
  const told = path.join(folder, 'told');
  const program = path.join(folder, 'systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$@" >>'${told}'\n`);
  chmodSync(program, 0o755);
  below(
    `import { reportToSystemd } from ${JSON.stringify(MODULE)}; reportToSystemd(process.env); setTimeout(() => {}, 30_000);`,
    {
      NOTIFY_SOCKET: '/run/none',
      WATCHDOG_USEC: '200000',
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    },
  );
  const lines = await until('the watchdog', () => {
    const text = existsSync(told) ? readFileSync(told, 'utf8') : '';
    return text.includes('WATCHDOG=1') && text.trim().split('\n');
  });
  expect(lines[0]).toMatch(/^--pid=\d+ READY=1$/);
});
