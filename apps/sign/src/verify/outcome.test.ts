import type { FileVerification } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { isPersons, signerOf, stateOf, verdictIn } from './outcome.ts';
import { wordsFor } from './words/index.ts';
import type { Summary } from '@countersign/words/verify';

type Signature = FileVerification['signatures'][number];
const signature = (values: Partial<Signature> = {}): Signature =>
  ({ kind: 'signer', isValid: true, indication: 'TOTAL-PASSED', reasons: [], revision: 2, ...values }) as Signature;
const open = signature({ isValid: false, indication: 'INDETERMINATE', reasons: ['Nobody vouches for it.'] });
const broken = signature({ isValid: false, indication: 'TOTAL-FAILED', reasons: ['Changed.'] });

const none = { valid: 0, unconfirmed: 0, invalid: 0 };
const summary = (values: Partial<Summary>): Summary => ({
  outcome: 'unchanged',
  signatures: none,
  seals: none,
  timestamps: none,
  excused: 0,
  excusedTimestamps: 0,
  sealedBy: 'Northwind Trading',
  ...values,
});
const OUTCOMES: readonly Summary['outcome'][] = [
  'unchanged',
  'permitted',
  'certified',
  'sealed',
  'completion-certificate',
  'timestamped',
  'unconfirmed',
  'invalid',
  'unsigned',
  'unreadable',
];
const report = (given: Summary) => ({ verdict: 'The service says so.', summary: given }) as FileVerification;

it("uses the server's sentence for the verdict in English", async () => {
  const words = await wordsFor(['en']);
  for (const outcome of OUTCOMES) expect(verdictIn(report(summary({ outcome })), words)).toBe('The service says so.');
});

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('verdict in %s', (language) => {
  const said = async (values: Partial<Summary>): Promise<string> =>
    verdictIn(report(summary(values)), await wordsFor([language]));

  it('has a separate sentence for every outcome', async () => {
    const all = await Promise.all(OUTCOMES.map((outcome) => said({ outcome })));
    expect(new Set(all).size).toBe(OUTCOMES.length);
  });

  it('counts only signatures by people', async () => {
    const both = { valid: 2, unconfirmed: 0, invalid: 0 };
    const one = { valid: 1, unconfirmed: 0, invalid: 0 };
    const [two, single] = [
      await said({ signatures: both, seals: one, timestamps: one }),
      await said({ signatures: one }),
    ];
    expect(two).not.toBe(single);
    expect(two).not.toMatch(/[34]/);
    expect(await said({ signatures: both })).toBe(two);
  });

  it('names the sealing organization, and attributes errors in a seal to the seal', async () => {
    for (const outcome of ['certified', 'sealed', 'completion-certificate'] as const)
      expect(await said({ outcome })).toContain('Northwind Trading');
    const one = { valid: 0, unconfirmed: 1, invalid: 1 };
    for (const outcome of ['unconfirmed', 'invalid'] as const)
      expect(await said({ outcome, seals: one })).not.toBe(await said({ outcome, signatures: one }));
  });
});

it('lists seals and time-stamps separately from signatures', () => {
  const kinds = ['signer', 'foreign', 'certification', 'archive-timestamp'] as const;
  expect(kinds.map((kind) => isPersons(signature({ kind })))).toEqual([true, true, false, false]);
});

it('describes a signature as valid, undetermined or broken', () => {
  expect([signature(), open, broken].map(stateOf)).toEqual(['valid', 'unconfirmed', 'invalid']);
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
