import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfName, PdfRef, nameOf } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { repeatedPages } from '../reader/pages.ts';

/** Entries that pages inherit from their parent nodes (ISO 32000-2 7.7.3.4). */
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;
const MAX_HEIGHT = 100;
const MAX_NODES = 500_000;

/** The defect that is reported if the page tree has no other defect. */
export const REPEATED_PAGE = 'a page is listed twice';

type Inherited = Readonly<Record<(typeof INHERITED)[number], PdfValue>>;
const NOTHING: Inherited = { Resources: null, MediaBox: null, CropBox: null, Rotate: null };

export interface Leaf {
  ref: PdfRef;
  dict: PdfDict;
  inherited: Inherited;
}

export interface PageTree {
  leaves: Leaf[];
  /** The positions, starting at 1, of pages that are the same object as an earlier page. */
  repeated: number[];
  /** A defect of the page tree that did not prevent finding every page. Null if there is none. */
  defect: string | null;
}

/**
 * Reads the pages of a file whose page tree may be broken. Examples are a wrong or missing /Count, /Type or /Parent, a
 * loop, or dangling references in /Kids. If a page refers to a parent that does not list the page, the page replaces a
 * lost kid of that parent, provided that only one replacement is possible.
 *
 * `objects` returns the numbers of all objects. It is called only if kids are missing. Throws `damaged` if a page is
 * lost or might be lost, because half a contract must not be signed.
 */
export function readPageTree(file: PdfFile, objects: () => Iterable<number>): PageTree {
  const walk = new TreeWalk(file, objects);
  const leaves = walk.start(file.catalog.get('Pages'));
  if (leaves.length === 0) throw new PdfError('damaged', 'the page tree has no pages');
  const repeated = repeatedPages(leaves.map(({ ref }) => ref));
  const defect = walk.defect ?? (repeated.length > 0 ? REPEATED_PAGE : null);
  return { leaves, repeated, defect };
}

class TreeWalk {
  defect: string | null = null;
  private readonly file: PdfFile;
  private readonly objects: () => Iterable<number>;
  /** The ancestors of the current node. A kid that is also an ancestor would create a cycle. */
  private readonly above = new Set<number>();
  private nodes = 0;
  private strays: Map<number, PdfRef[]> | null = null;

  constructor(file: PdfFile, objects: () => Iterable<number>) {
    this.file = file;
    this.objects = objects;
  }

  start(value: PdfValue): Leaf[] {
    const node = this.file.dict(value);
    if (!(value instanceof PdfRef) || node === null || !node.has('Kids'))
      throw new PdfError('damaged', 'the catalog has no page tree');
    return this.walk(value, node, NOTHING, null, 0);
  }

  private note(defect: string): void {
    this.defect ??= defect;
  }

  private walk(ref: PdfRef, node: PdfDict, above: Inherited, parent: PdfRef | null, height: number): Leaf[] {
    if (++this.nodes > MAX_NODES || height > MAX_HEIGHT)
      throw new PdfError('too_complex', 'the page tree is too large');
    const inherited = inherit(node, above);
    const back = node.get('Parent');
    if (parent !== null && !(back instanceof PdfRef && back.number === parent.number))
      this.note('a page refers to the wrong parent');
    const type = this.file.name(node.get('Type'));
    if (!node.has('Kids')) {
      if (type !== 'Page') this.note('a page has the wrong type');
      return [{ ref, dict: node, inherited }];
    }
    if (type !== 'Pages') this.note('a node of the page tree has the wrong type');
    this.above.add(ref.number);
    const kids = this.mendKids(ref, this.file.array(node.get('Kids')));
    const leaves: Leaf[] = [];
    for (const kid of kids) {
      const child = this.file.dict(kid);
      if (child !== null) for (const leaf of this.walk(kid, child, inherited, ref, height + 1)) leaves.push(leaf);
    }
    this.above.delete(ref.number);
    this.compareCount(ref, node, leaves.length);
    return leaves;
  }

  /** Returns the kids of a node, with lost kids replaced. */
  private mendKids(parent: PdfRef, kids: readonly PdfValue[]): PdfRef[] {
    const mended = kids.map((kid) => (this.isNode(kid) ? kid : null));
    const lost = mended.filter((kid) => kid === null).length;
    if (lost === 0) return mended.flatMap((kid) => kid ?? []);
    const listed = new Set(mended.flatMap((kid) => kid?.number ?? []));
    const strays = this.straysOf(parent).filter(({ number }) => !listed.has(number));
    if (strays.length !== lost) throw new PdfError('damaged', 'pages are missing');
    this.note('the page tree is broken');
    return mended.map((kid) => kid ?? strays.shift()).flatMap((kid) => kid ?? []);
  }

  private isNode(kid: PdfValue): kid is PdfRef {
    if (!(kid instanceof PdfRef) || this.above.has(kid.number)) return false;
    const node = this.file.dict(kid);
    if (node === null) return false;
    const type = nameOf(this.file.resolve(node.get('Type')));
    const looksLikePage = node.has('Kids') || node.has('Contents') || node.has('MediaBox') || node.has('Resources');
    return type === 'Page' || type === 'Pages' || (looksLikePage && node.has('Parent'));
  }

  /**
   * Compares /Count with the kids that were found. A page that is missing from the kids but refers to this node as its
   * parent was lost.
   */
  private compareCount(ref: PdfRef, node: PdfDict, found: number): void {
    const count = this.file.number(node.get('Count'));
    if (count === found) return;
    this.note('a count in the page tree is wrong');
    const known = new Set(
      this.file.array(node.get('Kids')).flatMap((kid) => (kid instanceof PdfRef ? kid.number : [])),
    );
    if (this.defect !== 'the page tree is broken' && this.straysOf(ref).some(({ number }) => !known.has(number)))
      throw new PdfError('damaged', 'the pages of the file cannot be determined');
  }

  /** Returns the pages and nodes that refer to a node as their parent, ordered by object number. */
  private straysOf(parent: PdfRef): PdfRef[] {
    this.strays ??= this.findStrays();
    return this.strays.get(parent.number) ?? [];
  }

  private findStrays(): Map<number, PdfRef[]> {
    const found = new Map<number, PdfRef[]>();
    for (const number of [...this.objects()].toSorted((a, b) => a - b)) {
      const value = this.file.peek(number);
      const parent = value instanceof PdfDict ? value.get('Parent') : null;
      if (!(value instanceof PdfDict) || !(parent instanceof PdfRef)) continue;
      const type = nameOf(value.get('Type'));
      if (type !== 'Page' && type !== 'Pages') continue;
      found.set(parent.number, [...(found.get(parent.number) ?? []), new PdfRef(number)]);
    }
    return found;
  }
}

function inherit(node: PdfDict, above: Inherited): Inherited {
  return {
    Resources: node.get('Resources') ?? above.Resources,
    MediaBox: node.get('MediaBox') ?? above.MediaBox,
    CropBox: node.get('CropBox') ?? above.CropBox,
    Rotate: node.get('Rotate') ?? above.Rotate,
  };
}

/**
 * Builds one flat tree over the pages, as objects that replace or extend the objects of the file. Each page gets its
 * inherited entries. A repeated page becomes a separate object, because otherwise a field on one copy would appear on
 * the other copy too.
 */
export function flatTree(file: PdfFile, leaves: readonly Leaf[], root: PdfRef): Map<number, PdfValue> {
  const changed = new Map<number, PdfValue>();
  let next = root.number + 1;
  const add = (value: PdfValue): PdfRef => {
    changed.set(next, value);
    return new PdfRef(next++);
  };
  const kids: PdfRef[] = [];
  for (const { ref, dict, inherited } of leaves) {
    const entries = new Map(dict.entries);
    for (const key of INHERITED) if (!entries.has(key) && inherited[key] !== null) entries.set(key, inherited[key]);
    entries.set('Type', new PdfName('Page'));
    entries.set('Parent', root);
    if (changed.has(ref.number)) {
      const page = add(null);
      changed.set(page.number, new PdfDict(ownPage(file, entries, page, add)));
      kids.push(page);
    } else {
      changed.set(ref.number, new PdfDict(entries));
      kids.push(ref);
    }
  }
  const entries: [string, PdfValue][] = [
    ['Type', new PdfName('Pages')],
    ['Kids', kids],
    ['Count', leaves.length],
  ];
  changed.set(root.number, new PdfDict(new Map(entries)));
  return changed;
}

/** Entries that belong to a single page, such as its position in the structure tree and in article threads. */
const OF_ONE_PAGE = ['StructParents', 'B', 'Metadata', 'PieceInfo', 'ID'];
/** Entries that make an annotation a form field, or link the annotation to another one. */
const OF_ONE_ANNOTATION = new Set(
  'FT Parent Kids T TU TM Ff V DV DA Q MaxLen Opt TI I A AA MK StructParent Popup IRT NM P'.split(' '),
);

/**
 * Returns the entries of a copy of a page. The copy looks like the original and shares its content, but has no
 * annotations (12.5.2).
 */
function ownPage(
  file: PdfFile,
  entries: Map<string, PdfValue>,
  page: PdfRef,
  add: (value: PdfValue) => PdfRef,
): Map<string, PdfValue> {
  const own = new Map([...entries].filter(([key]) => !OF_ONE_PAGE.includes(key)));
  const annotations = file.array(entries.get('Annots') ?? null).flatMap((item) => file.dict(item) ?? []);
  if (annotations.length === 0) own.delete('Annots');
  else
    own.set(
      'Annots',
      annotations.flatMap((annotation) => copiedAnnotation(file, annotation, page, add)),
    );
  return own;
}

/**
 * Copies an annotation to the second page. A field stays on the first page, and the second page gets only its
 * appearance. Links keep their target.
 */
function copiedAnnotation(
  file: PdfFile,
  annotation: PdfDict,
  page: PdfRef,
  add: (value: PdfValue) => PdfRef,
): PdfRef[] {
  const kind = file.name(annotation.get('Subtype'));
  if (kind === 'Popup') return [];
  if (kind === 'Link') return [add(new PdfDict(new Map(annotation.entries).set('P', page)))];
  const kept = new Map([...annotation.entries].filter(([key]) => !OF_ONE_ANNOTATION.has(key)));
  if (kind === 'Widget') kept.set('Subtype', new PdfName('Stamp'));
  return [add(new PdfDict(kept.set('P', page)))];
}
