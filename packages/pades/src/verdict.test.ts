import { describe, expect, test } from 'vitest';

import { summaryOf, verdictOf } from './verdict.ts';
import type { VerdictFacts } from './verdict.ts';

type Judged = VerdictFacts['signatures'][number];
const NORTHWIND = {
  subject: 'CN=Northwind\\, Inc.,O=Northwind,C=NO',
  issuer: '',
  serial: '',
  validFrom: '',
  validTo: '',
};

const make = (
  kind: Judged['kind'],
  state: 'valid' | 'open' | 'broken' = 'valid',
  origin: Judged['origin'] = kind === 'foreign' ? 'other' : 'own',
): Judged => ({
  kind,
  origin,
  isIntact: state !== 'broken',
  isValid: state === 'valid',
  indication: state === 'valid' ? 'TOTAL-PASSED' : state === 'open' ? 'INDETERMINATE' : 'TOTAL-FAILED',
  certificate: kind === 'certification' ? NORTHWIND : null,
});
const [person, seal, stamp] = [make('signer'), make('certification'), make('archive-timestamp')];
const facts = (signatures: readonly Judged[], more: Partial<VerdictFacts> = {}): VerdictFacts => ({
  signatures,
  isFileSound: true,
  isUnchanged: true,
  seal: signatures.some(({ kind }) => kind === 'certification') ? { permits: 2, reason: null } : null,
  ...more,
});

test.each<[string, VerdictFacts, string, string]>([
  [
    'a signature by one person',
    facts([person]),
    'unchanged',
    'The signature is valid. The document has not been changed since.',
  ],
  [
    'two signatures, a seal and a time-stamp',
    facts([seal, person, person, stamp]),
    'unchanged',
    'All 2 signatures are valid. The document has not been changed since.',
  ],
  [
    'a permitted change after the signature',
    facts([person], { isUnchanged: false }),
    'permitted',
    'The signature is valid. What has been added since is permitted by it.',
  ],
  [
    'a file that is sealed for signing',
    facts([seal]),
    'certified',
    'This document is sealed by Northwind, Inc. Nobody has signed it yet.',
  ],
  [
    'a certificate of completion',
    facts([seal, stamp], { seal: { permits: 1, reason: 'Certificate of completion' } }),
    'completion-certificate',
    'This is a certificate of completion, sealed by Northwind, Inc. It has not been changed since.',
  ],
  [
    'a file that is sealed against any change',
    facts([seal], { seal: { permits: 1, reason: 'Invoice' } }),
    'sealed',
    'This document is sealed by Northwind, Inc. It has not been changed since, and nobody has signed it.',
  ],
  ['only time-stamps', facts([stamp]), 'timestamped', 'Nobody has signed this document. The time-stamp is valid.'],
  [
    'one of two signatures is invalid',
    facts([seal, person, make('signer', 'broken'), stamp]),
    'invalid',
    'Do not rely on this document: 1 of 2 signatures is not valid.',
  ],
  [
    'the seal and the time-stamp are invalid',
    facts([make('certification', 'broken'), person, make('archive-timestamp', 'broken')]),
    'invalid',
    'Do not rely on this document: the seal and the time-stamp are not valid.',
  ],
  [
    'an error outside the signatures',
    facts([person], { isFileSound: false }),
    'invalid',
    'Do not rely on this document: the file has errors outside its signatures.',
  ],
  [
    'a signature from an unknown authority',
    facts([seal, make('foreign', 'open')]),
    'unconfirmed',
    'The signature could not be confirmed.',
  ],
  ['no signatures', facts([]), 'unsigned', 'This document has no signatures.'],
  [
    'no readable signature',
    facts([], { isFileSound: false }),
    'unreadable',
    'No signature could be read from this file.',
  ],
])('summarizes the verdict on a file: %s', (_, given, outcome, sentence) => {
  const summary = summaryOf(given);
  expect(summary.outcome).toBe(outcome);
  expect(verdictOf(summary)).toBe(sentence);
});

describe('signatures by other software without a trusted authority', () => {
  const [theirs, theirStamp] = [make('foreign', 'open'), make('archive-timestamp', 'open', 'other')];

  test('mentions signatures by other software in the verdict on a signature by Countersign, but does not count them', () => {
    const summary = summaryOf(facts([theirs, person, theirStamp, stamp]));
    expect(summary).toMatchObject({
      outcome: 'unchanged',
      signatures: { valid: 1, unconfirmed: 0 },
      timestamps: { valid: 1, unconfirmed: 0 },
      excused: 1,
      excusedTimestamps: 1,
    });
    expect(verdictOf(summary)).toBe(
      'The signature is valid. The document has not been changed since. 1 signature and 1 time-stamp by other software could not be confirmed.',
    );
  });

  test('does not count unconfirmed signatures by other software if another signature is trusted', () => {
    const trusted = make('signer', 'valid', 'other');
    expect(summaryOf(facts([theirs, trusted]))).toMatchObject({ outcome: 'unchanged', excused: 1 });
  });

  test('reports the file as unconfirmed if it has only signatures by other software, with or without a trusted time-stamp', () => {
    expect(summaryOf(facts([theirs])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([theirs, theirs, stamp])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([theirStamp])).outcome).toBe('unconfirmed');
  });

  test('reports the file as unconfirmed if a signature by other software uses a field that a seal reserved for someone else', () => {
    expect(summaryOf(facts([seal, theirs, stamp])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([seal, person, theirs, stamp])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([theirs, seal, person, theirStamp])).outcome).toBe('unchanged');
  });

  test('reports the file as invalid if a signature by other software is broken', () => {
    expect(summaryOf(facts([person, make('foreign', 'broken')])).outcome).toBe('invalid');
    expect(summaryOf(facts([person, make('archive-timestamp', 'broken', 'other')])).outcome).toBe('invalid');
  });

  test('never ignores a signature by Countersign that cannot be confirmed', () => {
    expect(summaryOf(facts([person, make('signer', 'open')])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([person, make('archive-timestamp', 'open')])).outcome).toBe('unconfirmed');
  });
});

test('prevents a name in a certificate from manipulating the sentence that contains the name', () => {
  const seals = [{ ...seal, certificate: { ...NORTHWIND, subject: `CN=A\u202e\n${'x'.repeat(500)}` } }];
  expect(summaryOf(facts(seals)).sealedBy).toBe(`A${'x'.repeat(119)}`);
});

test('does not count seals and time-stamps as signatures', () => {
  expect(summaryOf(facts([seal, person, stamp, stamp]))).toMatchObject({
    signatures: { valid: 1 },
    seals: { valid: 1 },
    timestamps: { valid: 2 },
    sealedBy: 'Northwind, Inc.',
  });
});
