import type { FileVerification } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { outcomeOf, signerOf, stateOf } from './outcome.ts';

type Signature = FileVerification['signatures'][number];
type Revision = FileVerification['revisions'][number];
const signature = (values: Partial<Signature> = {}): Signature =>
  ({ kind: 'signer', isValid: true, indication: 'TOTAL-PASSED', reasons: [], revision: 2, ...values }) as Signature;
const revision = (number: number, kind: Revision['kind']): Revision => ({ number, kind, sizeBytes: 1, changes: [] });
const report = (values: Partial<FileVerification>): FileVerification =>
  ({
    isValid: true,
    reasons: [],
    signatures: [signature()],
    revisions: [revision(1, 'original'), revision(2, 'signature')],
    ...values,
  }) as FileVerification;
const open = signature({ isValid: false, indication: 'INDETERMINATE', reasons: ['Nobody vouches for it.'] });
const broken = signature({ isValid: false, indication: 'TOTAL-FAILED', reasons: ['Changed.'] });

describe('what a report comes to', () => {
  it.each<[string, Partial<FileVerification>, string]>([
    ['valid and last', {}, 'unchanged'],
    [
      'valid, with evidence added since',
      { revisions: [revision(1, 'original'), revision(2, 'signature'), revision(3, 'validation-data')] },
      'unchanged',
    ],
    [
      'valid, with something permitted added since',
      { revisions: [revision(1, 'original'), revision(2, 'signature'), revision(3, 'update')] },
      'permitted',
    ],
    ['certified alone', { signatures: [signature({ kind: 'certification' })] }, 'certified'],
    [
      'certified and time-stamped alone',
      { signatures: [signature({ kind: 'certification' }), signature({ kind: 'archive-timestamp' })] },
      'certified',
    ],
    ['no signature', { isValid: false, signatures: [] }, 'unsigned'],
    ['nothing that could be read', { isValid: false, signatures: [], reasons: ['It cannot be read.'] }, 'unreadable'],
    ['not confirmed', { isValid: false, signatures: [open], reasons: ['Nobody vouches for it.'] }, 'unconfirmed'],
    ['one broken, one open', { isValid: false, signatures: [open, broken], reasons: ['Changed.'] }, 'invalid'],
    [
      'open, and something is wrong with the file itself',
      { isValid: false, signatures: [open], reasons: ['Nobody vouches for it.', 'Something is hidden in it.'] },
      'invalid',
    ],
    [
      'valid each, and something is wrong with the file itself',
      { isValid: false, reasons: ['Something is hidden in it.'] },
      'invalid',
    ],
  ])('%s', (_, values, outcome) => {
    expect(outcomeOf(report(values))).toBe(outcome);
  });
});

it('a signature is valid, open or broken', () => {
  expect([signature(), open, broken].map(stateOf)).toEqual(['valid', 'unconfirmed', 'invalid']);
});

it('a signer is called as the certificate does, and by the own claim only where there is none', () => {
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
