import { shownLanguage } from '../api/language.ts';

/** Formats numbers in the language of the app. */
export function numberFormat(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = new Intl.NumberFormat(shownLanguage(), options);
  return (value) => format.format(value);
}

export const numberText = numberFormat();
