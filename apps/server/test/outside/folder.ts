import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type OutsideTool, outsideTool } from '../../../../scripts/outside-tools.ts';

/** Provides a temporary folder during `work`. `file` returns paths in it. */
export async function inFolder<T>(work: (file: (name: string) => string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-outside-'));
  try {
    return await work((name) => path.join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Output = { stdout: Buffer; stderr: string };

/** Runs an external tool. Throws its output if its exit code is not 0 or if it takes longer than `timeoutMs`. */
export async function runTool(
  tool: OutsideTool,
  args: readonly string[],
  { timeoutMs = 0 }: { timeoutMs?: number } = {},
): Promise<Output> {
  const { stdout, stderr } = await promisify(execFile)(outsideTool(tool), [...args], {
    encoding: 'buffer',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 128 * 2 ** 20,
    // Output with local dates or translated messages could not be compared.
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  return { stdout, stderr: stderr.toString() };
}
