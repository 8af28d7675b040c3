/** The input for the comparison: readable entries, their personal data, and the rows. */
import type { Entry } from '@countersign/audit-log';
import type { TrailFinding } from '@countersign/contract';
import { madeAt } from '../../platform/crypto/ids.ts';
import type { RevokedRow, TrailRow } from './store.ts';

/** An entry with its personal fields. They are null if the entry has none, or if they were erased. */
export type Said = Omit<Entry, 'data'> & {
  readonly data: Readonly<Record<string, unknown>>;
  readonly personal: Readonly<Record<string, string>> | null;
  /** The time of the previous entry. Entry times never decrease, even if the clock was set back. */
  readonly before: string;
};

export type Evidence = Omit<TrailRow, 'entries' | 'personal'> & {
  readonly entries: readonly Said[];
  readonly revocations: readonly RevokedRow[];
};
export type Finding = TrailFinding;

/** The object that a finding is about, and the values in its message. */
type About = {
  entry?: Said | undefined;
  revision?: number;
  recipient?: string;
  subject?: string | null;
  stored?: Value;
  recorded?: Value;
  detail?: string;
};
type Value = string | number | null | undefined;

export function finding(code: Finding['code'], message: string, about: About = {}): Finding {
  const { entry, revision, recipient, subject, stored, recorded, detail } = about;
  return {
    code,
    message,
    entry: entry?.n ?? null,
    revision: revision ?? null,
    recipient: recipient ?? null,
    values: {
      subject: subject ?? null,
      stored: textOfValue(stored),
      recorded: textOfValue(recorded),
      detail: detail ?? null,
    },
  };
}

const textOfValue = (value: Value): string | null => (value === null || value === undefined ? null : String(value));

export const ofType = (entries: readonly Said[], ...types: string[]): Said[] =>
  entries.filter(({ type }) => types.includes(type));

/**
 * Returns the entry about the upload of the file that was sent. A draft's file can be replaced, so this is the last
 * upload.
 */
export const uploadOf = (entries: readonly Said[]): Said | undefined =>
  ofType(entries, 'document.created', 'document.file-replaced').at(-1);

/**
 * Returns the entry that names the recipients and the first revision: the entry about sending the document, or about
 * the last change of recipients before the first signature.
 */
export const namingOf = (entries: readonly Said[]): Said | undefined =>
  ofType(entries, 'document.sent', 'document.corrected').at(-1);

/** True if the entry recorded a first revision that a later change replaced. */
export const isReplaced = (entry: Said, naming: Said | undefined): boolean =>
  (entry.type === 'document.sent' || entry.type === 'document.corrected') && entry.n !== naming?.n;

/**
 * Returns whether the recipient's actions start over after this entry, because a different person is the recipient or
 * the document was changed.
 */
export const isRestart = (entry: Said, recipient: string): boolean =>
  entry.type === 'document.corrected' || (entry.target.id === recipient && isReaddressed(entry));

export function textOf(entry: Said | undefined, key: string): string | undefined {
  const value = entry?.data[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(entry: Said | undefined, key: string): number | undefined {
  const value = entry?.data[key];
  return typeof value === 'number' ? value : undefined;
}

export function isReaddressed(entry: Said): boolean {
  if (entry.type === 'signer.forwarded') return true;
  return entry.type === 'signer.corrected' && (textOf(entry, 'changed') ?? '').split(', ').includes('email');
}

/**
 * Returns whether a row's time matches an entry. If the clock was set back, the row and the entry's ID contain the time
 * of the clock, which differs from the entry's time.
 */
export function isTimeOf(row: string, { at, id }: Said): boolean {
  const kept = Date.parse(row);
  return kept === Date.parse(at) || kept === madeAt(id);
}

/**
 * Returns whether the entry's time matches its ID, which contains the time of the clock. If the clock was set back, the
 * entry has the time of the previous entry instead.
 */
export function isDatedAsMade({ at, before, id }: Said): boolean {
  const [said, made] = [Date.parse(at), madeAt(id)];
  return said === made || (made < said && at === before);
}

/** Returns a stored time in the format of entries, in milliseconds. */
export const timeOf = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString());

/** Formats a stored time for use in a message. */
export const moment = (time: string | null): string => timeOf(time) ?? 'no time';

export function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `“${plain.length > 120 ? `${plain.slice(0, 119)}…` : plain}”`;
}
