import { describe, expect, test } from 'vitest';
import { formatRecoveryCode, isCounterGood, readChallenge, readCode, relyingParty } from './domain.ts';

describe('codes typed by users', () => {
  test.each([
    ['123456', { kind: 'totp', code: '123456' }],
    [' 123 456 ', { kind: 'totp', code: '123456' }],
    ['ABCD-2345-efgh-6789', { kind: 'recovery-code', code: 'abcd2345efgh6789' }],
    ['oOiI lLab cdef ghjk', { kind: 'recovery-code', code: '001111abcdefghjk' }],
    ['12345', undefined],
    ['1234567', undefined],
    ['abcd-2345-efgh-678', undefined],
    ['abcd-2345-efgh-678u', undefined],
    ['１２３４５６', undefined],
    ['', undefined],
  ])('parses the code %j as typed by the user', (typed, read) => {
    expect(readCode(typed)).toEqual(read);
  });

  test('parses all 80 bits of a recovery code', () => {
    expect(formatRecoveryCode(Buffer.alloc(10))).toBe('0000-0000-0000-0000');
    expect(formatRecoveryCode(Buffer.alloc(10, 255))).toBe('zzzz-zzzz-zzzz-zzzz');
    expect(formatRecoveryCode(Buffer.from('0123456789abcdef0123', 'hex'))).toBe('04hm-asw9-nf6y-y093');
    expect(readCode(formatRecoveryCode(Buffer.from('0123456789abcdef0123', 'hex')))?.kind).toBe('recovery-code');
  });
});

test.each([
  [0, 0, true],
  [0, 1, true],
  [5, 6, true],
  [5, 5, false],
  [5, 4, false],
  [5, 0, false],
])('decides whether a passkey counter is valid: stored %i, received %i, valid %s', (stored, given, good) => {
  expect(isCounterGood(stored, given)).toBe(good);
});

test.each([
  ['https://sign.example.com', { id: 'sign.example.com', origin: 'https://sign.example.com' }],
  ['https://sign.example.com:8443/base', { id: 'sign.example.com', origin: 'https://sign.example.com:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
])('uses the host and the origin of %s for passkeys', (baseUrl, party) => {
  expect(relyingParty(baseUrl)).toEqual(party);
});

test('returns undefined for client data without a readable challenge', () => {
  const of = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  expect(readChallenge(of({ challenge: 'abc' }))).toBe('abc');
  for (const bad of [of(null), of([]), of({ challenge: 1 }), of('x'), 'AA', ''])
    expect(readChallenge(bad)).toBeUndefined();
});
