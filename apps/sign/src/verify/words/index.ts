/** Each language is a file of its own, fetched when it is wanted. */
import { type Language, languageOf } from '@countersign/contract/languages';
import { words as en } from './en.ts';
import type { Words } from './words.ts';

const LOADED: Record<Language, () => Promise<{ words: Words }>> = {
  en: () => Promise.resolve({ words: en }),
  de: () => import('./de.ts'),
  fr: () => import('./fr.ts'),
  es: () => import('./es.ts'),
  it: () => import('./it.ts'),
  pt: () => import('./pt.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  ja: () => import('./ja.ts'),
  hi: () => import('./hi.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
};

/** The first language of `wanted` (as in navigator.languages) that there is, else English. */
export async function wordsFor(wanted: readonly string[]): Promise<Words> {
  try {
    return (await LOADED[languageOf(wanted) ?? 'en']()).words;
  } catch {
    // Fetched over a bad line: the page in English is better than none.
    return en;
  }
}
