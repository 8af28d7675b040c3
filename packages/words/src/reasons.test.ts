import type { ReasonFacts } from '@countersign/contract';
import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { describe, expect, it } from 'vitest';
import { reasonIn } from './reasons.ts';
import { VERIFY_WORDS, type VerifyWords } from './verify.ts';

const wordsIn = async (language: Language): Promise<VerifyWords> => (await VERIFY_WORDS[language]()).verify;
const message = 'The service says so.';
const facts = (values: Partial<ReasonFacts>): ReasonFacts => ({
  code: 'weak',
  message,
  detail: null,
  change: null,
  ...values,
});
const change: ReasonFacts['change'] = {
  code: 'page',
  field: null,
  page: 7,
  signer: null,
  before: null,
  after: null,
  parts: ['Contents'],
  detail: 'object 12 was replaced',
};

it("shows the server's reasons unchanged in English", async () => {
  expect(reasonIn(message, [facts({})], await wordsIn('en'))).toBeUndefined();
});

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('reasons in %s', (language) => {
  const said = async (values: Partial<ReasonFacts>) => reasonIn(message, [facts(values)], await wordsIn(language));

  it('has a separate, complete sentence for every code', async () => {
    const sentences = Object.values((await wordsIn(language)).reasons?.sentences ?? {});
    expect(new Set(sentences).size).toBe(33);
    expect(sentences.filter((text) => !/[.。।]$/.test(text))).toEqual([]);
  });

  it('names the change after signing, the number of further changes, and the recipient', async () => {
    const changed = await said({ code: 'changed', change });
    expect(changed?.text).toContain('7');
    expect(changed?.detail).toBe('object 12 was replaced');
    expect((await said({ code: 'more-changes', detail: '31' }))?.text).toContain('31');
    const recipient = await said({ code: 'recorded-signature-missing', detail: 'ann@example.org' });
    expect(recipient).toEqual({ text: expect.stringContaining('\u2068ann@example.org\u2069'), detail: null });
  });

  it('distinguishes the certificate of a time-stamping authority from that of the signer', async () => {
    const signer = (await said({ code: 'certificate-expired' }))?.text ?? '';
    const authority = (await said({ code: 'authority-expired' }))?.text ?? '';
    expect(signer).not.toBe('');
    expect(authority).toContain(signer);
    expect(authority).not.toBe(signer);
  });

  it('returns nothing for a reason that has no translation', async () => {
    expect(await said({ code: 'nonce-mismatch' })).toBeUndefined();
    expect(await said({ code: 'constructor' as ReasonFacts['code'] })).toBeUndefined();
    expect(reasonIn('Another sentence.', [facts({})], await wordsIn(language))).toBeUndefined();
  });
});
