/** Loads the strings of a language. English is bundled with the page. */
import { directionOf, type Language } from '@countersign/contract/languages';
import { sign as en } from '@countersign/words/en/sign';
import { withIsolates } from '@countersign/words/isolate';
import { SIGN_WORDS, type SignWords } from '@countersign/words/sign';

export type Loaded = { language: Language; m: SignWords };
export const ENGLISH: Loaded = { language: 'en', m: withIsolates(en) };

export async function load(language: Language): Promise<Loaded> {
  if (language === 'en') return ENGLISH;
  try {
    const { sign } = await SIGN_WORDS[language]();
    return { language, m: directionOf(language) === 'rtl' ? sign : withIsolates(sign) };
  } catch {
    // If loading fails because of a bad connection, the page is shown in English.
    return ENGLISH;
  }
}
