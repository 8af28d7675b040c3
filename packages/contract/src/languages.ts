/**
 * The languages of the service, as each calls itself, in the order in which they are offered. Everything that speaks to people in
 * their own language is built from this list (mails, signing and verify page, certificate of completion, consent, the profile's
 * choice): a language that lacks its words anywhere does not compile. Imports nothing, because the pages bundle it.
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
/** The tag of a language of the service. */
export type Language = keyof typeof LANGUAGES;
/** In the order in which they are offered. */
export const ALL_LANGUAGES = Object.keys(LANGUAGES) as readonly Language[];

/** In which direction a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  language === 'ar' || language === 'he' ? 'rtl' : 'ltr';

/** The first of the wishes (BCP 47, as in navigator.languages) that the service speaks, with a region or without. */
export function languageOf(wishes: readonly string[]): Language | null {
  for (const wish of wishes) {
    const found = ALL_LANGUAGES.find((one) => one === primaryOf(wish));
    if (found !== undefined) return found;
  }
  return null;
}

/** pt of pt-BR. */
export const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
