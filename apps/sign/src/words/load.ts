/** The words of a language; English comes with the page. */
import { directionOf, type Language } from '@countersign/contract/languages';
import { words as en, type Messages } from './en/index.ts';
import { FILES } from './files.ts';
import { withIsolates } from './isolate.ts';

export type Loaded = { language: Language; m: Messages };
export const ENGLISH: Loaded = { language: 'en', m: withIsolates(en) };

export async function load(language: Language): Promise<Loaded> {
  if (language === 'en') return ENGLISH;
  try {
    const { words } = await FILES[language]();
    return { language, m: directionOf(language) === 'rtl' ? words : withIsolates(words) };
  } catch {
    // Fetched over a bad line: the page in English is better than none.
    return ENGLISH;
  }
}
