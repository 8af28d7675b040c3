import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [50 * 2 ** 20, '50 MB'],
  [10 * 2 ** 30, '10 GB'],
  [2.5 * 2 ** 40, '2.5 TB'],
  [4000 * 2 ** 40, '4000 TB'],
])('formats %i bytes as "%s"', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
