import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openOutput } from './output.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'countersign-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});
function opened(name: string, flags: number): number {
  const fd = openSync(name, flags);
  onTestFinished(() => closeSync(fd));
  return fd;
}
/** Creates a named pipe that behaves like a pipe in a shell: both ends are open, and only the test reads from it. */
function pipe(): { read: () => Buffer; write: number } {
  const name = path.join(folder, 'pipe');
  execFileSync('mkfifo', [name]);
  const reader = opened(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const buffer = Buffer.alloc(1 << 20);
  return {
    write: opened(name, constants.O_WRONLY),
    read: () => {
      try {
        return Buffer.from(buffer.subarray(0, readSync(reader, buffer)));
      } catch {
        return Buffer.alloc(0);
      }
    },
  };
}

test('neither exits nor blocks when the log volume is full', async () => {
  const output = openOutput(opened('/dev/full', constants.O_WRONLY));
  for (let line = 0; line < 1000; line += 1) output.write(`${line}\n`);
  expect(await output.drained(50)).toBe('waiting');
});

test('counts log lines lost to a stalled reader, and delivers the other lines completely and in order', async () => {
  const { read, write } = pipe();
  const lost: number[] = [];
  const output = openOutput(write, (lines) => void lost.push(lines));
  const line = (number: number) => `${String(number).padStart(6, '0')} ${'é'.repeat(500)}\n`;
  const count = 10_000;
  for (let number = 0; number < count; number += 1) output.write(line(number));
  expect(await output.drained(1)).toBe('waiting');

  const arrivals: Buffer[] = [];
  await vi.waitFor(
    () => {
      arrivals.push(read());
      expect(lost).toHaveLength(1);
    },
    { timeout: 20_000, interval: 1 },
  );
  expect(await output.drained(1000)).toBe('written');
  arrivals.push(read());
  const text = Buffer.concat(arrivals).toString();
  const arrived = count - (lost[0] ?? 0);
  expect(lost[0]).toBeGreaterThan(1000);
  expect(text).toBe(Array.from({ length: arrived }, (_, number) => line(number)).join(''));
  output.write('later\n');
  await vi.waitFor(() => expect(read().toString()).toBe('later\n'));
});
