/**
 * Checks that docs/understand/signing-flow.md lists exactly the failpoints where the crash test kills the server, for
 * each step.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';

const NAME = /`([a-z-]+\.[a-z-]+)`/g;

test('names the failpoint of every step', () => {
  const flow = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/understand/signing-flow.md'), 'utf8');
  const tables = flow.split('\n\n').filter((block) => /^\|.* killed at \|$/m.test(block));
  const cells = tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').at(-2) ?? ''),
  );
  const named = cells.map((cell) => [...cell.matchAll(NAME)].map(([, name]) => name));
  expect(cells.filter((_, row) => named[row]?.length === 0)).toEqual([]);
  expect(new Set(named.flat())).toEqual(new Set(FAILPOINTS));
});
