/** What the comparison works on: entries that could be read, the personal data behind them, and the rows beside them. */
import type { Entry } from '@countersign/audit-log';
import type { TrailFinding } from '@countersign/contract';
import { madeAt } from '../../platform/crypto/ids.ts';
import type { TrailRow } from './store.ts';

/** An entry with its personal fields: null where it has none, or where they were erased. */
export type Said = Omit<Entry, 'data'> & {
  readonly data: Readonly<Record<string, unknown>>;
  readonly personal: Readonly<Record<string, string>> | null;
  /** Time of the entry before: an entry never says an earlier one, also when the clock was set back. */
  readonly before: string;
};

export type Evidence = Omit<TrailRow, 'entries' | 'personal'> & { readonly entries: readonly Said[] };
export type Finding = TrailFinding;

/** What a finding is about, beside its sentence. */
type About = { entry?: Said | undefined; revision?: number; recipient?: string };

export function finding(code: Finding['code'], message: string, { entry, revision, recipient }: About = {}): Finding {
  return { code, message, entry: entry?.n ?? null, revision: revision ?? null, recipient: recipient ?? null };
}

export const ofType = (entries: readonly Said[], ...types: string[]): Said[] =>
  entries.filter(({ type }) => types.includes(type));

/** The entry of the file that went out: a draft's file can be replaced. */
export const uploadOf = (entries: readonly Said[]): Said | undefined =>
  ofType(entries, 'document.created', 'document.file-replaced').at(-1);

/** The entry that names the recipients and the first revision: the sending, or the last change of recipients before anybody signed. */
export const namingOf = (entries: readonly Said[]): Said | undefined =>
  ofType(entries, 'document.sent', 'document.corrected').at(-1);

/** Whether an entry recorded a first revision that a later one replaced. */
export const isReplaced = (entry: Said, naming: Said | undefined): boolean =>
  (entry.type === 'document.sent' || entry.type === 'document.corrected') && entry.n !== naming?.n;

/** After it what the recipient did counts from the beginning: the place is another person's, or the document another one. */
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

/** After it the place is another person's. */
export function isReaddressed(entry: Said): boolean {
  if (entry.type === 'signer.forwarded') return true;
  return entry.type === 'signer.corrected' && (textOf(entry, 'changed') ?? '').split(', ').includes('email');
}

/** Whether a row's time is the entry's. With a clock that was set back the row has the time of the clock, as the entry's id does. */
export function isTimeOf(row: string, { at, id }: Said): boolean {
  const kept = Date.parse(row);
  return kept === Date.parse(at) || kept === madeAt(id);
}

/** An entry is dated when its id was made, or like the entry before it where the clock had been set back. */
export function isDatedAsMade({ at, before, id }: Said): boolean {
  const [said, made] = [Date.parse(at), madeAt(id)];
  return said === made || (made < said && at === before);
}

/** To the millisecond, as entries have it; for sentences. */
export const moment = (time: string | null): string => (time === null ? 'no time' : new Date(time).toISOString());

/** As people read it in a sentence; nothing in it may end a line. */
export function quoted(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `“${plain.length > 120 ? `${plain.slice(0, 119)}…` : plain}”`;
}
