import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppWords } from '@countersign/words/app';
import { common as english } from '@countersign/words/en/app/common';

const GERMAN = {
  app: {
    common: { ...english, documents: 'Dokumente' },
    errorCodes: { WRONG_PASSWORD: 'Das Passwort ist falsch.' },
    faults: { empty: 'Leer.', too_long: 'Höchstens {limit} Zeichen.', email: 'Keine E-Mail-Adresse.' },
  } as AppWords,
};
const stored = new Map<string, string>();
const reload = vi.fn<() => void>();

beforeEach(() => {
  vi.resetModules();
  stored.clear();
  reload.mockClear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  vi.stubGlobal('navigator', { languages: ['tlh', 'de-CH', 'en'] });
  vi.stubGlobal('document', { documentElement: { lang: 'en', dir: '' } });
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('uses a loaded language for texts and dates, and as the language of the page', async () => {
  const { inLanguage, loadLanguage, shownLocale } = await import('./language.ts');
  expect([inLanguage('common', english).documents, shownLocale()]).toEqual(['Documents', undefined]);
  await loadLanguage({ de: () => Promise.resolve(GERMAN) });
  expect([inLanguage('common', english).documents, shownLocale()]).toEqual(['Dokumente', 'de']);
  expect(document.documentElement.lang).toBe('de');
});

test('translates common errors, and returns no translation for English or for other errors', async () => {
  const { errorIn, loadLanguage } = await import('./language.ts');
  expect(errorIn('WRONG_PASSWORD')).toBeUndefined();
  await loadLanguage({ de: () => Promise.resolve(GERMAN) });
  expect([errorIn('WRONG_PASSWORD'), errorIn('PLAN_REQUIRED')]).toEqual(['Das Passwort ist falsch.', undefined]);
});

test('explains common input errors in the loaded language, with the limit or the expected format', async () => {
  const { faultIn, loadLanguage } = await import('./language.ts');
  const { faultText } = await import('./errors.ts');
  const tooLong = { field: 'name', code: 'too_long', message: 'must have at most 200 characters', limit: 200 };
  expect([faultIn(tooLong), faultText(tooLong)]).toEqual([undefined, 'Must have at most 200 characters.']);
  await loadLanguage({ de: () => Promise.resolve(GERMAN) });
  expect(faultText(tooLong)).toBe('Höchstens 200 Zeichen.');
  expect(faultText({ field: 'name', code: 'too_long', message: 'must be short' })).toBe('Must be short.');
  const address = { field: 'email', code: 'wrong_format', message: 'must be an e-mail address' };
  expect(faultText({ ...address, format: 'email' })).toBe('Keine E-Mail-Adresse.');
  expect(faultText(address)).toBe('Must be an e-mail address.');
  expect(faultIn({ code: 'empty' })).toBe('Leer.');
});

test("prefers the profile's language to the browser's language", async () => {
  const { inLanguage, loadLanguage, showLanguage } = await import('./language.ts');
  showLanguage('en');
  await loadLanguage({ de: () => Promise.resolve(GERMAN) });
  expect(inLanguage('common', english).documents).toBe('Documents');
});

test('shows English if the language is not available or cannot be loaded', async () => {
  const { inLanguage, loadLanguage } = await import('./language.ts');
  await loadLanguage({});
  await loadLanguage({ de: () => Promise.reject(new Error('offline')) });
  expect(inLanguage('common', english).documents).toBe('Documents');
});

test('reloads the page once when the user changes to another available language', async () => {
  const { showLanguage } = await import('./language.ts');
  showLanguage('fr', { de: () => Promise.resolve(GERMAN) });
  expect(reload).not.toHaveBeenCalled();
  showLanguage('de-AT', { de: () => Promise.resolve(GERMAN) });
  showLanguage('de-AT', { de: () => Promise.resolve(GERMAN) });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('displays right-to-left languages from right to left', async () => {
  vi.stubGlobal('navigator', { languages: ['ar-EG'] });
  const { appLanguages, loadLanguage, shownLanguage } = await import('./language.ts');
  const languages = { ar: () => Promise.resolve(GERMAN) };
  await loadLanguage(languages);
  expect([shownLanguage(), document.documentElement.dir]).toEqual(['ar', 'rtl']);
  expect(appLanguages(languages)).toEqual(['en', 'ar']);
});

test('keeps the language that the user chose before sign-in', async () => {
  const { chooseLanguage, loadLanguage, shownLanguage } = await import('./language.ts');
  const languages = { de: () => Promise.resolve(GERMAN) };
  chooseLanguage('en');
  expect(reload).toHaveBeenCalledTimes(1);
  await loadLanguage(languages);
  expect(shownLanguage()).toBe('en');
});
