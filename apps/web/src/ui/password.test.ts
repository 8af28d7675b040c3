import { expect, test } from 'vitest';
import { judgePassword } from './password.ts';

test('only length counts, in characters as people see them', () => {
  expect(judgePassword('elevenchars').enough).toBe(false);
  expect(judgePassword('twelve chars').enough).toBe(true);
  expect(judgePassword('🖋️'.repeat(5)).enough).toBe(false);
  expect(judgePassword('short').text).toBe('5 of at least 12 characters');
});

test('an organization may require more', () => {
  expect(judgePassword('fourteen chars', 16).enough).toBe(false);
  expect(judgePassword('fourteen chars', 14).enough).toBe(true);
});
