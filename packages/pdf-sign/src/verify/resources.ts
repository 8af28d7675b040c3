import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef, PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { objectNumbers } from '../reader/references.ts';
import type { Diff } from './diff.ts';

// Content streams refer to resources only by names in a resource dictionary (ISO 32000-2 7.8.3). An additional name
// that no content stream in the signed revision uses therefore changes nothing visible.

/** The kinds of resources that content streams reference by name (table 34). */
const CATEGORIES = new Set('ExtGState ColorSpace Pattern Shading XObject Font Properties'.split(' '));
/** Color spaces that replace others without being referenced by name (8.6.5.6). */
const UNCALLED = /^Default(?:Gray|RGB|CMYK)$/;

/**
 * Accepts resource dictionaries, including shared ones, whose only change is added names that no content uses. They are
 * not reported as changes.
 */
export function explainResources(diff: Diff): void {
  for (const number of diff.changed) {
    const [old, now] = [diff.before.object(number), diff.after.object(number)];
    if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) continue;
    const role = roleOf(diff, number);
    if (role === null) continue;
    const hasGrown = role === RESOURCES ? hasOnlyGrown(diff, old, now) : hasUncalledNames(diff, role, old, now);
    if (hasGrown) diff.explain(new PdfRef(number));
  }
}

/** Whether a resource dictionary only gained unused names. A dictionary that did not exist before counts as empty. */
export function hasOnlyGrown(diff: Diff, before: PdfValue, after: PdfValue): boolean {
  const old = before === null ? new PdfDict() : diff.before.dict(before);
  const now = diff.after.dict(after);
  if (old === null || now === null) return false;
  return diff.differing(old, now).every((category) => {
    // /ProcSet is ignored. Printers use this list of procedures, but no reader needs it (14.2).
    if (category === 'ProcSet') return true;
    const [names, more] = [old.get(category), diff.after.dict(now.get(category))];
    const items = names === null ? new PdfDict() : diff.before.dict(names);
    return CATEGORIES.has(category) && items !== null && more !== null && hasUncalledNames(diff, category, items, more);
  });
}

function hasUncalledNames(diff: Diff, category: string, old: PdfDict, now: PdfDict): boolean {
  if (old.duplicates.length > 0 || now.duplicates.length > 0) return false;
  const isNew = (name: string) => !old.has(name) && !UNCALLED.test(name);
  const names = diff.differing(old, now);
  return names.length === 0 || (names.every(isNew) && isLeftOpen(diff.before, category, names) === false);
}

const RESOURCES = 'Resources';

/**
 * Returns how the file uses an object: as resources, or as one category of resources. Returns null if the object is
 * also used in any other way.
 */
function roleOf(diff: Diff, number: number): string | null {
  const roles = new Set<string | null>();
  for (const referrer of diff.referrersOf(number))
    for (const file of [diff.before, diff.after])
      for (const path of pathsTo(file.object(referrer), number)) roles.add(roleAt(diff, path, referrer));
  const [role = null] = roles;
  return roles.size === 1 ? role : null;
}

function roleAt(diff: Diff, path: readonly string[], referrer: number): string | null {
  const [last = '', above] = path.toReversed();
  if (isResources(last)) return RESOURCES;
  if (!CATEGORIES.has(last)) return null;
  if (above !== undefined) return isResources(above) ? last : null;
  // If the resources are a separate object, no key in the path identifies them. They are recognized by their entries,
  // which no other dictionary has.
  const dict = diff.before.dict(new PdfRef(referrer));
  return dict !== null && [...dict.entries.keys()].every((key) => CATEGORIES.has(key) || key === 'ProcSet')
    ? last
    : null;
}

const isResources = (key: string): boolean => key === RESOURCES || key === 'DR';

/**
 * Returns the path of each reference to an object, as a list of keys. In a path, `[]` means any item of an array.
 */
function pathsTo(value: PdfValue, number: number, path: readonly string[] = []): (readonly string[])[] {
  if (value instanceof PdfRef) return value.number === number ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsTo(item, number, [...path, '[]']));
  const dict = value instanceof PdfStream ? value.dict : value;
  if (!(dict instanceof PdfDict)) return [];
  return [...dict.entries].flatMap(([key, item]) => pathsTo(item, number, [...path, key]));
}

/** Whether an object of the form's resources may be replaced. Fonts are also used by /DA (12.7.4.3). */
export function isUncalled(diff: Diff, category: string, name: string): boolean {
  return category !== 'Font' && !UNCALLED.test(name) && isLeftOpen(diff.before, category, [name]) === false;
}

/**
 * Whether a stream in a revision uses one of the names without defining it in its own resources, so that the name
 * refers to the resources of the page or the form. Null if a stream is unreadable.
 */
function isLeftOpen(file: PdfFile, category: string, names: readonly string[]): boolean | null {
  const open = openNames(file);
  return open === null ? null : names.some((name) => open.has(`${category} ${name}`));
}

const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g;

const known = new WeakMap<PdfFile, ReadonlySet<string> | null>();

/**
 * Returns the names that streams in a revision use without defining them in their own resources, with their category,
 * such as `XObject Logo`.
 */
function openNames(file: PdfFile): ReadonlySet<string> | null {
  let names = known.get(file);
  if (names === undefined) {
    names = readNames(file);
    known.set(file, names);
  }
  return names;
}

function readNames(file: PdfFile): ReadonlySet<string> | null {
  const open = new Set<string>();
  for (const number of objectNumbers(file)) {
    const value = file.object(number);
    // A page's content may consist of several streams, which some readers concatenate without a separator (7.7.3.3).
    const parts = value instanceof PdfDict ? file.array(value.get('Contents')) : [];
    const data =
      value instanceof PdfStream ? decoded(file, value) : Buffer.concat(parts.map((part) => partOf(file, part)));
    if (data === null) return null;
    const own = value instanceof PdfStream ? file.dict(value.dict.get(RESOURCES)) : null;
    for (const [, raw = ''] of data.toString('latin1').matchAll(NAME)) {
      const name = raw.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      for (const category of CATEGORIES)
        if (file.dict(own?.get(category) ?? null)?.has(name) !== true) open.add(`${category} ${name}`);
    }
  }
  return open;
}

const NOTHING = Buffer.alloc(0);

function partOf(file: PdfFile, part: PdfValue): Buffer {
  const stream = file.resolve(part);
  return (stream instanceof PdfStream ? decoded(file, stream) : null) ?? NOTHING;
}

/** Filters for images in special formats, whose streams no reader treats as content (7.4.1, table 6). */
const PICTURES = new Set('DCTDecode DCT JPXDecode CCITTFaxDecode CCF JBIG2Decode'.split(' '));

/** Decodes a stream. Returns null if this package cannot read the data, although another reader may be able to. */
function decoded(file: PdfFile, stream: PdfStream): Buffer | null {
  const filter = file.resolve(stream.dict.get('Filter'));
  const filters = Array.isArray(filter) ? filter : [filter];
  if (filters.some((item) => PICTURES.has(file.name(item) ?? ''))) return NOTHING;
  try {
    return file.decode(stream);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return null;
  }
}
