/** Returns units to show beside numbers in inputs, in the displayed language. */
import { shownLanguage } from '../api/language.ts';

/** A number that requires the most common plural form in every supported language. */
const COMMON = 100;

/** Returns a suffix such as " days". */
export function unitSuffix(unit: 'day' | 'minute' | 'year'): string {
  const parts = new Intl.NumberFormat(shownLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(
    COMMON,
  );
  return parts
    .slice(parts.findIndex(({ type }) => type === 'integer') + 1)
    .map(({ value }) => value)
    .join('');
}
