import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { run } from '../src/run.ts';

// Enables the compile cache, as scripts/launch.mjs does, so that worker threads start in half the time.
module.enableCompileCache(path.resolve(import.meta.dirname, '../../../node_modules/.cache/compile'));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Runs a command in this process, as main.ts does. */
export async function cli(args: readonly string[], env: Env = {}, now = new Date()): Promise<Ran> {
  let [out, error] = ['', ''];
  const code = await run(args, {
    out: (text) => (out += text),
    error: (text) => (error += text),
    colours: false,
    now: () => now,
    env,
  });
  return { code, out, error };
}

const BIN = path.resolve(import.meta.dirname, '../bin/countersign.mjs');

/** Runs the program as a shell does, with piped output. `env` is the complete environment. */
export async function program(args: readonly string[], env: Env): Promise<Ran> {
  const child = spawn(process.execPath, [BIN, ...args], { env: { ...env } });
  let [out, error] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (error += text));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { code: await promise, out, error };
}

/** A folder for the files of a test. Call `remove` when the test ends. */
export interface Folder {
  readonly at: (name: string) => string;
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly remove: () => void;
}

export function makeFolder(): Folder {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-cli-'));
  const at = (name: string): string => path.join(folder, name);
  return {
    at,
    write: (name, content) => {
      writeFileSync(at(name), content);
      return at(name);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
