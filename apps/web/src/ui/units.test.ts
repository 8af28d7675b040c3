import { expect, test } from 'vitest';
import { unitSuffix } from './units.ts';

test('names a unit as it stands after a number', () => {
  expect([unitSuffix('day'), unitSuffix('minute'), unitSuffix('year')]).toEqual([' days', ' minutes', ' years']);
});
