import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAM } from './server-bundle.mjs';

const LAUNCH = path.join(import.meta.dirname, 'launch.mjs');
const importOf = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-launch-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('passes the arguments to the program and returns its exit code', async () => {
  const program = write(
    'arguments.ts',
    'const code: number = 7; console.log(process.argv.slice(2).join("|")); process.exitCode = code;',
  );
  expect(await launch([program, 'a', 'b c'])).toEqual({ output: 'a|b c\n', code: 7 });
});

test('forwards a signal to the program', async () => {
  const program = write(
    'signal.ts',
    'process.on("SIGTERM", () => { console.log("stopped in order"); process.exit(0); }); setInterval(() => {}, 1000); console.log("up");',
  );
  const answer = await launch([program], (child) => child.kill('SIGTERM'));
  expect(answer).toEqual({ output: 'up\nstopped in order\n', code: 0 });
});

test('shuts the program down cleanly on an older Node.js version if the launcher is killed', async () => {
  const program = write(
    'orphan.ts',
    'process.on("SIGTERM", () => { console.log("stopped in order"); process.exit(0); }); setInterval(() => {}, 1000); console.log("up");',
  );
  // Node 20 cannot replace its own process, so the program runs as a child process there.
  const older =
    'if (!process.channel) { delete process.execve; Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.0.0" } }); }';
  const answer = await launch([program], (child) => child.kill('SIGKILL'), [importOf(older)]);
  expect(answer).toEqual({ output: 'up\nstopped in order\n', code: null });
});

test('starts the server with the settings for V8 and the C library, which an operator can override', () => {
  const tell =
    'process.on("exit", () => console.log(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX])))';
  const args = [importOf(tell), '--max-semi-space-size=4', LAUNCH, path.resolve(PROGRAM)];
  // No server can start with this data folder.
  const env = { PATH: process.env['PATH'], DATA_DIR: '/dev/null/nowhere', PORT: '0' };
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  const [flags, arenas] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(flags.slice(1)).toEqual(['--max-semi-space-size=4', '--expose-gc', '--heap-growing-percent=40']);
  expect(arenas).toBe('2');
}, 30_000);

test('prints the usage if no program is given', async () => {
  expect(await launch([])).toMatchObject({
    code: 1,
    output: expect.stringContaining('Usage: node scripts/launch.mjs'),
  });
});

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

function launch(
  args: string[],
  onUp?: (child: ReturnType<typeof spawn>) => void,
  nodeArgs: string[] = [],
): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [...nodeArgs, LAUNCH, ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output === 'up\n') onUp?.(child);
    });
  }
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ output, code }));
  });
}
