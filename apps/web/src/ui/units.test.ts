import { expect, test } from 'vitest';
import { unitSuffix } from './units.ts';

test('returns the plural name of a unit', () => {
  expect([unitSuffix('day'), unitSuffix('minute'), unitSuffix('year')]).toEqual([' days', ' minutes', ' years']);
});
