/** English comes with the page; every other language is a file of its own, fetched when it is wanted. */
import { words as en, type Messages } from './en/index.ts';
import type { Language } from './languages.ts';

const FILES: Readonly<Record<Language, () => Promise<{ words: Messages }>>> = {
  en: () => Promise.resolve({ words: en }),
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  it: () => import('./it/index.ts'),
  pt: () => import('./pt/index.ts'),
  nl: () => import('./nl/index.ts'),
  pl: () => import('./pl/index.ts'),
  ja: () => import('./ja/index.ts'),
  hi: () => import('./hi/index.ts'),
  ar: () => import('./ar/index.ts'),
  he: () => import('./he/index.ts'),
};

export type Loaded = { language: Language; m: Messages };
export const ENGLISH: Loaded = { language: 'en', m: en };

export async function load(language: Language): Promise<Loaded> {
  try {
    return { language, m: (await FILES[language]()).words };
  } catch {
    // Fetched over a bad line: the page in English is better than none.
    return ENGLISH;
  }
}
