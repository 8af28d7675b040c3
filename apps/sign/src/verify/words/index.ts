/** Returns the strings in the first supported language in `wanted` (as in navigator.languages), or else in English. */
import { languageOf } from '@countersign/contract/languages';
import { verify as en } from '@countersign/words/en/verify';
import { VERIFY_WORDS, type VerifyWords } from '@countersign/words/verify';

export async function wordsFor(wanted: readonly string[]): Promise<VerifyWords> {
  try {
    return (await VERIFY_WORDS[languageOf(wanted) ?? 'en']()).verify;
  } catch {
    // If loading fails because of a bad connection, the page is shown in English.
    return en;
  }
}
