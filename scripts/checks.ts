/** The checks other than tests: scripts of package.json, whose output is shown when each has ended. */
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

/** Two at a time fill two cores. `instead` names a command that replaces a script. */
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

/** One line for each, at the end of the run. */
export function showOutcomes(outcomes: readonly Outcome[]): void {
  header('summary');
  for (const { name, ok, seconds } of outcomes)
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`);
}
