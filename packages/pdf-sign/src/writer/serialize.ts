import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import type { Entries, ObjectId } from '../state.ts';

/**
 * Returns the PDF source text of a value in ASCII, which parses to an equal value. Strings with unprintable characters
 * are written in hexadecimal. Streams have no source text.
 */
export function serialize(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return formatNumber(value);
  if (value instanceof PdfName) return formatName(value.name);
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`;
  if (value instanceof PdfString) return formatString(value.bytes);
  if (value instanceof PdfDict) return formatEntries(entriesOf(value));
  if (value instanceof PdfStream) throw new TypeError('a stream is always an indirect object');
  return `[${value.map(serialize).join(' ')}]`;
}

export function entriesOf(dict: PdfDict): Entries {
  return [...dict.entries].map(([key, value]) => [key, serialize(value)]);
}

export function formatEntries(entries: Entries): string {
  return `<<${entries.map(([key, source]) => `${formatName(key)} ${source}`).join('\n')}>>`;
}

/** Returns entries with some of them replaced or added. `null` removes an entry. */
export function withEntries(entries: Entries, changes: Record<string, string | null>): Entries {
  const result: Entries = [];
  const left = new Map(Object.entries(changes));
  for (const [key, source] of entries) {
    const change = left.get(key);
    left.delete(key);
    if (change === undefined) result.push([key, source]);
    else if (change !== null) result.push([key, change]);
  }
  for (const [key, change] of left) if (change !== null) result.push([key, change]);
  return result;
}

export function entry(entries: Entries, key: string): string | null {
  return entries.find(([candidate]) => candidate === key)?.[1] ?? null;
}

const IRREGULAR = /[^!-~]|[#/()<>[\]{}%]/;

export function formatName(value: string): string {
  if (!IRREGULAR.test(value)) return `/${value}`;
  const escaped = value.replaceAll(
    /[^!-~]|[#/()<>[\]{}%]/g,
    (char) => `#${(char.charCodeAt(0) & 255).toString(16).padStart(2, '0')}`,
  );
  return `/${escaped}`;
}

export function formatRef([number, generation]: ObjectId): string {
  return `${number} ${generation} R`;
}

export function idOf(ref: PdfRef): ObjectId {
  return [ref.number, ref.generation];
}

function formatString(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (!/^[\x20-\x7e]*$/.test(text)) return `<${bytes.toString('hex')}>`;
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

/** Returns the shortest decimal that parses to the same number. PDF does not support exponents (7.3.3). */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  if (Math.abs(value) >= 1) return BigInt(Math.round(value)).toString();
  return value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '');
}
