/**
 * The languages of the service, each by its own name, in display order. All translated text is built from this list:
 * e-mails, the signing and verify pages, the certificate of completion, consent texts, and the choice in the profile.
 * If a language lacks any text, compilation fails. This file has no imports, because the pages bundle it.
 */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  hi: 'हिन्दी',
  ar: 'العربية',
  he: 'עברית',
} as const;
/** The language tag of one of the service's languages. */
export type Language = keyof typeof LANGUAGES;
/** All languages in display order. */
export const ALL_LANGUAGES = Object.keys(LANGUAGES) as readonly Language[];

/** The writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  language === 'ar' || language === 'he' ? 'rtl' : 'ltr';

/**
 * Returns the first preferred language (BCP 47, as in navigator.languages) that the service supports. The region is
 * ignored if necessary.
 */
export function languageOf(wishes: readonly string[]): Language | null {
  for (const wish of wishes) {
    const found = ALL_LANGUAGES.find((one) => one === primaryOf(wish));
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns the primary language tag, such as pt for pt-BR. */
export const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The character ranges of Hebrew, Arabic, Syriac, Thaana, N'Ko, Adlam and other right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates a name with right-to-left letters within a sentence, so that the surrounding words keep their order (UAX
 * #9).
 */
export const isolated = (value: string): string => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);
