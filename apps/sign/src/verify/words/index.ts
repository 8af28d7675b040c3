/** The texts of the first supported language in `wanted` (as in navigator.languages), otherwise English. */
import { languageOf } from '@countersign/contract/languages';
import { verify as en } from '@countersign/words/en/verify';
import { VERIFY_WORDS, type VerifyWords } from '@countersign/words/verify';

export async function wordsFor(wanted: readonly string[]): Promise<VerifyWords> {
  try {
    return (await VERIFY_WORDS[languageOf(wanted) ?? 'en']()).verify;
  } catch {
    // With a bad connection, the page in English is better than none.
    return en;
  }
}
