import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { MAIL_WORDS, type MailKey } from '@countersign/words/mail';
import { describe, expect, test } from 'vitest';
import { speech } from './language.ts';
import { placesOf } from './phrase.ts';
import { ALL_MAILS, LINK } from './templates/samples.fixture.ts';
import { columns } from './templates/text.ts';

const { en } = MAIL_WORDS;
const KEYS = Object.keys(en) as MailKey[];
/** Returns the text that a reader sees, without markup, styles and title. */
const visible = (html: string): string => html.replace(/<(style|title)>?[^]*?<\/\1>/gu, '').replace(/<[^>]*>/gu, ' ');

describe.each(ALL_LANGUAGES)('%s', (language) => {
  const messages = MAIL_WORDS[language];

  test('uses the same placeholders in every text as in its English version, and leaves no text empty', () => {
    for (const key of KEYS) {
      // A translation may use a placeholder more than once, so only the sets of placeholders are compared.
      expect(new Set(placesOf(messages[key])), key).toEqual(new Set(placesOf(en[key])));
      expect(messages[key].trim(), key).toBe(messages[key]);
      expect(messages[key], key).not.toBe('');
    }
  });

  test('contains no untranslated English text', () => {
    const same = KEYS.filter((key) => messages[key] === en[key] && messages[key].split(' ').length > 2);
    expect(same).toEqual(language === 'en' ? KEYS.filter((key) => en[key].split(' ').length > 2) : []);
  });

  test.each(Object.entries(ALL_MAILS))('fills in the e-mail "%s" without missing values', (_name, render) => {
    const { subject, text, html } = render({ speech: speech(language) });
    for (const part of [subject, text, visible(html)])
      expect(part).not.toMatch(/[{}]|undefined|\bnull\b|NaN|\[object/u);
    expect(subject.length).toBeLessThanOrEqual(150);
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
    const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr';
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    // Some clients drop <html> but keep tables.
    expect(html.match(new RegExp(`<table[^>]*dir="${direction}"`, 'gu'))?.length).toBeGreaterThanOrEqual(2);
    const lines = text.split('\n');
    expect(lines.includes(LINK)).toBe(html.includes(`href="${LINK}"`));
    // A line of a signed note must not be wrapped.
    for (const line of lines)
      if (!/^(https:\/\/|\u2014 )/u.test(line)) expect(columns(line), line).toBeLessThanOrEqual(72);
  });
});

describe('languages of e-mails', () => {
  test.each([
    [['de-AT', 'fr'], 'de'],
    [[null, undefined, 'pt-BR'], 'pt'],
    [['xx', 'zz-ZZ'], 'en'],
    [['sv', 'NL'], 'nl'],
    [[''], 'en'],
  ])('resolves the locale %j to "%s"', (wishes, language) => {
    expect(speech(...wishes).language).toBe(language);
  });

  const at = new Date('2026-12-20T17:05:00Z');
  test.each([
    ['en', '20 December 2026 at 17:05'],
    ['en-US', 'December 20, 2026 at 05:05 PM'],
    ['de', '20. Dezember 2026 um 17:05'],
    ['pl', '20 grudnia 2026 17:05'],
    ['ja', '2026年12月20日 17:05'],
    ['ar', '20 ديسمبر 2026'],
  ])('formats times in e-mails for the locale "%s"', (locale, expected) => {
    expect(
      speech(locale)
        .time(at)
        .replaceAll(/[\u00A0\u202F]/gu, ' ')
        .replaceAll('،', ''),
    ).toContain(expected);
    expect(speech(locale).time(at)).toMatch(/UTC$/u);
  });

  test('shows times in the time zone of the profile, with the name of the time zone', () => {
    const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/gu, ' ');
    expect(plain(speech('en-US').inZone('America/New_York').time(at))).toBe('December 20, 2026 at 12:05 PM EST');
    expect(plain(speech('de').inZone('Europe/Berlin').time(at))).toBe('20. Dezember 2026 um 18:05 MEZ');
    expect(speech('de').inZone(null).time(at)).toMatch(/UTC$/u);
  });

  test('uses the plural forms and durations of the language', () => {
    const now = new Date('2026-12-17T17:00:00Z');
    expect(speech('pl').until(at, now)).toBe('za 3 dni');
    expect(speech('pl').until(at, new Date('2026-12-15T17:00:00Z'))).toBe('za 5 dni');
    expect(speech('en').until(at, new Date('2026-12-20T15:30:00Z'))).toBe('in 1 hour');
    // The e-mail was queued ten days before the deadline, and written a moment later.
    expect(speech('en').until(at, new Date('2026-12-10T17:05:04Z'))).toBe('in 10 days');
    expect(speech('en').until(at, new Date('2026-12-10T19:05:00Z'))).toBe('in 9 days');
    expect(speech('de').span(48)).toBe('48 Stunden');
    expect(speech('fr').span(336)).toMatch(/^14.jours$/u);
  });
});

test('isolates a right-to-left name in a left-to-right e-mail', () => {
  const { text, html } = speech('en').say('invitation.heading', { sender: 'שרה כהן' });
  expect(text).toContain('\u2068שרה כהן\u2069');
  expect(html.markup).toContain('<span dir="auto">שרה כהן</span>');
  expect(speech('en').say('invitation.heading', { sender: 'Ada Lovelace' }).text).not.toMatch(/[\u2066-\u2069]/);
});

test('uses every translated text in at least one e-mail', () => {
  const features = fileURLToPath(new URL('..', import.meta.url));
  const sources = globSync('**/*.ts', { cwd: features, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(path.join(features, file), 'utf8'))
    .join('\n');
  // Templates build keys from the name of an e-mail and a suffix: `invitation` and `.subject`.
  const isUsed = (key: string): boolean =>
    sources.includes(`'${key}'`) ||
    new RegExp(`['\`]${key.split('.')[0]}['\`.]|^ +${key.split('.')[0]}: `, 'm').test(sources);
  expect(KEYS.filter((key) => !isUsed(key))).toEqual([]);
});
