/** Runs the checks other than tests. Each is a script of package.json whose output is shown when it has ended. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { header, root, run } from './run-vitest.ts';

export interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);

/**
 * Runs two checks at a time, which keeps two cores busy. `instead` contains commands to run instead of the scripts with
 * the same names.
 */
export async function runChecks(
  names: readonly string[],
  instead: Readonly<Record<string, string>> = {},
): Promise<Outcome[]> {
  const queue = names.entries();
  const outcomes: Outcome[] = [];
  const worker = async (): Promise<void> => {
    for (const [index, name] of queue) outcomes[index] = await check(name, instead[name] ?? scripts[name] ?? 'exit 1');
  };
  await Promise.all([worker(), worker()]);
  return outcomes;
}

async function check(name: string, command: string): Promise<Outcome> {
  const { code, output, seconds } = await run(['/bin/sh', '-c', command], 'pipe');
  header(`${name} (${seconds.toFixed(1)} s)`);
  process.stdout.write(output);
  return { name, ok: code === 0, seconds };
}

/** Prints one line for each check at the end of the run. */
export function showOutcomes(outcomes: readonly Outcome[]): void {
  header('summary');
  for (const { name, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
}
