/** Lists names in a sentence, according to the displayed language. */
import { directionOf, isolated, type Language } from '@countersign/contract/languages';
import { shownLanguage } from '../api/language.ts';
import { common } from './common.ts';

/**
 * Returns text such as "Ada, Bo, and Cy". A name in the other writing direction does not reorder its neighbors. A
 * right-to-left mark sets the direction of a list that starts with a left-to-right name (UAX #9 §2.6).
 */
export const listed = (
  names: readonly string[],
  type: 'conjunction' | 'unit' = 'conjunction',
  language: Language = shownLanguage(),
): string =>
  (directionOf(language) === 'rtl' ? '\u200f' : '') +
  new Intl.ListFormat(language, { type }).format(names.map(isolated));

/** Returns text such as "Ada, Bo, and 3 more". */
export const listedUpTo = (names: readonly string[], most: number): string =>
  listed(names.length <= most ? names : [...names.slice(0, most), common.more(names.length - most)]);
