import { expect, test } from 'vitest';
import { counted, minuteText, sizeText } from './actions.ts';

test.each([
  [1, '1 document'],
  [0, '0 documents'],
  [2000, '2,000 documents'],
])('counts %s in words', (count, text) => {
  expect(counted(count, 'document')).toBe(text);
});

test('uses the given plural', () => {
  expect(counted(2, 'entry', 'entries')).toBe('2 entries');
});

test.each([
  [999, '999 bytes'],
  [24_607, '24.6 kB'],
  [49_000_000, '49 MB'],
])('shows a size of %s bytes in a readable unit', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('shows a time to the minute, or the fallback if the entry has none', () => {
  expect(minuteText('2027-01-31T09:30:12.000Z', 'later')).toBe('2027-01-31 09:30 UTC');
  expect(minuteText(undefined, 'later')).toBe('later');
});
