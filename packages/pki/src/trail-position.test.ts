import { expect, it } from 'vitest';
import { digestOf } from './algorithms.ts';
import { signCades } from './cms.ts';
import { parseCms } from './cms-parse.ts';
import { verifyCms } from './cms-verify.ts';
import { integer, octetString, sequence } from './der.ts';
import { Oid } from './oids.ts';
import { testPki, testSigner } from './test-kit.ts';
import { encodeTrailPosition, readTrailPosition } from './trail-position.ts';

const now = new Date();
const hash = 'ab'.repeat(32);
const position = { sequence: 300, hash };

it('reads an encoded position in the audit trail', () => {
  expect(encodeTrailPosition(position).toString('hex')).toBe(`30260202012c0420${hash}`);
  expect(readTrailPosition(encodeTrailPosition(position))).toEqual(position);
  expect(readTrailPosition(encodeTrailPosition({ sequence: 0, hash }))).toEqual({ sequence: 0, hash });
});

it.each([
  ['a negative number', sequence(integer(-1), octetString(Buffer.from(hash, 'hex')))],
  ['a hash that is too short', sequence(integer(1), octetString(Buffer.alloc(20)))],
  ['an additional element', sequence(integer(1), octetString(Buffer.from(hash, 'hex')), integer(1))],
  ['octets after the position', Buffer.concat([encodeTrailPosition(position), Buffer.alloc(1)])],
  ['data that is not DER', Buffer.from('position')],
])('returns no audit trail position for %s', (_, der) => {
  expect(readTrailPosition(der)).toBeUndefined();
});

it.each([
  { sequence: -1, hash },
  { sequence: 1.5, hash },
  { sequence: 1, hash: 'ab' },
])('refuses to encode the position $sequence with the hash $hash', (wrong) => {
  expect(() => encodeTrailPosition(wrong)).toThrow('trail position');
});

it('signs the position in the audit trail, so that a changed position invalidates the signature', async () => {
  const { ca } = await testPki(now);
  const signer = await testSigner(ca, now);
  const digest = digestOf('sha256', Buffer.from('content'));
  const cms = await signCades({ ...signer, digestAlgorithm: 'sha256', digest, trailPosition: position });
  const [value] = parseCms(cms).signedAttributes.get(Oid.countersignTrailPosition) ?? [];
  expect(value && readTrailPosition(value.raw)).toEqual(position);
  const verify = (der: Buffer) => verifyCms({ der, digestOf: () => digest }).problems;
  expect(verify(cms)).toEqual([]);
  const changed = Buffer.from(cms.toString('hex').replace(hash, 'ac'.repeat(32)), 'hex');
  expect(verify(changed)).toEqual(['signature_invalid']);
});
