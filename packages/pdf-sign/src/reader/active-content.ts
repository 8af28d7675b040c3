import { PdfError } from '../errors.ts';
import { activeKinds } from './actions.ts';
import type { ActiveKind } from './actions.ts';
import type { PdfFile } from './file.ts';
import type { FormField } from './form.ts';
import { PdfDict, PdfRef, PdfStream } from './objects.ts';
import type { PdfValue } from './objects.ts';
import type { Page } from './pages.ts';

/** Active content found in an uploaded file. */
export interface ActiveContent {
  kind: ActiveKind;
  /** The location of the content: `document`, `outline`, `field Name` or `page 3`. */
  where: string;
}

const MAX_FINDINGS = 100;
const PLACES = ['document', 'outline', 'field', 'page'];

/**
 * Finds content that runs code, starts programs, sends data, opens files or plays media (ISO 32000-2 12.6), and reports
 * each kind once per location. Every reachable dictionary is checked, at any depth. If a limit prevents this, the file
 * is refused as too complex.
 */
export function readActiveContent(
  file: PdfFile,
  pages: readonly Page[],
  fields: readonly FormField[],
): ActiveContent[] {
  const found = new Map<string, ActiveContent>();
  const form = file.dict(file.catalog.get('AcroForm'));
  for (const { dict, where, isStream } of dictionaries(file, placesOf(file, pages, fields))) {
    const kinds = activeKinds(file, dict, isStream);
    if (dict === form && dict.has('XFA')) kinds.push('xfa');
    for (const kind of kinds) found.set(`${kind} ${where}`, { kind, where });
    if (found.size >= MAX_FINDINGS) break;
  }
  const rank = ({ where }: ActiveContent): number => PLACES.indexOf(where.split(' ', 1)[0] ?? '');
  return [...found.values()].sort((one, other) => rank(one) - rank(other));
}

/**
 * Returns the dictionaries that define a location, such as a page or a field. Everything below such a dictionary
 * belongs to that location.
 */
function placesOf(file: PdfFile, pages: readonly Page[], fields: readonly FormField[]): Map<PdfDict, string> {
  const places = new Map<PdfDict, string>([[file.catalog, 'document']]);
  const outlines = file.dict(file.catalog.get('Outlines'));
  if (outlines !== null) places.set(outlines, 'outline');
  for (const [index, { dict }] of pages.entries()) places.set(dict, `page ${index + 1}`);
  for (const { name, dict, widgets } of fields)
    for (const one of [dict, ...widgets.map((widget) => widget.dict)]) places.set(one, `field ${name}`);
  return places;
}

type Pending = { value: PdfValue; where: string };

/** Iterates once over every dictionary that is reachable from the trailer. */
function* dictionaries(
  file: PdfFile,
  places: ReadonlyMap<PdfDict, string>,
): Generator<{ dict: PdfDict; where: string; isStream: boolean }> {
  const pending: Pending[] = [{ value: file.trailer, where: 'document' }];
  const seen = new Set<number>();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value } = item;
    let { where } = item;
    if (value instanceof PdfRef) {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      pending.push({ value: readable(file, value), where });
    } else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) pending.push({ value: value[index] ?? null, where });
    } else if (value instanceof PdfDict || value instanceof PdfStream) {
      const isStream = value instanceof PdfStream;
      const dict = isStream ? value.dict : value;
      where = places.get(dict) ?? where;
      yield { dict, where, isStream };
      for (const entry of [...dict.entries.values()].reverse()) pending.push({ value: entry, where });
    }
  }
}

/** Returns null for unreadable content, because the damage check reports it. */
function readable(file: PdfFile, { number }: PdfRef): PdfValue {
  try {
    return file.peek(number);
  } catch (error) {
    if (error instanceof PdfError && error.code !== 'too_complex') return null;
    throw error;
  }
}
