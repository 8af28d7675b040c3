import { ALL_LANGUAGES, type Language } from '@countersign/contract/languages';
import { expect, test } from 'vitest';
import { AUDIT_WORDS, auditTextIn } from './audit.ts';
import { figuresIn } from './figures.ts';

const TRANSLATED = ALL_LANGUAGES.filter((language) => language !== 'en');

type Words = { readonly [name: string]: unknown };

/** Returns the sentences, keyed by names such as `documents.sent`. The words for codes are not included. */
function sentencesOf(language: Language): Map<string, unknown> {
  return new Map(
    Object.entries(AUDIT_WORDS[language]).flatMap(([group, sentences]) =>
      Object.entries(group === 'names' ? {} : (sentences as Words)).map(
        ([name, sentence]) => [`${group}.${name}`, sentence] as const,
      ),
    ),
  );
}

type Sentence = (...values: number[]) => string;
/** Values that the test inserts. No sentence contains these numbers itself. */
const VALUES = [71, 83, 97];

test.each(ALL_LANGUAGES)('inserts every value into every sentence about an audit entry in %s', (language) => {
  const { number } = figuresIn(language);
  const english = sentencesOf('en');
  const lacking = [...sentencesOf(language)].flatMap(([name, sentence]) => {
    const { length: count } = english.get(name) as Sentence | string;
    if (typeof sentence !== 'function') return typeof english.get(name) === 'string' ? [] : [name];
    const values = VALUES.slice(0, count);
    const text = (sentence as Sentence)(...values);
    return values.every((value) => text.includes(String(value)) || text.includes(number(value))) ? [] : [name];
  });
  expect(lacking).toEqual([]);
});

test.each(TRANSLATED)('translates every sentence into %s', (language) => {
  const english = sentencesOf('en');
  const textOf = (sentence: unknown) =>
    typeof sentence === 'function' ? (sentence as Sentence)(...VALUES) : String(sentence);
  const same = [...sentencesOf(language)].filter(([name, sentence]) => textOf(sentence) === textOf(english.get(name)));
  expect(same.map(([name]) => name)).toEqual([]);
});

test('shows times, sizes and amounts in English in the same format as in exported files', () => {
  const { time, minute, day, size, euros } = auditTextIn('en');
  const at = '2027-01-31T09:30:12.000Z';
  expect([time(at), minute(at), day(at)]).toEqual([at, '2027-01-31 09:30 UTC', '2027-01-31']);
  expect([999, 24_607, 49_000_000].map(size)).toEqual(['999 bytes', '24.6 kB', '49 MB']);
  expect(euros(4900)).toBe('49.00 EUR');
});

test('shows times, sizes and amounts in the format of the language', () => {
  const { time, minute, day, size, euros } = auditTextIn('de');
  const at = '2027-01-31T09:30:12.000Z';
  expect([time(at), minute(at), day(at)]).toEqual(['31.01.2027, 09:30:12 UTC', '31.01.2027, 09:30 UTC', '31.01.2027']);
  expect([999, 24_607, 49_000_000].map(size)).toEqual(['999 Byte', '24,6 kB', '49 MB']);
  expect(euros(490_000)).toBe('4.900,00 EUR');
});

test('shows missing values as unknown, and codes without a translation unchanged', () => {
  const { names, text, name, minute, properties } = auditTextIn('de');
  expect([text(undefined), minute(null), name(names.roles, undefined)]).toEqual([
    'unbekannt',
    'unbekannt',
    'unbekannt',
  ]);
  expect([minute('soon'), name(names.roles, 'auditor'), name(names.roles, 'constructor')]).toEqual([
    'soon',
    'auditor',
    'constructor',
  ]);
  expect([properties('title, planned'), properties('active url', ' '), properties('')]).toEqual([
    'Titel, Empfänger, Felder oder Nachricht',
    'Zustand, URL',
    'nichts',
  ]);
});
