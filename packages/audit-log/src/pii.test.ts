import { expect, test } from 'vitest';
import { commitPii, verifyPii } from './pii.ts';

const salt = Buffer.alloc(32, 7);
const fields = { name: 'Zoë Quinn', email: 'zoe@example.com', ip: '192.0.2.7' };

test('computes a commitment as HMAC-SHA-256 over the canonical fields, in any order', () => {
  // To reproduce: printf '%s' '{"email":"zoe@example.com","ip":"192.0.2.7","name":"Zoë Quinn"}' | openssl dgst -sha256
  // -mac HMAC -macopt hexkey:0707...07
  expect(commitPii(salt, fields)).toBe('acbef919d6e84cab8cf569084ddfadc4785bbb9bb45daf40af6b34b74d5ff157');
  expect(commitPii(salt, { ip: fields.ip, email: fields.email, name: fields.name })).toBe(commitPii(salt, fields));
});

test('verifies a commitment, and detects changed fields, another salt and a changed commitment', () => {
  const pii = commitPii(salt, fields);
  expect(verifyPii(pii, salt, fields)).toBe(true);
  expect(verifyPii(pii, salt, { ...fields, name: 'Zoe Quinn' })).toBe(false);
  expect(verifyPii(pii, salt, { name: fields.name, email: fields.email })).toBe(false);
  expect(verifyPii(pii, Buffer.alloc(32, 8), fields)).toBe(false);
  expect(verifyPii(pii.toUpperCase(), salt, fields)).toBe(false);
  expect(verifyPii('', salt, fields)).toBe(false);
});

test('rejects a salt with the wrong length', () => {
  expect(() => commitPii(Buffer.alloc(31), fields)).toThrow(expect.objectContaining({ code: 'invalid_salt' }));
});
