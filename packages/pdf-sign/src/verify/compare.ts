import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';

/** Whether two values say the same; references are equal when they name the same object. */
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

/**
 * Keys whose values differ; an entry that is null counts as absent (ISO 32000-2 7.3.7). A key that stands twice
 * differs from everything, as readers disagree on which of its values counts.
 */
export function differingKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()]);
  return [...keys].filter(
    (key) => !equalValues(a.get(key), b.get(key)) || a.duplicates.includes(key) || b.duplicates.includes(key),
  );
}
