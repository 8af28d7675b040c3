import { expect, test } from 'vitest';
import { checkPassword, hashPassword } from './passwords.ts';

test('accepts only the correct password, in any Unicode composition', async () => {
  const stored = await hashPassword('Zo\u00eb’s passphrase');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(stored).not.toContain('passphrase');
  expect(await checkPassword(stored, 'Zoe\u0308’s passphrase')).toBe(true);
  expect(await checkPassword(stored, 'Zoe’s passphrase')).toBe(false);
  expect(await hashPassword('Zo\u00eb’s passphrase')).not.toBe(stored);
});

test('rejects sign-in to a missing or passwordless account, even with the password of the decoy hash', async () => {
  for (const stored of [undefined, null]) {
    expect(await checkPassword(stored, 'no account has this password')).toBe(false);
    expect(await checkPassword(stored, '')).toBe(false);
  }
});
