/**
 * Writes bench/history.jsonl, with one line per recorded run (`--record`), so that figures from different days can be
 * compared.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reported } from './report.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/**
 * Appends the reported figures, together with the commit that was measured. `changed` means that the working tree had
 * uncommitted changes.
 */
export function record({ quick, at }: { quick: boolean; at: Date }): void {
  const line = {
    commit: git('rev-parse', 'HEAD'),
    changed: git('status', '--porcelain', '--untracked-files=no') !== '',
    at: at.toISOString(),
    quick,
    figures: Object.fromEntries(
      reported().map(({ name, value, unit, ratio }) => [
        name,
        [significant(value), unit, ...(ratio === undefined ? [] : [significant(ratio)])],
      ]),
    ),
  };
  appendFileSync(new URL('history.jsonl', import.meta.url), `${JSON.stringify(line)}\n`);
}

const significant = (value: number): number => Number(value.toPrecision(4));
