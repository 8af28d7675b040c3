import { expect, it } from 'vitest';
import { ATTACHMENTS } from './attachments.ts';
import { IN_PERSON } from './in-person.ts';
import { PACKAGE } from './package.ts';
import { LANGUAGES, pick } from './pick.ts';
import { SECOND_STEP } from './second-step.ts';

it('the first language that there is, by region or without, and English for the rest', () => {
  expect(pick(IN_PERSON, ['tlh', 'pt-BR', 'en']).lang).toBe('pt');
  expect(pick(IN_PERSON, ['constructor']).lang).toBe('en');
  expect(pick(IN_PERSON, ['he-IL'])).toMatchObject({ lang: 'he', dir: 'rtl' });
});

it.each(LANGUAGES.filter((lang) => lang !== 'en'))('%s has words of its own', (lang) => {
  const texts = (words: object): string[] =>
    Object.values(words).flatMap((word: unknown) =>
      typeof word === 'function'
        ? [String((word as (value: unknown) => unknown)('7'))]
        : typeof word === 'object' && word !== null
          ? texts(word)
          : [String(word)],
    );
  const own = [IN_PERSON[lang], SECOND_STEP[lang], ATTACHMENTS[lang], PACKAGE[lang]].flatMap(texts);
  const english = [IN_PERSON.en, SECOND_STEP.en, ATTACHMENTS.en, PACKAGE.en].flatMap(texts);
  expect(own).toHaveLength(english.length);
  // "Code" is a word of several languages.
  expect(own.filter((text, index) => text === english[index] && text !== 'Code')).toEqual([]);
  expect(own.filter((text, index) => english[index]?.includes('7') === true && !text.includes('7'))).toEqual([]);
});
