/**
 * Checks that docs/understand/signing-flow.md lists exactly the failpoints where the crash test kills the server, for
 * each step.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FAILPOINTS } from '../../src/platform/failpoints.ts';

const NAME = /`([a-z-]+\.[a-z-]+)`/g;

test('assigns every failpoint to a step on the signing flow page, and at least one failpoint to each step', () => {
  const flow = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/understand/signing-flow.md'), 'utf8');
  // Steps are the items of every numbered list, and of every other list in which an item names a failpoint.
  const lists = flow
    .split('\n\n')
    .filter((block) => block.startsWith('1. ') || (block.startsWith('- ') && block.includes('Failpoints: ')));
  const steps = lists.flatMap((list) => list.trim().split('\n'));
  const named = steps.map((step) => {
    const [, names = ''] = step.split(/ Failpoints?: (?=[^:]+\.$)/);
    return [...names.matchAll(NAME)].map(([, name]) => name);
  });
  expect(steps.filter((_, row) => named[row]?.length === 0)).toEqual([]);
  expect(new Set(named.flat())).toEqual(new Set(FAILPOINTS));
});
