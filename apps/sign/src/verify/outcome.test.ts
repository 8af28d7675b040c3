import type { FileVerification } from '@countersign/contract';
import { expect, it } from 'vitest';
import { isPersons, signerOf } from './outcome.ts';

type Signature = FileVerification['signatures'][number];
const signature = (values: Partial<Signature>): Signature => ({ kind: 'signer', ...values }) as Signature;

it('lists seals and time-stamps separately from signatures', () => {
  const kinds = ['signer', 'foreign', 'certification', 'archive-timestamp'] as const;
  expect(kinds.map((kind) => isPersons(signature({ kind })))).toEqual([true, true, false, false]);
});

it("takes a signer's name from the certificate, or from the signature if there is no certificate", () => {
  const certificate = {
    subject: 'O=Acme\\, Inc.,CN=Ann \\"A\\" Smith,C=NO',
    issuer: '',
    serial: '',
    validFrom: '',
    validTo: '',
  };
  expect(signerOf(signature({ certificate, signerName: 'The King' }))).toBe('Ann "A" Smith');
  expect(signerOf(signature({ certificate: null, signerEmail: 'a@b.c', signerName: 'The King' }))).toBe('a@b.c');
  expect(signerOf(signature({ certificate: null, signerEmail: null, signerName: 'The King' }))).toBe('The King');
});
