/** The words of the page and the way it writes dates, handed down by context. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { messagesFor, type Messages } from '../messages.ts';

export type Words = {
  m: Messages;
  /** 12 December 2026 */
  day: (iso: string) => string;
  /** 12 December 2026, 14:03:11 CET: a time without its zone is no evidence. */
  moment: (iso: string) => string;
};

/** `wanted` are language tags in order of preference, as in navigator.languages. */
export function wordsFor(wanted: readonly string[]): Words {
  const m = messagesFor(wanted);
  // The visitor's own region decides how dates look, as long as it speaks the language of the page.
  const locale = wanted.find((tag) => tag.split('-')[0] === m.locale) ?? m.locale;
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
  return { m, day: (iso) => day.format(new Date(iso)), moment: (iso) => moment.format(new Date(iso)) };
}

export const WordsContext = createContext<Words>(wordsFor(['en']));

export function useWords(): Words {
  return useContext(WordsContext);
}
