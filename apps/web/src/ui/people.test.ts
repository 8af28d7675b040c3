import { expect, test } from 'vitest';
import { initials, isEmailAddress } from './people.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Léopold Sédar Senghor', 'LS'],
  ['Плато', 'П'],
  ['  ', 'X'],
  ['𝒜da Byron', '𝒜B'],
])('returns the initials of “%s”', (name, expected) => {
  expect(initials(name, 'x@a.example')).toBe(expected);
});

test('detects text that is certainly not an e-mail address', () => {
  for (const good of ['a@b.example', ' a.b+c@sub.example.org ']) expect(isEmailAddress(good)).toBe(true);
  for (const bad of ['', 'a', 'a@b', 'a b@c.example', 'a@b.example,c@d.example', 'Ada <a@b.example>'])
    expect(isEmailAddress(bad)).toBe(false);
});
