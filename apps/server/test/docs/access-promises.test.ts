/** Checks that the tests listed as proof of each promise about access exist. */
import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { ROWS } from '../support/matrix/rows.ts';
import { ACCESS_PROMISES, ENDPOINT_PROMISES, type Proof } from './access-promises.ts';
import { stands } from './titles.ts';

const missing = (proof: Proof): string[] => {
  if ('matrix' in proof)
    return proof.matrix.filter((id) => !(id in ROWS) || !(id in operations)).map((id) => `matrix: ${id}`);
  return stands(proof) ? [] : [proof.join(': ')];
};

test.each([...ACCESS_PROMISES, ...ENDPOINT_PROMISES])('$says', ({ proofs }) => {
  expect(proofs.length).toBeGreaterThan(0);
  expect(proofs.flatMap(missing)).toEqual([]);
});

test('rejects a reference to a test file or a test title that does not exist', () => {
  expect(stands(['http/login.test.ts', 'a title that nothing bears'])).toBe(false);
  expect(stands(['http/no-such-file.test.ts', 'x'])).toBe(false);
});
