import type { FileVerification, Verification } from '@countersign/contract';
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { describe, expect, it } from 'vitest';
import { documentVerdictIn, stateOf, verdictIn } from './verdict.ts';
import { type Summary, VERIFY_WORDS, type VerifyWords } from './verify.ts';

type Signature = FileVerification['signatures'][number];

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
const verdict = 'The service says so.';
const wordsIn = async (language: Language): Promise<VerifyWords> => (await VERIFY_WORDS[language]()).verify;
const documentOf = (given: Summary, signatures: Partial<Signature>[]) =>
  ({ verdict, summary: given, signatures }) as Verification;

it("shows the server's verdict unchanged in English", async () => {
  const words = await wordsIn('en');
  for (const outcome of OUTCOMES) {
    expect(verdictIn({ verdict, summary: summary({ outcome }) }, words)).toBe(verdict);
    expect(documentVerdictIn(documentOf(summary({ outcome }), []), words)).toBe(verdict);
  }
});

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('verdict in %s', (language) => {
  const said = async (values: Partial<Summary>): Promise<string> =>
    verdictIn({ verdict, summary: summary(values) }, await wordsIn(language));

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

  it('names the sealing organization and attributes errors in a seal to the seal', async () => {
    for (const outcome of ['certified', 'sealed', 'completion-certificate'] as const)
      expect(await said({ outcome })).toContain('Northwind Trading');
    const one = { valid: 0, unconfirmed: 1, invalid: 1 };
    for (const outcome of ['unconfirmed', 'invalid'] as const)
      expect(await said({ outcome, seals: one })).not.toBe(await said({ outcome, signatures: one }));
  });

  it('does not attribute the error to a seal if only the file or stored data contradicts the signatures', async () => {
    const one = { valid: 0, unconfirmed: 0, invalid: 1 };
    const file = await said({ outcome: 'invalid' });
    expect(file).not.toBe(await said({ outcome: 'invalid', seals: one }));
    expect(file).not.toBe(await said({ outcome: 'invalid', timestamps: one }));
  });

  it('states that no recipient has signed, unless another verdict on the file takes precedence', async () => {
    const words = await wordsIn(language);
    const foreign = { kind: 'foreign', origin: 'other' } as const;
    const own = { kind: 'signer', origin: 'own' } as const;
    const nobody = documentVerdictIn(documentOf(summary({}), [foreign]), words);
    expect(nobody).not.toBe(await said({}));
    expect(documentVerdictIn(documentOf(summary({}), [foreign, own]), words)).toBe(await said({}));
    for (const outcome of ['certified', 'invalid', 'unconfirmed', 'unreadable'] as const)
      expect(documentVerdictIn(documentOf(summary({ outcome }), []), words)).toBe(await said({ outcome }));
  });
});

it('describes a signature as valid, undetermined or broken', () => {
  expect(
    [
      { isValid: true, indication: 'TOTAL-PASSED' } as const,
      { isValid: false, indication: 'INDETERMINATE' } as const,
      { isValid: false, indication: 'TOTAL-FAILED' } as const,
    ].map(stateOf),
  ).toEqual(['valid', 'unconfirmed', 'invalid']);
});
