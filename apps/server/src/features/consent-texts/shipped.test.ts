import { ALL_LANGUAGES } from '@countersign/contract/languages';
import { expect, test } from 'vitest';
import { consentFor, consentOf } from './given.ts';
import { consentHash, SHIPPED, shippedAt } from './shipped.ts';

const at = (day: string) => new Date(`${day}T12:00:00.000Z`);

test('uses the consent text that was in force when the document was sent', () => {
  expect(consentFor('en', [], at('2026-11-20')).version).toBe('2026-11-01');
  expect(consentFor('en', [], at('2026-12-01')).version).toBe('2026-11-28');
  expect(consentFor('en', [], at('2020-01-01')).version).toBe('2026-11-01');
  for (const day of ['2026-11-20', '2026-12-01'])
    expect(shippedAt(at(day)).map(({ language }) => language)).toEqual([...ALL_LANGUAGES]);
});

test('finds every version of a consent text in every language from the hash in a signature', () => {
  expect(new Set(SHIPPED.map(({ sha256 }) => sha256)).size).toBe(2 * ALL_LANGUAGES.length);
  for (const { sha256, version, text } of SHIPPED) {
    expect(sha256).toBe(consentHash(version, text));
    expect(consentOf(sha256, [])?.text).toBe(text);
  }
});

test('never changes a published consent text', () => {
  const english = SHIPPED.find(({ version, language }) => version === '2026-11-01' && language === 'en');
  expect(english?.sha256).toBe('e31782f3d0d31371e0c5a75d96e442d3e9fa0be94dadfa185dc8d3ed31e39605');
});

test('includes every statement that 15 U.S.C. 7001(c)(1) requires in the consent text', () => {
  const { text } = consentFor('en', [], at('2026-12-01'));
  // A consent text must cover paper copies before and after signing, withdrawal and its effect, the scope of the
  // consent, changes of address, and technical requirements.
  for (const part of [
    'paper copy instead',
    'paper copy after signing',
    'withdraw',
    'stays valid',
    'This consent covers',
    'e-mail address changes',
    'program that shows PDF files',
  ])
    expect(text).toContain(part);
});
