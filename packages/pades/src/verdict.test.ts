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
  ['one person', facts([person]), 'unchanged', 'The signature is valid. The document has not been changed since.'],
  [
    'two people, a seal and a time-stamp',
    facts([seal, person, person, stamp]),
    'unchanged',
    'All 2 signatures are valid. The document has not been changed since.',
  ],
  [
    'something permitted came after',
    facts([person], { isUnchanged: false }),
    'permitted',
    'The signature is valid. What has been added since is permitted by it.',
  ],
  [
    'sealed for signing',
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
    'sealed against any change',
    facts([seal], { seal: { permits: 1, reason: 'Invoice' } }),
    'sealed',
    'This document is sealed by Northwind, Inc. It has not been changed since, and nobody has signed it.',
  ],
  ['time-stamps alone', facts([stamp]), 'timestamped', 'Nobody has signed this document. The time-stamp is valid.'],
  [
    'one of two people is broken',
    facts([seal, person, make('signer', 'broken'), stamp]),
    'invalid',
    'Do not rely on this document: 1 of 2 signatures is not valid.',
  ],
  [
    'the seal and the time-stamp are broken',
    facts([make('certification', 'broken'), person, make('archive-timestamp', 'broken')]),
    'invalid',
    'Do not rely on this document: the seal and the time-stamp are not valid.',
  ],
  [
    'something is wrong around the signatures',
    facts([person], { isFileSound: false }),
    'invalid',
    'Do not rely on this document: the file has errors outside its signatures.',
  ],
  [
    'an authority that is not known here',
    facts([seal, make('foreign', 'open')]),
    'unconfirmed',
    'The signature could not be confirmed.',
  ],
  ['none', facts([]), 'unsigned', 'This document has no signatures.'],
  [
    'none that can be read',
    facts([], { isFileSound: false }),
    'unreadable',
    'No signature could be read from this file.',
  ],
])('%s', (_, given, outcome, sentence) => {
  const summary = summaryOf(given);
  expect(summary.outcome).toBe(outcome);
  expect(verdictOf(summary)).toBe(sentence);
});

describe('foreign signatures without a trusted authority', () => {
  const [theirs, theirStamp] = [make('foreign', 'open'), make('archive-timestamp', 'open', 'other')];

  test('do not count beside one of ours, and are named', () => {
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

  test('do not count beside a trusted one either', () => {
    const trusted = make('signer', 'valid', 'other');
    expect(summaryOf(facts([theirs, trusted]))).toMatchObject({ outcome: 'unchanged', excused: 1 });
  });

  test('leave the file unconfirmed if alone, or only beside a trusted time-stamp', () => {
    expect(summaryOf(facts([theirs])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([theirs, theirs, stamp])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([theirStamp])).outcome).toBe('unconfirmed');
  });

  test('leave the file unconfirmed in place of the signature that a seal was created for', () => {
    expect(summaryOf(facts([seal, theirs, stamp])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([seal, person, theirs, stamp])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([theirs, seal, person, theirStamp])).outcome).toBe('unchanged');
  });

  test('make the file invalid when broken', () => {
    expect(summaryOf(facts([person, make('foreign', 'broken')])).outcome).toBe('invalid');
    expect(summaryOf(facts([person, make('archive-timestamp', 'broken', 'other')])).outcome).toBe('invalid');
  });

  test('never excuse one of ours that cannot be confirmed', () => {
    expect(summaryOf(facts([person, make('signer', 'open')])).outcome).toBe('unconfirmed');
    expect(summaryOf(facts([person, make('archive-timestamp', 'open')])).outcome).toBe('unconfirmed');
  });
});

test('a name in a certificate cannot manipulate the sentence that contains it', () => {
  const seals = [{ ...seal, certificate: { ...NORTHWIND, subject: `CN=A\u202e\n${'x'.repeat(500)}` } }];
  expect(summaryOf(facts(seals)).sealedBy).toBe(`A${'x'.repeat(119)}`);
});

test('seals and time-stamps do not count as signatures', () => {
  expect(summaryOf(facts([seal, person, stamp, stamp]))).toMatchObject({
    signatures: { valid: 1 },
    seals: { valid: 1 },
    timestamps: { valid: 2 },
    sealedBy: 'Northwind, Inc.',
  });
});
