import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef, PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import type { Leaf } from './page-tree.ts';

/**
 * Entries that lead from visible content to invisible content, such as other pages, parent fields, structure and
 * actions.
 */
const UNSEEN: ReadonlySet<string> = new Set(
  'Parent P StructParent StructParents A AA Dest Metadata PieceInfo OC OPI Group LastModified B Popup IRT Kids V DV Length'.split(
    ' ',
  ),
);

/**
 * Checks that a page's content can be decoded completely. Otherwise, a page with a truncated stream would be shown in
 * part, and a page with a damaged stream would be empty. Throws `damaged`.
 */
export function assertContentDecodes(file: PdfFile, leaves: readonly Leaf[]): void {
  const seen = new Set<PdfValue>();
  for (const { dict } of leaves) {
    const contents = file.resolve(dict.get('Contents'));
    for (const part of Array.isArray(contents) ? contents.map((item) => file.resolve(item)) : [contents]) {
      if (!(part instanceof PdfStream) || seen.has(part)) continue;
      seen.add(part);
      decodeWhole(file, part);
    }
  }
}

function decodeWhole(file: PdfFile, content: PdfStream): void {
  try {
    file.decode(content, { isWhole: true });
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'unsupported_filter') throw error;
    throw new PdfError('damaged', 'the content of a page cannot be decoded', { cause: error });
  }
}

/**
 * Checks that everything shown on a page exists: its content, resources (fonts, images, patterns) and annotations with
 * their appearances. Throws `damaged` for a referenced object that is unreadable.
 */
export function assertPagesWhole(file: PdfFile, leaves: readonly Leaf[]): void {
  assertContentStreams(file, leaves);
  const seen = new Set<number>();
  const pending: PdfValue[] = [];
  for (const { dict, inherited } of leaves) pending.push(dict.get('Contents'), dict.get('Annots'), inherited.Resources);
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value instanceof PdfRef) {
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      const target = file.peek(value.number);
      if (target === null) throw new PdfError('damaged', `object ${value.number}, which a page uses, is missing`);
      pending.push(target);
    } else if (Array.isArray(value)) {
      for (const item of value) pending.push(item);
    } else if (value instanceof PdfStream || value instanceof PdfDict) {
      const { entries } = value instanceof PdfStream ? value.dict : value;
      for (const [key, item] of entries) if (!UNSEEN.has(key)) pending.push(item);
    }
  }
}

/**
 * Checks that a page's content consists of streams (7.7.3.3). A damaged stream can look like another kind of object.
 * Throws `damaged`.
 */
export function assertContentStreams(file: PdfFile, leaves: readonly Leaf[]): void {
  for (const { dict } of leaves) {
    const contents = file.resolve(dict.get('Contents'));
    const parts = Array.isArray(contents) ? contents.map((part) => file.resolve(part)) : [contents];
    if (parts.some((part) => part !== null && !(part instanceof PdfStream)))
      throw new PdfError('damaged', 'the content of a page is not a stream');
  }
}
