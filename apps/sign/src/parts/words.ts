/** The strings of the page and its date and number formats, provided by context. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SignWords } from '@countersign/words/sign';
import { directionOf, type Language } from '@countersign/contract/languages';
import { ENGLISH, type Loaded } from '../words/load.ts';

export type Words = {
  language: Language;
  dir: 'ltr' | 'rtl';
  m: SignWords;
  /** Formats a day, such as 12 December 2026. */
  day: (iso: string) => string;
  /**
   * Formats a time with its zone, such as 12 December 2026, 14:03:11 CET. A time without a zone would not be evidence.
   */
  moment: (iso: string) => string;
  /** Formats a share, such as 1.25, as 125%. */
  percent: (share: number) => string;
  list: (names: readonly string[]) => string;
};

/** Returns the strings and formats. `locale` is a tag of the same language, whose region determines the date format. */
export function wordsFor({ language, m }: Loaded, locale: string = language): Words {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  return {
    language,
    dir: directionOf(language),
    m,
    day: (iso) => day.format(new Date(iso)),
    moment: (iso) => moment.format(new Date(iso)),
    percent: (share) => percent.format(share),
    list: (names) => list.format(names),
  };
}

export const WordsContext = createContext<Words>(wordsFor(ENGLISH));

export function useWords(): Words {
  return useContext(WordsContext);
}
