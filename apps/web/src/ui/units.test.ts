import { expect, test } from 'vitest';
import { unitSuffix } from './units.ts';

test('returns the name of a unit after a number', () => {
  expect([unitSuffix('day'), unitSuffix('minute'), unitSuffix('year')]).toEqual([' days', ' minutes', ' years']);
});
