/**
 * The language of the app. English is part of the code. Every other language is one file that is loaded before the app,
 * so that every module has its strings when it starts.
 */
import type { ReceivedFault } from '@countersign/client';
import { ALL_LANGUAGES, directionOf, type Language, languageOf } from '@countersign/contract/languages';
import { APP_WORDS, type AppWords } from '@countersign/words/app';

const STORED = 'countersign.language';
type Languages = Partial<Readonly<Record<Language, () => Promise<{ app: AppWords }>>>>;
let loaded: AppWords | undefined;
let shown: Language = 'en';

/** Returns the profile's language as stored in this browser, or else the browser's own language. */
function preferred(languages: Languages): Language {
  const stored = localStorage.getItem(STORED);
  const language = languageOf(stored === null ? navigator.languages : [stored]) ?? 'en';
  return languages[language] === undefined ? 'en' : language;
}

/** Loads the strings of the preferred language. If they cannot be loaded, the app is shown in English. */
export async function loadLanguage(languages: Languages = APP_WORDS): Promise<void> {
  const language = preferred(languages);
  const load = languages[language];
  if (load === undefined) return;
  try {
    ({ app: loaded } = await load());
    shown = language;
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  } catch {
    // If loading fails because of a bad connection, the app is shown in English.
  }
}

/** Stores the profile's language, and reloads the page if the app is available in that language. */
export function showLanguage(locale: string | null, languages: Languages = APP_WORDS): void {
  const language = locale === null ? null : languageOf([locale]);
  if (language === null) return;
  if (localStorage.getItem(STORED) === language) return;
  localStorage.setItem(STORED, language);
  if (language !== shown && languages[language] !== undefined) location.reload();
}

/** Chooses a language before sign-in, when there is no profile. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  location.reload();
}

export const shownLanguage = (): Language => shown;

export const appLanguages = (languages: Languages = APP_WORDS): readonly Language[] =>
  ALL_LANGUAGES.filter((language) => language === 'en' || languages[language] !== undefined);

/** The language for formatting dates. Undefined in English, so that the browser's own formats apply. */
export const shownLocale = (): Language | undefined => (loaded === undefined ? undefined : shown);

/** Returns the sentence for an error in the loaded language. In English, the server's sentence is shown. */
export const errorIn = (code: string): string | undefined =>
  (loaded?.errorCodes as Readonly<Record<string, string>> | undefined)?.[code];

/** Returns the sentence for an input error in the loaded language. In English, the server's sentence is shown. */
export function faultIn({ code, format, limit }: Pick<ReceivedFault, 'code' | 'format' | 'limit'>): string | undefined {
  const text = (loaded?.faults as Readonly<Record<string, string>> | undefined)?.[format ?? code];
  return limit === undefined && text?.includes('{limit}') ? undefined : text?.replace('{limit}', String(limit));
}

/** Returns the strings of an area of the app in the loaded language. */
export const inLanguage = <A extends Exclude<keyof AppWords, 'errorCodes' | 'faults'>>(
  area: A,
  english: AppWords[A],
): AppWords[A] => loaded?.[area] ?? english;
