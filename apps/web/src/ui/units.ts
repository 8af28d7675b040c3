/** Units beside numbers in inputs, in the shown language. */
import { shownLanguage } from '../api/language.ts';

/** Of a number that takes the common plural form in every language here. */
const COMMON = 100;

/** " days" */
export function unitSuffix(unit: 'day' | 'minute' | 'year'): string {
  const parts = new Intl.NumberFormat(shownLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(
    COMMON,
  );
  return parts
    .slice(parts.findIndex(({ type }) => type === 'integer') + 1)
    .map(({ value }) => value)
    .join('');
}
