/** Names in a sentence, as the shown language lists them. */
import { isolated } from '@countersign/contract/languages';
import { shownLanguage } from '../api/language.ts';
import { common } from './common.ts';

/** "Ada, Bo, and Cy". A name in the other direction does not reorder the ones beside it. */
export const listed = (names: readonly string[], type: 'conjunction' | 'unit' = 'conjunction'): string =>
  new Intl.ListFormat(shownLanguage(), { type }).format(names.map(isolated));

/** "Ada, Bo, and 3 more" */
export const listedUpTo = (names: readonly string[], most: number): string =>
  listed(names.length <= most ? names : [...names.slice(0, most), common.more(names.length - most)]);
