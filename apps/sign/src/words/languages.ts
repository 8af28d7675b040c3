/** The languages of the service, as each calls itself, in the order of the choice on the page. */
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
export type Language = keyof typeof LANGUAGES;
export const ALL_LANGUAGES = Object.keys(LANGUAGES) as readonly Language[];

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
