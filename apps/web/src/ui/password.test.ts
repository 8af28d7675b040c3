import { expect, test } from 'vitest';
import { judgePassword } from './password.ts';

test('judges a password only by its length, in visible characters', () => {
  expect(judgePassword('elevenchars').enough).toBe(false);
  expect(judgePassword('twelve chars').enough).toBe(true);
  expect(judgePassword('🖋️'.repeat(5)).enough).toBe(false);
  expect(judgePassword('short').text).toBe('5 of at least 12 characters');
});

test('applies a longer minimum password length that an organization requires', () => {
  expect(judgePassword('fourteen chars', 16).enough).toBe(false);
  expect(judgePassword('fourteen chars', 14).enough).toBe(true);
});
