import { expect, test } from 'vitest';
import { unitSuffix } from './units.ts';

test('returns the name of a unit for a number', () => {
  expect([unitSuffix('day'), unitSuffix('minute'), unitSuffix('year')]).toEqual([' days', ' minutes', ' years']);
});
