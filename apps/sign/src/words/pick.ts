/** Tables of words that are complete in every language of the service, chosen by what the visitor reads. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ja', 'hi', 'ar', 'he'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Picked<T> = { words: T; lang: Language; dir: 'ltr' | 'rtl' };

/** The table for the first language of `wanted` (as in navigator.languages) that there is, else English. */
export function pick<T>(tables: Record<Language, T>, wanted: readonly string[]): Picked<T> {
  const tags = wanted.map((tag) => tag.split('-')[0] ?? tag);
  const lang = tags.map((tag) => LANGUAGES.find((one) => one === tag)).find((one) => one !== undefined) ?? 'en';
  return { words: tables[lang], lang, dir: lang === 'ar' || lang === 'he' ? 'rtl' : 'ltr' };
}
