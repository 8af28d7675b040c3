import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { equalValues } from './compare.ts';
import { walkPages } from '../reader/pages.ts';
import type { Diff } from './diff.ts';
import { isPlain } from './diff-structure.ts';
import { hasOnlyGrown } from './resources.ts';

/** Annotations that contain only text (ISO 32000-2 12.5.6). DocMDP level 3 permits such notes. */
const NOTES = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Ink Stamp Popup'.split(
    ' ',
  ),
);

/** The tab order of fields, and the modification date (ISO 32000-2 7.7.3.3). */
const UNSEEN = new Set(['Tabs', 'LastModified']);
/**
 * Whether a change to a page entry is invisible. A page becomes part of the structure (14.7.5.4) when a new field on it
 * gets a structure element.
 */
const isUnseen = (key: string, old: PdfDict): boolean =>
  UNSEEN.has(key) || (key === 'StructParents' && !old.has('StructParents'));

/** Compares pages. Only widgets of new signature fields may be added. */
export function comparePages(diff: Diff, permittedWidgets: ReadonlySet<number>): void {
  for (const number of diff.changed) {
    const page = diff.pages.get(number);
    if (page !== undefined) comparePage(diff, new PdfRef(number), page, permittedWidgets);
  }
  if ([...diff.changed].some((number) => Array.isArray(diff.before.object(number))))
    compareAnnotationArrays(diff, permittedWidgets);
  if (diff.changed.size > 0) compareNotes(diff);
  compareTree(diff);
}

function comparePage(diff: Diff, ref: PdfRef, page: number, permitted: ReadonlySet<number>): void {
  const old = diff.before.dict(ref);
  const now = diff.after.dict(ref);
  if (old === null || now === null) {
    diff.report('page', `page ${page} was removed`, { page });
    return;
  }
  const keys = diff
    .differing(old, now)
    .filter(
      (key) =>
        key !== 'Annots' && !isUnseen(key, old) && !isInherited(diff, key, old, now) && !isGrown(diff, key, old, now),
    );
  if (keys.length > 0) diff.report('page', `page ${page} changed (${keys.join(', ')})`, { page, keys });
  compareAnnotations(diff, old.get('Annots'), now.get('Annots'), page, permitted);
  diff.explain(ref);
  diff.explainBelow(now.get('Annots') instanceof PdfRef ? now.get('Annots') : null, [ref]);
}

/** Inheritable page entries (7.7.3.4, table 31). Some writers copy them to the page. */
const INHERITABLE = new Set(['Resources', 'MediaBox', 'CropBox', 'Rotate']);
const MAX_HEIGHT = 100;

function isInherited(diff: Diff, key: string, old: PdfDict, now: PdfDict): boolean {
  if (!INHERITABLE.has(key)) return false;
  const [before, after] = [inForce(diff.before, key, old), inForce(diff.after, key, now)];
  return diff.same(before, after) || (key.endsWith('Box') && isSameBox(diff, before, after));
}

/**
 * Whether the only change to the resources is added names that no content uses (7.8.3). A new field's appearance may
 * share the page's resources.
 */
function isGrown(diff: Diff, key: string, old: PdfDict, now: PdfDict): boolean {
  return key === 'Resources' && hasOnlyGrown(diff, inForce(diff.before, key, old), inForce(diff.after, key, now));
}

/** Another program may write a page size with fewer digits. A hundredth of a point is not visible. */
const ROUNDING = 0.01;

function isSameBox(diff: Diff, before: PdfValue, after: PdfValue): boolean {
  const [old, now] = [diff.before.array(before), diff.after.array(after)];
  return (
    old.length === 4 &&
    now.length === 4 &&
    old.every((item, index) => {
      const [one, other] = [diff.before.number(item), diff.after.number(now[index] ?? null)];
      return one !== null && other !== null && Math.abs(one - other) < ROUNDING;
    })
  );
}

function inForce(file: PdfFile, key: string, page: PdfDict): PdfValue {
  let node: PdfDict | null = page;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height += 1) {
    if (node.has(key)) return node.get(key);
    node = file.dict(node.get('Parent'));
  }
  return null;
}

/** Compares /Annots arrays that are separate objects. */
function compareAnnotationArrays(diff: Diff, permitted: ReadonlySet<number>): void {
  for (const [number, page] of diff.pages) {
    const annotations = diff.before.dict(new PdfRef(number))?.get('Annots') ?? null;
    if (!(annotations instanceof PdfRef) || !diff.changed.has(annotations.number)) continue;
    compareAnnotations(diff, annotations, annotations, page, permitted);
    if (diff.servesOnly(annotations, [new PdfRef(number)])) diff.explain(annotations);
  }
}

function compareAnnotations(
  diff: Diff,
  before: PdfValue,
  after: PdfValue,
  page: number,
  permitted: ReadonlySet<number>,
): void {
  const now = diff.after.array(after);
  const present = new Set(now.map((item) => (item instanceof PdfRef ? item.number : null)));
  const isGone = (item: PdfValue) => item instanceof PdfRef && !present.has(item.number);
  const old = diff.before.array(before);
  const kept = old.filter((item) => !isGone(item));
  const kindOf = (notes: boolean) => (notes ? 'annotation' : 'object');
  let next = 0;
  for (const item of now) {
    const expected = kept[next];
    if (expected !== undefined && diff.same(expected, item)) {
      next++;
    } else if (!(item instanceof PdfRef) || !permitted.has(item.number)) {
      diff.report(kindOf(isNote(diff.after, item)), `an annotation was added to page ${page}`, { page });
    }
  }
  const taken = [...old.filter(isGone), ...kept.slice(next)];
  if (taken.length === 0) return;
  const notes = taken.every((item) => isNote(diff.before, item));
  diff.report(kindOf(notes), `an annotation was removed from page ${page}`, { page });
}

/** Finds notes that were edited in place, which level 3 of a certification permits (12.8.2.2, table 257). */
function compareNotes(diff: Diff): void {
  for (const [number, page] of diff.pages) {
    const ref = new PdfRef(number);
    const list = diff.before.dict(ref)?.get('Annots') ?? null;
    const owners = [ref, list instanceof PdfRef ? list : null];
    for (const item of diff.before.array(list)) {
      if (!(item instanceof PdfRef) || !diff.changed.has(item.number)) continue;
      if (!isNote(diff.before, item) || !isNote(diff.after, item)) continue;
      const notes = [...diff.referrersOf(item.number)].filter((one) => isNote(diff.before, new PdfRef(one)));
      if (!diff.servesOnly(item, [...owners, ...notes.map((one) => new PdfRef(one))])) continue;
      diff.report('annotation', `an annotation on page ${page} was changed`, { page });
      diff.explain(item);
      diff.explainBelow(diff.after.dict(item)?.get('AP') ?? null, [item]);
    }
  }
}

/** Whether an annotation is a note: it has no actions, and is not a widget, link, attachment or video. */
function isNote(file: PdfFile, value: PdfValue): boolean {
  const annotation = file.dict(value);
  if (annotation === null || annotation.has('A') || annotation.has('AA')) return false;
  return NOTES.has(file.name(annotation.get('Subtype')) ?? '');
}

function compareTree(diff: Diff): void {
  for (const number of diff.changed) {
    const old = diff.before.object(number);
    if (!(old instanceof PdfDict) || !old.has('Kids') || diff.before.name(old.get('Type')) !== 'Pages') continue;
    const now = diff.after.object(number);
    if (isDescribed(diff, old, now)) diff.report('metadata', 'document information changed');
    else diff.report('pages', describeTreeChange(diff, old, now));
    diff.explain(new PdfRef(number));
  }
}

/** Page-tree entries that readers use (7.7.3.2, and 7.7.3.4 for inherited ones). */
const TREE_KEYS = new Set([...INHERITABLE, 'Type', 'Parent', 'Kids', 'Count']);

/**
 * Some files use a page-tree node as their information dictionary (14.3.3), and other programs then update that
 * dictionary. Some programs also write their version to it. Neither change affects the page tree.
 */
function isDescribed(diff: Diff, old: PdfDict, now: PdfValue): boolean {
  if (!(now instanceof PdfDict)) return false;
  return diff
    .differing(old, now)
    .every((key) => !TREE_KEYS.has(key) && [old.get(key), now.get(key)].every((value) => isPlain(value)));
}

function describeTreeChange(diff: Diff, old: PdfDict, now: PdfValue): string {
  if (!(now instanceof PdfDict)) return 'pages were removed';
  const told = describePages(diff);
  if (told.length > 0) return told.join(', ');
  return equalValues(old.get('Kids'), now.get('Kids'))
    ? 'what all pages share (their size, rotation or fonts) changed'
    : 'pages were replaced or reordered';
}

const MAX_TOLD = 10;

function describePages(diff: Diff): string[] {
  const old = [...walkPages(diff.before)].map(({ ref }) => ref.number);
  const now = [...walkPages(diff.after)].map(({ ref }) => ref.number);
  const [before, after] = [new Set(old), new Set(now)];
  const isExchanged = (index: number) =>
    !after.has(old[index] ?? 0) && !before.has(now[index] ?? 0) && index < now.length;
  const gone = old.flatMap((number, index) => {
    if (after.has(number)) return [];
    return [isExchanged(index) ? `page ${index + 1} was replaced` : `page ${index + 1} was removed`];
  });
  let last = 0;
  const come = now.flatMap((number, index) => {
    if (before.has(number)) {
      last = old.indexOf(number) + 1;
      return [];
    }
    if (index < old.length && isExchanged(index)) return [];
    return [last === 0 ? 'there is a new page before page 1' : `there is a new page after page ${last}`];
  });
  const told = [...new Set([...gone, ...come])];
  return told.length > MAX_TOLD ? [...told.slice(0, MAX_TOLD), `and ${told.length - MAX_TOLD} more`] : told;
}
