import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type OutsideTool, outsideTool } from '../../../../scripts/outside-tools.ts';

/** A folder for as long as the work takes; `file` gives paths in it. */
export async function inFolder<T>(work: (file: (name: string) => string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-outside-'));
  try {
    return await work((name) => path.join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export type Output = { stdout: Buffer; stderr: string };

/** Runs an outside tool. Throws, with what it said, when it ends with anything but 0. */
export async function runTool(tool: OutsideTool, args: readonly string[]): Promise<Output> {
  const { stdout, stderr } = await promisify(execFile)(outsideTool(tool), [...args], {
    encoding: 'buffer',
    maxBuffer: 128 * 2 ** 20,
    // Local dates and translated sentences could not be compared.
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
  return { stdout, stderr: stderr.toString() };
}
