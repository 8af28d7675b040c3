import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Vector } from '../../../../vectors/audit-log/read-vector.ts';
import { faultOf } from './check-log.ts';
import { compareCheckers } from './compare.ts';

test('agrees with a checker written from the specifications on 1,000 random logs', async () => {
  const { valid, faults, disagreements } = await compareCheckers(1, 1000);
  expect(disagreements).toEqual([]);
  // If too many or too few logs were valid, the comparison would not be useful.
  expect(valid).toBeGreaterThan(200);
  expect(valid).toBeLessThan(800);
  expect(faults.size).toBeGreaterThan(20);
});

const VECTORS = new URL('../../../../vectors/audit-log/cases/', import.meta.url);

test.each(readdirSync(VECTORS))('returns the expected result for the log %s', (name) => {
  const { expected, ...log } = JSON.parse(readFileSync(new URL(name, VECTORS), 'utf8')) as Vector;
  expect(faultOf(log) === undefined).toBe(expected.valid);
});
