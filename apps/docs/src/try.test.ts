import { expect, test } from 'vitest';
import { keyFault } from './try.ts';

test('accepts sandbox keys, or no key if the operation requires none', () => {
  expect([keyFault('sk_test_abc'), keyFault('')]).toEqual([undefined, undefined]);
  expect(keyFault('sk_live_abc')).toContain('live key');
  expect(keyFault('abc')).toContain('sk_test_');
});
