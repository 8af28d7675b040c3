import { expect, test } from 'vitest';

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

const make = (kind: Judged['kind'], state: 'valid' | 'open' | 'broken' = 'valid'): Judged => ({
  kind,
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
    'Do not rely on this document: something is wrong with the file around its signatures.',
  ],
  [
    'an authority that is not known here',
    facts([seal, make('foreign', 'open')]),
    'unconfirmed',
    'The signature could not be confirmed.',
  ],
  ['none', facts([]), 'unsigned', 'This document carries no signature.'],
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

test('a signature that the upload came with counts for nothing, and is named', () => {
  const came = make('foreign', 'open');
  const summary = summaryOf(facts([came, person], { excused: [came] }));
  expect(summary).toMatchObject({ outcome: 'unchanged', signatures: { valid: 1, unconfirmed: 0 }, excused: 1 });
  expect(verdictOf(summary)).toBe(
    'The signature is valid. The document has not been changed since. One more signature came with the file and could not be confirmed.',
  );
});

test('a name in a certificate cannot steer the sentence it stands in', () => {
  const seals = [{ ...seal, certificate: { ...NORTHWIND, subject: `CN=A\u202e\n${'x'.repeat(500)}` } }];
  expect(summaryOf(facts(seals)).sealedBy).toBe(`A${'x'.repeat(119)}`);
});

test('seals and time-stamps are no signatures', () => {
  expect(summaryOf(facts([seal, person, stamp, stamp]))).toMatchObject({
    signatures: { valid: 1 },
    seals: { valid: 1 },
    timestamps: { valid: 2 },
    sealedBy: 'Northwind, Inc.',
  });
});
