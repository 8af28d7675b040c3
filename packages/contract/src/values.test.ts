import { describe, expect, test } from 'vitest';
import { emailAddress } from './values.ts';

describe('e-mail address', () => {
  test.each([
    'ada@example.com',
    'ünï@x.example',
    'дарья@xn--e1afmkfd.xn--p1ai',
    'o\u2019brien+contracts@mail.example.co'.replace('\u2019', "'"),
    `${'a'.repeat(64)}@example.com`,
  ])('accepts the e-mail address %s', (address) => {
    expect(emailAddress.parse(address)).toBe(address);
  });

  test.each([
    ['', 'such as name@example.com'],
    ['ada', 'such as name@example.com'],
    ['@example.com', 'such as name@example.com'],
    ['a..b@example.com', 'such as name@example.com'],
    ['.a@example.com', 'such as name@example.com'],
    ['a b@example.com', 'such as name@example.com'],
    ['a@example', 'such as name@example.com'],
    ['a@-x.example', 'such as name@example.com'],
    ['a@b@example.com', 'such as name@example.com'],
    ['a\u200bb@example.com', 'such as name@example.com'],
    ['a\u202eb@example.com', 'such as name@example.com'],
    ['😀@example.com', 'such as name@example.com'],
    [`${'a'.repeat(65)}@example.com`, 'at most 64 characters before the @'],
    [`${'ü'.repeat(33)}@example.com`, 'at most 64 characters before the @'],
  ])('refuses the e-mail address %j', (address, message) => {
    expect(emailAddress.safeParse(address).error?.issues[0]?.message).toContain(message);
  });
});
