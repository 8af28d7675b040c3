import { expect, test } from 'vitest';
import { listed, listedUpTo } from './listed.ts';

test('joins names with "and", and counts the names beyond the limit', () => {
  expect(listedUpTo(['Ada', 'Bo'], 2)).toBe('Ada and Bo');
  expect(listedUpTo(['Ada', 'Bo', 'Cy', 'Di'], 2)).toBe('Ada, Bo, and 2 more');
});

test('isolates names with the opposite text direction', () => {
  expect(listed(['Ada', 'דנה'])).toBe('Ada and \u2068דנה\u2069');
});

test('keeps the order of names with different text directions in a right-to-left language', () => {
  expect(listed(['Ada', 'דנה'], 'conjunction', 'he')).toBe('\u200fAda ו-\u2068דנה\u2069');
});
