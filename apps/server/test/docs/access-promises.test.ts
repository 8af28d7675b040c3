/** Every promise about access has tests that prove it, and those tests are there. */
import { existsSync, readFileSync } from 'node:fs';
import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { ROWS } from '../support/matrix/rows.ts';
import { ACCESS_PROMISES, ENDPOINT_PROMISES, type Proof } from './access-promises.ts';

const folder = new URL('../', import.meta.url);

/** Whether a test (or a group of tests) of this title stands in the file, neither skipped nor out of use. */
function stands([file, title]: readonly [string, string]): boolean {
  const url = new URL(file, folder);
  if (!existsSync(url)) return false;
  const quoted = ["'", '"', '`'].map((mark) => `${mark}${title}${mark}`);
  return readFileSync(url, 'utf8')
    .split('\n')
    .some((line, at, lines) => {
      if (!quoted.some((text) => line.includes(text))) return false;
      // The call may begin some lines before, where a table stands between.
      const call = lines.slice(Math.max(0, at - 30), at + 1).join('\n');
      return /\b(test|describe)(\.each\b|\()/.test(call) && !/^\s*(\/\/|\*)/.test(line);
    });
}

const missing = (proof: Proof): string[] => {
  if ('matrix' in proof)
    return proof.matrix.filter((id) => !(id in ROWS) || !(id in operations)).map((id) => `matrix: ${id}`);
  return stands(proof) ? [] : [proof.join(': ')];
};

test.each([...ACCESS_PROMISES, ...ENDPOINT_PROMISES])('$says', ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  expect(proofs.flatMap(missing)).toEqual([]);
});

test('a title that nothing bears would be seen', () => {
  expect(stands(['http/login.test.ts', 'a title that nothing bears'])).toBe(false);
  expect(stands(['http/no-such-file.test.ts', 'x'])).toBe(false);
});
