import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';

/** Whether two values are equal. References are equal if they refer to the same object number. */
export function equalValues(a: PdfValue, b: PdfValue): boolean {
  if (a instanceof PdfName) return b instanceof PdfName && a.name === b.name;
  if (a instanceof PdfRef) return b instanceof PdfRef && a.number === b.number && a.generation === b.generation;
  if (a instanceof PdfString) return b instanceof PdfString && a.bytes.equals(b.bytes);
  if (a instanceof PdfStream)
    return b instanceof PdfStream && differingKeys(a.dict, b.dict).length === 0 && a.raw.equals(b.raw);
  if (a instanceof PdfDict) return b instanceof PdfDict && differingKeys(a, b).length === 0;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalValues(item, b[index] ?? null));
  return a === b;
}

/** The maximum number of values that are compared. Larger object graphs are treated as different. */
const MAX_COMPARED = 5_000;

/**
 * Whether a value is the same in two revisions, even if part of it became a separate object or got a new object number.
 * References to the same number are equal, because that object is compared separately.
 */
export function sameContent(before: PdfFile, a: PdfValue, after: PdfFile, b: PdfValue): boolean {
  const pending: [PdfValue, PdfValue][] = [[a, b]];
  const met = new Map<number, number>();
  for (let steps = 0; pending.length > 0; steps += 1) {
    if (steps > MAX_COMPARED) return false;
    const [old, now] = pending.pop() ?? [null, null];
    if (equalValues(old, now)) continue;
    if (old instanceof PdfRef && now instanceof PdfRef) {
      if (met.get(old.number) === now.number) continue;
      met.set(old.number, now.number);
    }
    const [one, other] = [before.resolve(old), after.resolve(now)];
    // Two pages are equal only if they are the same object, regardless of their content.
    if (isPage(before, one) || isPage(after, other)) return false;
    const parts = partsOf(one, other);
    if (parts === null) return false;
    pending.push(...parts);
  }
  return true;
}

function isPage(file: PdfFile, value: PdfValue): boolean {
  return value instanceof PdfDict && ['Page', 'Pages', 'Catalog'].includes(file.name(value.get('Type')) ?? '');
}

/**
 * Returns the pairs of parts that must be equal for two values to be equal. Returns null if the values cannot be equal.
 */
function partsOf(a: PdfValue, b: PdfValue): [PdfValue, PdfValue][] | null {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length ? a.map((item, index) => [item, b[index] ?? null]) : null;
  if (a instanceof PdfStream && b instanceof PdfStream) return a.raw.equals(b.raw) ? entryPairs(a.dict, b.dict) : null;
  if (a instanceof PdfDict && b instanceof PdfDict) return entryPairs(a, b);
  return equalValues(a, b) ? [] : null;
}

function entryPairs(a: PdfDict, b: PdfDict): [PdfValue, PdfValue][] | null {
  if (a.duplicates.length > 0 || b.duplicates.length > 0) return null;
  return [...new Set([...a.entries.keys(), ...b.entries.keys()])].map((key) => [a.get(key), b.get(key)]);
}

/**
 * Returns the keys whose values differ. A null entry is treated as absent (ISO 32000-2 7.3.7). A duplicate key always
 * differs, because readers disagree on which of its values to use.
 */
export function differingKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].filter(
    (key) => !equalValues(a.get(key), b.get(key)) || a.duplicates.includes(key) || b.duplicates.includes(key),
  );
}
