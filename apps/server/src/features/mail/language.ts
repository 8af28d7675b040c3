/** The language of an e-mail: its messages, its direction and its date format. */
import { directionOf, type Language, languageOf } from '@countersign/contract/languages';
import { LRUCache } from 'lru-cache';
import { MAIL_WORDS, type MailKey } from '@countersign/words/mail';
import { fill, type Phrase, phrase, type Values } from './phrase.ts';

/**
 * Returns the first requested language that we support, or English. Each request is a language tag (BCP 47, `pt-BR`) or
 * empty: the sender's choice for the recipient, the language in the recipient's profile, and the organization's
 * language.
 */
export function speech(...wishes: readonly (string | null | undefined)[]): Speech {
  for (const wish of wishes) {
    const language = wish ? languageOf([wish]) : null;
    if (language !== null && wish) return kept(language, wish, null);
  }
  return kept('en', 'en', null);
}

/**
 * The maximum number of cached formatters. Creating date formatters takes longer than rendering the rest of an e-mail.
 * The language tags come from untrusted input, so the cache is limited.
 */
const MAX_KEPT = 64;
const speeches = new LRUCache<string, Speech>({ max: MAX_KEPT });

function kept(language: Language, tag: string, zone: string | null): Speech {
  const key = `${tag} ${zone ?? ''}`;
  const known = speeches.get(key);
  if (known !== undefined) return known;
  const made = new Speech(language, tag, zone);
  speeches.set(key, made);
  return made;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * E-mails are usually written within this time after they are queued. An e-mail that is written later, after a mail
 * server outage, states the time left at that moment.
 */
const WRITTEN_WITHIN_MS = HOUR_MS;

export class Speech {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly #wish: string;
  /**
   * The language tag for Intl. Its region determines date order and clock. It selects Latin digits and the Gregorian
   * calendar, which everyone can read.
   */
  readonly #tag: string;
  /** Null if the reader's time zone is unknown. */
  readonly #zone: string | null;
  #clock: Intl.DateTimeFormat | undefined;
  #distance: Intl.RelativeTimeFormat | undefined;

  constructor(language: Language, tag: string, zone: string | null) {
    this.language = language;
    this.#wish = tag;
    this.#zone = zone;
    this.direction = directionOf(language);
    const [known] = canonical(tag);
    // Plain "en" is read by people in all countries, so the day comes before the month.
    this.#tag = `${known === undefined || known === 'en' ? (language === 'en' ? 'en-GB' : language) : known}-u-ca-gregory-nu-latn`;
  }

  /** Null means that times are in UTC. */
  inZone(zone: string | null): Speech {
    return kept(this.language, this.#wish, zone);
  }

  /** Returns the text of a message without values, or with values that are inserted later. */
  word(key: MailKey): string {
    return MAIL_WORDS[this.language][key];
  }

  plain(key: MailKey): Phrase {
    return phrase(this.word(key), {}, false);
  }

  /** A subject is one line without invisible characters. */
  line<K extends MailKey>(key: K, values: Values<K>): string {
    return fill(this.word(key), values);
  }

  say<K extends MailKey>(key: K, values: Values<K>): Phrase {
    return phrase(this.word(key), values, this.direction === 'rtl');
  }

  /**
   * Formats a time. The month is spelled out because 11/12 is ambiguous. The time zone is the one in the reader's
   * profile, or UTC if there is none.
   */
  time(at: Date): string {
    this.#clock ??= new Intl.DateTimeFormat(this.#tag, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      ...(this.#zone === null ? { timeZone: 'UTC' } : { timeZone: this.#zone, timeZoneName: 'short' }),
    });
    return this.#zone === null ? `${this.#clock.format(at)}\u00A0UTC` : this.#clock.format(at);
  }

  day(at: Date): string {
    return new Intl.DateTimeFormat(this.#tag, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  }

  /**
   * Formats the time left, such as "in 3 days", with the library's plural rules. The time is rounded down, so that it
   * is never too long. An e-mail is written a moment after the deadline was set, which must not turn "10 days" into
   * nine.
   */
  until(at: Date, now: Date): string {
    const left = Math.max(0, at.getTime() - now.getTime());
    const ms = left >= DAY_MS - WRITTEN_WITHIN_MS ? left + WRITTEN_WITHIN_MS : left;
    this.#distance ??= new Intl.RelativeTimeFormat(this.#tag);
    return ms >= DAY_MS
      ? this.#distance.format(Math.floor(ms / DAY_MS), 'day')
      : this.#distance.format(Math.floor(ms / HOUR_MS), 'hour');
  }

  /** Formats a duration, such as "15 minutes", "48 hours" or "7 days". */
  span(hours: number): string {
    const [value, unit] = hours < 1 ? [hours * 60, 'minute'] : hours > 48 ? [hours / 24, 'day'] : [hours, 'hour'];
    return new Intl.NumberFormat(this.#tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  }
}

function canonical(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}
