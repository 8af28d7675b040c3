/** The sentences of audit entries and security events, and the formats of the values in them. */
import { directionOf, type Language } from '@countersign/contract/languages';
import { CERTIFICATE_WORDS } from './certificate.ts';
import { audit as ar } from './ar/audit.ts';
import { audit as de } from './de/audit.ts';
import { audit as en } from './en/audit.ts';
import { audit as es } from './es/audit.ts';
import { audit as fr } from './fr/audit.ts';
import { audit as he } from './he/audit.ts';
import { audit as hi } from './hi/audit.ts';
import { isolate, withIsolates } from './isolate.ts';
import { audit as it } from './it/audit.ts';
import { audit as ja } from './ja/audit.ts';
import { audit as nl } from './nl/audit.ts';
import { audit as pl } from './pl/audit.ts';
import { audit as pt } from './pt/audit.ts';

export type AuditWords = typeof en;

export const AUDIT_WORDS: Readonly<Record<Language, AuditWords>> = {
  en,
  de,
  fr,
  es,
  it,
  pt,
  nl,
  pl,
  ja,
  hi,
  ar,
  he,
};

/**
 * Shows recorded values. A missing value is shown as unknown. Times are ISO 8601 in UTC, because an entry is evidence
 * for readers in all time zones.
 */
type Values = {
  /** A string without a translation, such as a domain. */
  readonly text: (value: unknown) => string;
  /** The word for a code, or the code itself if there is no word for it. */
  readonly name: (words: Readonly<Record<string, string>>, code: unknown) => string;
  /** A list of property names, joined with the separator that was recorded. */
  readonly properties: (changed: unknown, separator?: ', ' | ' ') => string;
  /** A time to the second. */
  readonly time: (value: unknown) => string;
  /** A time to the minute. */
  readonly minute: (value: unknown) => string;
  readonly day: (value: unknown) => string;
  readonly size: (bytes: unknown) => string;
  readonly euros: (cents: unknown) => string;
};

function valuesIn(language: Language, { names }: AuditWords): Values {
  const text: Values['text'] = (value) => (typeof value === 'string' ? value : names.unknown);
  const name: Values['name'] = (words, code) =>
    typeof code === 'string' && Object.hasOwn(words, code) ? text(words[code]) : text(code);
  const properties: Values['properties'] = (changed, separator = ', ') => {
    const recorded = typeof changed === 'string' ? changed.split(separator).filter((property) => property !== '') : [];
    if (recorded.length === 0) return names.nothing;
    return recorded.map((property) => name(names.properties, property)).join(names.separator);
  };
  const { time, minute, day } = language === 'en' ? ISO : timesIn(language);
  const at = (format: (iso: string) => string) => (value: unknown) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? format(value) : text(value);
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    text,
    name,
    properties,
    time: at(time),
    minute: at(minute),
    day: at(day),
    size: sizeIn(language),
    euros: (cents) => `${number.format(Number(cents) / 100)} EUR`,
  };
}

type Times = Readonly<Record<'time' | 'minute' | 'day', (iso: string) => string>>;

/** The formats of times in English sentences, which are also used in files and API responses. */
const ISO: Times = {
  time: (iso) => iso,
  minute: (iso) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`,
  day: (iso) => iso.slice(0, 10),
};

function timesIn(language: Language): Times {
  // Western digits and the Gregorian calendar are used, because all readers know them.
  const tag = `${language}-u-ca-gregory-nu-latn`;
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', hourCycle: 'h23', ...options });
    return (iso: string): string => formatter.format(new Date(iso));
  };
  const time = format({ dateStyle: 'medium', timeStyle: 'medium' });
  const minute = format({ dateStyle: 'medium', timeStyle: 'short' });
  return {
    time: (iso) => `${time(iso)} UTC`,
    minute: (iso) => `${minute(iso)} UTC`,
    day: format({ dateStyle: 'medium' }),
  };
}

function sizeIn(language: Language): Values['size'] {
  const unit = (name: string, unitDisplay: 'long' | 'short') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 });
  const [bytes, kilobytes, megabytes] = [unit('byte', 'long'), unit('kilobyte', 'short'), unit('megabyte', 'short')];
  return (value) => {
    const size = Number(value);
    if (size < 1e3) return bytes.format(size);
    return size < 1e6 ? kilobytes.format(size / 1e3) : megabytes.format(size / 1e6);
  };
}

function identityDocumentsIn(language: Language) {
  const { passport, other, ...words } = CERTIFICATE_WORDS[language];
  return {
    passport,
    'identity-card': words['identity-card'],
    'driving-license': words['driving-license'],
    'residence-permit': words['residence-permit'],
    other,
  };
}

function build(language: Language) {
  const words = AUDIT_WORDS[language];
  const isolatedWords = withIsolates(words, directionOf(language) === 'rtl' ? isolate : undefined);
  return {
    ...(language === 'en' ? words : isolatedWords),
    ...valuesIn(language, words),
    identityDocuments: identityDocumentsIn(language),
  };
}

/** The audit text in one language: its sentences, and the functions that insert recorded values. */
export type AuditText = ReturnType<typeof build>;
const built = new Map<Language, AuditText>();

export function auditTextIn(language: Language): AuditText {
  const text = built.get(language) ?? build(language);
  built.set(language, text);
  return text;
}
