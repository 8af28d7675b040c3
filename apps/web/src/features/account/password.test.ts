import { expect, test } from 'vitest';
import { judgePassword } from './password.ts';

test('length alone counts, in characters as people count them', () => {
  expect(judgePassword('elevenchars').enough).toBe(false);
  expect(judgePassword('twelve chars').enough).toBe(true);
  expect(judgePassword('🖋️'.repeat(5)).enough).toBe(false);
  expect(judgePassword('short').text).toBe('5 of at least 12 characters');
});

test('an organization may ask for more', () => {
  expect(judgePassword('fourteen chars', 16).enough).toBe(false);
  expect(judgePassword('fourteen chars', 14).enough).toBe(true);
});
