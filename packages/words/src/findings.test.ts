import type { TrailFinding } from '@countersign/contract';
import { expect, test } from 'vitest';
import { FINDING_WORDS, findingIn, type FindingWords } from './findings.ts';

const LANGUAGES = Object.keys(FINDING_WORDS) as (keyof typeof FINDING_WORDS)[];
const wordsIn = async (language: keyof typeof FINDING_WORDS): Promise<FindingWords> =>
  (await FINDING_WORDS[language]()).findings;
const finding = (given: Partial<TrailFinding> = {}): TrailFinding => ({
  code: 'document-title',
  message: 'The title of the document is “B”, but entry 0 says “A”.',
  entry: 0,
  revision: null,
  recipient: null,
  values: { subject: null, stored: 'B', recorded: 'A', detail: 'title' },
  ...given,
});

test.each(LANGUAGES)('has a separate sentence for every finding in %s', async (language) => {
  const { sentences } = await wordsIn(language);
  const all = Object.values(sentences);
  expect(all).toHaveLength(47);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((text) => !/[.。।]$/.test(text))).toEqual([]);
});

test.each(LANGUAGES)('states the entry, the revision and the values of a finding in %s', async (language) => {
  const words = await wordsIn(language);
  const values = { subject: 'ann@example.org', stored: 'B{value}', recorded: null, detail: null };
  const { facts } = findingIn(finding({ entry: 7, revision: 3, values }), words) ?? { facts: [] };
  expect(facts).toHaveLength(5);
  for (const [index, value] of ['7', '3', '\u2068ann@example.org\u2069', '\u2068B{value}\u2069', words.none].entries())
    expect(facts[index]).toContain(value);
});

test('omits values that a finding does not have, but keeps its technical detail in English', async () => {
  const values = { subject: null, stored: null, recorded: null, detail: 'It has no entries.' };
  expect(findingIn(finding({ code: 'trail-broken', entry: null, values }), await wordsIn('de'))).toEqual({
    text: 'Der Prüfpfad ist ungültig.',
    facts: [],
    detail: 'It has no entries.',
  });
});

test('shows the subject of a finding only once if it is also one of the compared values', async () => {
  const values = { subject: 'eve@example.org', stored: 'eve@example.org', recorded: null, detail: null };
  const { facts } = findingIn(finding({ code: 'recipient-list', entry: null, values }), await wordsIn('de')) ?? {
    facts: [],
  };
  expect(facts).toEqual(['Gefunden: \u2068eve@example.org\u2069', 'Erwartet: kein Wert']);
});

test('returns no text for a finding with an unknown code, for example from a newer server', async () => {
  for (const code of ['from-the-future', 'constructor'])
    expect(findingIn(finding({ code: code as TrailFinding['code'] }), await wordsIn('de'))).toBeUndefined();
});
