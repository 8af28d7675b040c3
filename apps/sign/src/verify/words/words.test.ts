import { expect, it } from 'vitest';
import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { verify as en } from '@countersign/words/en/verify';
import { wordsFor } from './index.ts';

/** Returns every string in a table, with sample values for its placeholders. */
const texts = (table: object): string[] =>
  Object.values(table).flatMap((word: unknown) =>
    typeof word === 'function'
      ? [7, 1].map((count) => String((word as (value: unknown) => unknown)(count)))
      : typeof word === 'object' && word !== null
        ? texts(word)
        : [String(word)],
  );

it.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('translates every text into %s', async (language) => {
  const words = await wordsFor([`${language}-XX`, 'en']);
  expect(words.locale).toBe(language);
  expect(words.direction).toBe(language === 'ar' || language === 'he' ? 'rtl' : 'ltr');
  // In English, these sentences come from the service. packages/words checks the other languages.
  const server = { verdicts: {}, changes: {}, reasons: {} };
  const [own, english] = [texts({ ...words, ...server }), texts({ ...en, ...server })];
  expect(own).toHaveLength(english.length);
  // Strings that may be the same in several languages: the writing direction and shared words.
  const shared = /^(ltr|rtl|Signatures?|Version \d)$/;
  expect(own.filter((text, index) => text === english[index] && !shared.test(text))).toEqual([]);
  expect(own.filter((text, index) => english[index]?.includes('7') === true && !text.includes('7'))).toEqual([]);
});

it('uses English for an unsupported language', async () => {
  expect((await wordsFor(['tlh', 'constructor'])).locale).toBe('en');
});
