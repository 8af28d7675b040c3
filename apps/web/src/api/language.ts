/**
 * The language of the app. English is part of the code. Another language is one file, loaded before the app, so that
 * every module finds its sentences when it starts.
 */
import { ALL_LANGUAGES, directionOf, type Language, languageOf } from '@countersign/contract/languages';
import { APP_WORDS, type AppWords } from '@countersign/words/app';

const STORED = 'countersign.language';
type Languages = Partial<Readonly<Record<Language, () => Promise<{ app: AppWords }>>>>;
let loaded: AppWords | undefined;
let shown: Language = 'en';

/** The language of the profile, as stored in this browser; otherwise the browser's own. */
function preferred(languages: Languages): Language {
  const stored = localStorage.getItem(STORED);
  const language = languageOf(stored === null ? navigator.languages : [stored]) ?? 'en';
  return languages[language] === undefined ? 'en' : language;
}

/** Loads the texts in the preferred language. Without them, the app is in English. */
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
    // With a bad connection, the app in English is better than none.
  }
}

/** Stores the language of the profile, and loads the page again if the app is available in it. */
export function showLanguage(locale: string | null, languages: Languages = APP_WORDS): void {
  const language = locale === null ? null : languageOf([locale]);
  if (language === null) return;
  if (localStorage.getItem(STORED) === language) return;
  localStorage.setItem(STORED, language);
  if (language !== shown && languages[language] !== undefined) location.reload();
}

/** Before sign-in, where no profile has a language. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  location.reload();
}

/** The language of the app as it is shown now. */
export const shownLanguage = (): Language => shown;

/** The languages in which the app is available. */
export const appLanguages = (languages: Languages = APP_WORDS): readonly Language[] =>
  ALL_LANGUAGES.filter((language) => language === 'en' || languages[language] !== undefined);

/** For dates: the loaded language. With English, undefined: the browser's own formats. */
export const shownLocale = (): Language | undefined => (loaded === undefined ? undefined : shown);

/** The texts of an area in the loaded language. */
export const inLanguage = <A extends keyof AppWords>(area: A, english: AppWords[A]): AppWords[A] =>
  loaded?.[area] ?? english;
