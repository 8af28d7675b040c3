import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { figuresIn } from '@countersign/words/figures';
import { ALL_LANGUAGES, type Language, languageOf } from '@countersign/contract/languages';
import { ENGLISH, load } from './load.ts';
import { MAIL_WORDS } from '@countersign/words/mail';

const FIELD = { label: 'Place', required: true, done: false, page: 7, value: '' };

/** Words that are spelled the same in English and in another language. */
const SHARED = [
  'Countersign',
  'Code',
  'Name',
  'Text',
  'Signature',
  'Date',
  'E-mail',
  'Document',
  'Page 7',
  '7 pages',
  'page 7',
  'File',
  'Style 7',
];

/** Returns every string with its property path. The placeholders are filled with 7 and 8. */
function textsOf(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([name, word]: [string, unknown]): [string, string][] => {
    const at = `${path}.${name}`;
    if (typeof word === 'object' && word !== null) return textsOf(word, at);
    if (typeof word !== 'function') return [[at, String(word)]];
    const say = word as (...values: unknown[]) => string;
    return [[at, name === 'fieldName' ? say(FIELD) : say(7, 8)]];
  });
}

async function allTextsOf(language: Language): Promise<Map<string, string>> {
  const { m } = await load(language);
  return new Map(textsOf(m));
}

it('selects the first supported language, with or without a region', () => {
  expect(languageOf(['tlh', 'pt-BR', 'en'])).toBe('pt');
  expect(languageOf(['HE-il'])).toBe('he');
  expect(languageOf(['de-CH', 'fr'])).toBe('de');
  expect(languageOf(['constructor', '__proto__'])).toBeNull();
  expect(languageOf([])).toBeNull();
});

/** The verb for voiding, which e-mails and pages must use consistently (in English, "void"). */
const VOIDED: Record<Language, RegExp> = {
  en: /void/i,
  de: /zurückgezogen/i,
  fr: /retiré/i,
  es: /retir/i,
  it: /ritirat/i,
  pt: /retir/i,
  nl: /ingetrokken/i,
  pl: /wycof/i,
  ja: /取り下げ/,
  hi: /वापस ले|वापस लिया/,
  ar: /سحب|سُحب/,
  he: /ביטל|בוטל/,
};

it.each(ALL_LANGUAGES)('uses the same word for a voided document in e-mails and on pages: %s', async (language) => {
  const { m } = await load(language);
  const { stopped } = m;
  const { standing, after } = m.package;
  const mails = MAIL_WORDS[language];
  const texts = [stopped.voided.title, stopped.voided.what, standing.voided, after.voided('x')];
  for (const text of [
    ...texts,
    mails['voided.subject'],
    mails['voided.label'],
    mails['voided.heading'],
    mails['voided.lead'],
  ])
    expect(text).toMatch(VOIDED[language]);
});

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  it('has a translation of every text', async () => {
    const [own, english] = [await allTextsOf(language), await allTextsOf('en')];
    expect([...own.keys()]).toEqual([...english.keys()]);
    expect([...own].filter(([path, text]) => text.trim() === '' && english.get(path) !== '')).toEqual([]);
    const same = [...own].filter(([path, text]) => text === english.get(path) && text !== '');
    expect(same.filter(([, text]) => !SHARED.includes(text.replace('\u00a0', ' ')))).toEqual([]);
  });

  it('keeps every placeholder from the English text', async () => {
    const { number } = figuresIn(language);
    const english = await allTextsOf('en');
    const lacks = (text: string, path: string): boolean =>
      [7, 8].some((value) => {
        const isPutIn = english.get(path)?.includes(String(value)) === true && !path.endsWith('.fingerprintNote');
        return isPutIn && !text.includes(String(value)) && !text.includes(number(value));
      });
    expect([...(await allTextsOf(language))].filter(([path, text]) => lacks(text, path))).toEqual([]);
  });

  it('has a plural form for every number', async () => {
    const { m } = await load(language);
    const { pageCount, daysLeft, codeWrong, trySeconds } = m;
    const counted = [pageCount, daysLeft, codeWrong, trySeconds, m.faults.short, m.faults.long, m.faults.decimals];
    const texts = counted.flatMap((say) => [0, 1, 2, 3, 5, 11, 21, 22, 100, 1_000_000].map((count) => say(count)));
    expect(texts.filter((text) => text === '' || text.includes('#'))).toEqual([]);
  });

  it('uses the exact label of a button in sentences about the button', async () => {
    const { m } = await load(language);
    expect(m.nothingYet).toContain(m.signDocument);
    expect(m.whatHappens('', '')).toContain(m.signDocument);
    expect(m.nothingYetApprover).toContain(m.approveDocument);
    expect(m.whatHappensApprove('', '')).toContain(m.approveDocument);
    expect(m.drawSurface).toContain(m.type);
  });
});

it('has no unused text for the pages of the signing app', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*'] })
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n');
  const unused = (words: object): string[] => Object.keys(words).filter((name) => !sources.includes(name));
  const { m } = ENGLISH;
  const parts = [m, m.attachments, m.hands, m.inPerson, m.package, m.roles, m.savedSignature, m.secondStep];
  expect(parts.flatMap(unused)).toEqual([]);
});

it('falls back to English if another language cannot be loaded', async () => {
  expect(await load('tlh' as Language)).toBe(ENGLISH);
});

it('isolates a right-to-left name in a left-to-right sentence', async () => {
  const { m } = await load('de');
  expect(m.asksToSign('שרה כהן')).toContain('\u2068שרה כהן\u2069');
  expect(m.asksToSign('Ada Lovelace')).not.toMatch(/[\u2066-\u2069]/);
  expect(m.pageCount(2)).toBe('2 Seiten');
});
