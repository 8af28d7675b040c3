import { expect, test } from 'vitest';
import { changesInWords } from './changes.ts';

type Seen = Parameters<typeof changesInWords>[0];
type Signer = Seen['signers'][number];
const signer = (change: Partial<Signer> = {}): Signer => ({
  id: 'sgn_1',
  name: 'Ada',
  email: 'ada@contoso.example',
  status: 'pending-signature',
  viewed_at: null,
  delivery: null,
  ...change,
});
const seen = (status: Seen['status'], ...signers: Signer[]): Seen => ({ status, signers });

test.each<[string, Partial<Signer>]>([
  ['Ada viewed the document.', { viewed_at: '2026-11-21T10:00:00.000Z' }],
  ['Ada signed.', { status: 'signed', viewed_at: '2026-11-21T10:00:00.000Z' }],
  ['Ada declined.', { status: 'declined' }],
  ['The e-mail to Ada was rejected.', { delivery: 'bounced' }],
  ['Konrad now signs instead of Ada.', { name: 'Konrad', email: 'konrad@contoso.example' }],
])('announces the change: %s', (sentence, change) => {
  expect(changesInWords(seen('in-progress', signer()), seen('in-progress', signer(change)))).toEqual([sentence]);
});

test('announces each change to a document and then its completion, and announces nothing if nothing changed', () => {
  const before = seen('in-progress', signer({ status: 'waiting' }), signer({ id: 'sgn_2', name: 'Mei' }));
  expect(changesInWords(before, before)).toEqual([]);
  const after = seen('completed', signer(), signer({ id: 'sgn_2', name: 'Mei', status: 'signed' }));
  expect(changesInWords(before, after)).toEqual([
    'Next to sign: Ada.',
    'Mei signed.',
    'Everyone has signed. The document is complete.',
  ]);
});
