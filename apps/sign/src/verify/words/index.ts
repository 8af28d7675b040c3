/** Each language is a file of its own, fetched when it is wanted. */
import { LANGUAGES, type Language } from '../../words/pick.ts';
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
  const tags = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const found = tags.map((tag) => LANGUAGES.find((one) => one === tag)).find((one) => one !== undefined) ?? 'en';
  try {
    return (await LOADED[found]()).words;
  } catch {
    // Fetched over a bad line: the page in English is better than none.
    return en;
  }
}
