import { expect, test } from 'vitest';
import type { SignatureVerdict } from '../../platform/pdf/index.ts';
import { comparePositions } from './compare-positions.ts';
import type { Evidence } from './evidence.ts';

const hashOf = (n: number): string => String(n).repeat(64);
const TYPES = ['document.created', 'document.sent', 'mail.sent', 'document.signed'];
const evidence = {
  entries: TYPES.map((type, n) => ({ n, type, prev: hashOf(n - 1), actor: { kind: 'signer', id: 'sgn_1' } })),
  head: { n: 3, hash: hashOf(3) },
  recipients: [{ id: 'sgn_1', pdf_field: 'Signer_1' }],
} as unknown as Evidence;

const signature = (trailPosition: SignatureVerdict['trailPosition'], more: object = {}): SignatureVerdict =>
  ({
    kind: 'signer',
    origin: 'own',
    field: 'Signer_1',
    signerEmail: 'ann@example.org',
    trailPosition,
    ...more,
  }) as SignatureVerdict;
const seal = (sequence: number) =>
  signature({ sequence, hash: hashOf(sequence) }, { kind: 'certification', field: 'S' });

test.each([
  ["names the audit entry directly before the signature's own entry", [signature({ sequence: 2, hash: hashOf(2) })]],
  [
    'names an earlier entry, because other entries were added since then',
    [signature({ sequence: 1, hash: hashOf(1) })],
  ],
  ['names no entry, as in earlier versions of Countersign', [signature(null)]],
  ['names no entry although an earlier seal does, as during an upgrade', [seal(0), signature(null)]],
  ['was created by another product', [signature({ sequence: 9, hash: hashOf(9) }, { origin: 'other' })]],
])('accepts a signature that %s', (_, signatures) => {
  expect(comparePositions(evidence, signatures)).toEqual([]);
});

test.each([
  ['with the wrong hash', [signature({ sequence: 2, hash: hashOf(7) })], 'covers entry 2 of the audit trail'],
  ['that the audit trail does not contain', [signature({ sequence: 9, hash: hashOf(9) })], 'the trail ends at entry 3'],
  [
    'that records the signature itself',
    [signature({ sequence: 3, hash: hashOf(3) })],
    'entry 3 (document.signed) had already recorded it',
  ],
  [
    'older than the entry named by an earlier signature',
    [signature({ sequence: 2, hash: hashOf(2) }), seal(0)],
    'an earlier signature',
  ],
])('reports a signature that names an entry %s', (_, signatures, message) => {
  const [first] = comparePositions(evidence, signatures);
  expect(first).toMatchObject({ code: 'signature-trail', message: expect.stringContaining(message) });
});
