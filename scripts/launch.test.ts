import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-launch-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the program gets its arguments, and its exit code is told on', async () => {
  const program = write(
    'arguments.ts',
    'const code: number = 7; console.log(process.argv.slice(2).join("|")); process.exitCode = code;',
  );
  expect(await launch([program, 'a', 'b c'])).toEqual({ output: 'a|b c\n', code: 7 });
});

test('a signal to the launcher reaches the program', async () => {
  const program = write(
    'signal.ts',
    'process.on("SIGTERM", () => { console.log("stopped in order"); process.exit(0); }); setInterval(() => {}, 1000); console.log("up");',
  );
  const answer = await launch([program], (child) => child.kill('SIGTERM'));
  expect(answer).toEqual({ output: 'up\nstopped in order\n', code: 0 });
});

test('without a program it says how it is used', async () => {
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
): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'launch.mjs'), ...args]);
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
