import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../platform/errors.ts';
import { refuseWeakPassword } from './password-policy.ts';

const context = {
  minLength: 12,
  name: 'Grace Hopper',
  email: 'grace@northwind.example',
  organizations: ['Northwind Trading'],
};
async function reason(password: string, minLength = 12): Promise<string | undefined> {
  try {
    await refuseWeakPassword(password, { ...context, minLength });
    return undefined;
  } catch (error) {
    return error instanceof ValidationError ? error.faults[0].code : String(error);
  }
}

describe('passwords that the password policy rejects', () => {
  test.each([
    ['elevenchars', 'password_too_short'],
    ['password1234', 'password_too_common'],
    ['Passw0rd1234!', 'password_too_common'],
    ['qwertyuiop123', 'password_too_common'],
    ['123456789012345', 'password_too_common'],
    ['aaaaaaaaaaaaaaaaaaaa', 'password_too_common'],
    ['GraceHopper2026', 'password_contains_context'],
    ['northwind-trading', 'password_contains_context'],
    ['grace@northwind.example', 'password_contains_context'],
    ['countersign12', 'password_contains_context'],
  ])('rejects the password "%s": %s', async (password, code) => {
    expect(await reason(password)).toBe(code);
  });
});

describe('passwords that the password policy accepts', () => {
  test.each([
    'correct horse battery staple',
    'tulip harbour candle',
    'x7Gq2LmZ9pTw',
    'Пароль лунного кота 7',
    'é'.repeat(3) + 'kV9qZw2LmR8t',
  ])('accepts the password "%s"', async (password) => {
    expect(await reason(password)).toBeUndefined();
  });
});

test('counts the visible characters of a password, regardless of bytes and composition', async () => {
  // An emoji counts as one character, not as two UTF-16 units. An "é" in two code points also counts as one.
  expect(await reason('🐎🔋📎🧷🪢🎺🪗🥁🪕🎻🪘')).toBe('password_too_short');
  expect(await reason('e\u0301'.repeat(11))).toBe('password_too_short');
  expect(await reason('tulip harbour candle', 21)).toBe('password_too_short');
});

test('checks the longest possible password quickly', async () => {
  const start = performance.now();
  await reason('Ab1'.repeat(341));
  expect(performance.now() - start).toBeLessThan(2000);
});
