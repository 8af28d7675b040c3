/**
 * The logical structure of a tagged file (ISO 32000-2 14.7). A program that adds a signature to a tagged file also adds
 * a structure element for the new field. The addition is invisible if everything else keeps its position and meaning.
 */
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { equalValues } from './compare.ts';
import type { Diff } from './diff.ts';

/** A structure with more members is not traversed, so every change to it is reported. */
const MAX_MEMBERS = 200_000;
const MAX_DEPTH = 100;

/** The permitted entries of a new element. /ActualText would replace visible text. */
const NEW_ELEMENT_KEYS = new Set('Type S P Pg K ID T Lang Alt A C NS'.split(' '));
const GROWING = new Set(['K', 'ParentTree', 'ParentTreeNextKey']);

/**
 * Accepts changed objects of the structure tree that only gained elements for new objects. They are not reported as
 * changes.
 */
export function explainStructure(diff: Diff): void {
  const root = diff.after.catalog.get('StructTreeRoot');
  if (!(root instanceof PdfRef) || !equalValues(root, diff.before.catalog.get('StructTreeRoot'))) return;
  if (diff.changed.size === 0) return;
  const [old, now] = [diff.before.dict(root), diff.after.dict(root)];
  if (old === null || now === null) return;
  const members = membersOf(diff.before, root);
  if (members === null || !hasGrownTree(diff, old.get('ParentTree'), now.get('ParentTree'))) return;
  const isOwner = (number: number): boolean =>
    number === diff.after.root.number || members.has(number) || isBookmark(diff.before, number);
  const isPart = (number: number): boolean => members.has(number) && [...diff.referrersOf(number)].every(isOwner);
  for (const number of diff.changed) {
    if (!isPart(number)) continue;
    const [before, after] = [diff.before.object(number), diff.after.object(number)];
    if (number === root.number) {
      if (isGrownNode(diff, before, after, GROWING)) diff.explain(root);
    } else if (isElement(diff.before, before)) {
      if (isGrownNode(diff, before, after, new Set(['K']))) diff.explain(new PdfRef(number));
    } else if (isTreeNode(before) && isTreeNode(after)) {
      // The parent tree has already been compared as a whole, so changes to its nodes are accepted.
      diff.explain(new PdfRef(number));
    }
  }
}

/** A bookmark may refer to an element (12.3.3, /SE). */
function isBookmark(file: PdfFile, number: number): boolean {
  const value = file.object(number);
  return value instanceof PdfDict && value.has('Title') && value.has('Parent');
}

const isElement = (file: PdfFile, value: PdfValue): value is PdfDict =>
  value instanceof PdfDict && file.name(value.get('Type')) === 'StructElem';

const isTreeNode = (value: PdfValue): value is PdfDict =>
  value instanceof PdfDict && [...value.entries.keys()].every((key) => ['Nums', 'Kids', 'Limits'].includes(key));

/** Returns the objects of the structure: the root, the elements, and the nodes and arrays of the parent tree. */
function membersOf(file: PdfFile, root: PdfRef): Set<number> | null {
  const members = new Set<number>([root.number]);
  const pending: PdfValue[] = [];
  const add = (value: PdfValue): void => void pending.push(...(Array.isArray(value) ? value : [value]));
  const node = file.dict(root);
  add(node?.get('K') ?? null);
  add(node?.get('ParentTree') ?? null);
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const inner = value instanceof PdfRef ? file.object(value.number) : value;
    const isPart = isElement(file, inner) || isTreeNode(inner) || Array.isArray(inner);
    if (!isPart) continue;
    if (value instanceof PdfRef) {
      if (members.has(value.number)) continue;
      if (members.size >= MAX_MEMBERS) return null;
      members.add(value.number);
    }
    if (Array.isArray(inner)) add(inner);
    else for (const key of ['K', 'Nums', 'Kids']) add(inner.get(key));
  }
  return members;
}

function isGrownNode(diff: Diff, old: PdfValue, now: PdfValue, growing: ReadonlySet<string>): boolean {
  if (!(old instanceof PdfDict) || !(now instanceof PdfDict)) return false;
  if (!diff.differing(old, now).every((key) => growing.has(key))) return false;
  return hasGrownKids(diff, old.get('K'), now.get('K'));
}

/** Whether the kids are the previous kids in the same order, plus elements for new objects. */
function hasGrownKids(diff: Diff, before: PdfValue, after: PdfValue): boolean {
  const old = kidsOf(diff.before, before);
  let next = 0;
  for (const kid of kidsOf(diff.after, after)) {
    const expected = old[next];
    if (expected !== undefined && equalValues(expected, kid)) next += 1;
    else if (!isNewElement(diff, kid, 0)) return false;
  }
  return next === old.length;
}

function kidsOf(file: PdfFile, value: PdfValue): readonly PdfValue[] {
  const inner = value instanceof PdfRef && Array.isArray(file.object(value.number)) ? file.object(value.number) : value;
  if (inner === null) return [];
  return Array.isArray(inner) ? inner : [inner];
}

/** Whether an element represents only objects of this revision and no previous content. */
function isNewElement(diff: Diff, kid: PdfValue, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (kid instanceof PdfRef && !diff.created.has(kid.number)) return false;
  const dict = diff.after.dict(kid);
  if (dict === null) return false;
  if (diff.after.name(dict.get('Type')) === 'OBJR') {
    const target = dict.get('Obj');
    return target instanceof PdfRef && diff.created.has(target.number);
  }
  if (![...dict.entries.keys()].every((key) => NEW_ELEMENT_KEYS.has(key))) return false;
  return kidsOf(diff.after, dict.get('K')).every((one) => isNewElement(diff, one, depth + 1));
}

/** Whether each key of the parent tree still refers to the same elements (14.7.5.4). */
function hasGrownTree(diff: Diff, before: PdfValue, after: PdfValue): boolean {
  const old = pairsOf(diff.before, before);
  const now = pairsOf(diff.after, after);
  if (old === null || now === null) return false;
  return [...old].every(([key, value]) => {
    const later = now.get(key);
    if (later === undefined) return false;
    if (equalValues(value, later) && !(value instanceof PdfRef && diff.changed.has(value.number))) return true;
    const [one, other] = [diff.before.resolve(value), diff.after.resolve(later)];
    if (Array.isArray(one)) return equalValues(one, other);
    return equalValues(value, later) && isElement(diff.before, one);
  });
}

/** Returns the entries of a number tree (7.9.7), or null if the tree is damaged or too large. */
function pairsOf(file: PdfFile, tree: PdfValue): Map<number, PdfValue> | null {
  const pairs = new Map<number, PdfValue>();
  const seen = new Set<number>();
  const pending: PdfValue[] = [tree];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value instanceof PdfRef) {
      if (seen.has(value.number)) return null;
      seen.add(value.number);
    }
    const node = file.dict(value);
    if (node === null) continue;
    pending.push(...file.array(node.get('Kids')));
    const items = file.array(node.get('Nums'));
    for (let index = 0; index + 1 < items.length; index += 2) {
      const key = file.number(items[index] ?? null);
      if (key === null || pairs.has(key) || pairs.size >= MAX_MEMBERS) return null;
      pairs.set(key, items[index + 1] ?? null);
    }
  }
  return pairs;
}

/**
 * Whether a value is a string, a number, a boolean or null. Such values contain no references, and are drawn only where
 * readers expect them.
 */
export const isPlain = (value: PdfValue): boolean =>
  value === null || value instanceof PdfString || typeof value === 'number' || typeof value === 'boolean';
