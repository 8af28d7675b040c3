import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef, PdfStream, nameOf } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { referencesOf } from '../reader/references.ts';
import { differingKeys, sameContent } from './compare.ts';
import type { ReferenceIndex } from './references.ts';
import type { ChangeKind } from './types.ts';
import type { Finding } from './words.ts';

/**
 * The difference between one revision and the next. Rules explain changed objects one by one, and everything that no
 * rule explains is reported. A changed object with an unknown role is therefore always reported.
 */
export class Diff {
  readonly before: PdfFile;
  readonly after: PdfFile;
  /** The page number of each page of the signed document, by object number. */
  readonly pages: ReadonlyMap<number, number>;
  readonly changes: Finding[] = [];
  /** Objects that existed in the earlier revision, have changed, and have not been explained yet. */
  readonly changed = new Set<number>();
  /** Objects that did not exist in the earlier revision. */
  readonly created = new Set<number>();
  private readonly index: ReferenceIndex;
  private readonly revision: number;

  constructor(
    before: PdfFile,
    after: PdfFile,
    touched: Iterable<number>,
    context: { index: ReferenceIndex; pages: ReadonlyMap<number, number>; revision: number },
  ) {
    this.before = before;
    this.after = after;
    this.index = context.index;
    this.pages = context.pages;
    this.revision = context.revision;
    for (const number of touched) {
      const old = before.object(number);
      if (old === null) this.created.add(number);
      else if (!this.same(old, after.object(number)) && !this.isXrefStream(number)) this.changed.add(number);
    }
  }

  same(old: PdfValue, now: PdfValue): boolean {
    return sameContent(this.before, old, this.after, now);
  }

  differing(old: PdfDict, now: PdfDict): string[] {
    return differingKeys(old, now).filter(
      (key) => old.duplicates.includes(key) || now.duplicates.includes(key) || !this.same(old.get(key), now.get(key)),
    );
  }

  report(kind: ChangeKind, text: string, details: Pick<Finding, 'field' | 'page' | 'keys'> = {}): void {
    if (this.changes.some((change) => change.kind === kind && change.text === text)) return;
    this.changes.push({ kind, text, revision: this.revision, ...details });
  }

  /** Marks an object as explained, which means that a rule has checked each of its entries. */
  explain(value: PdfValue): void {
    if (value instanceof PdfRef) this.changed.delete(value.number);
  }

  /**
   * Marks all objects below a value as explained, if the value was allowed to change. An object that existed before is
   * explained only if it was never referenced by anything except `owners` and their explained parts. Returns whether
   * any object was explained.
   */
  explainBelow(value: PdfValue, owners: readonly (PdfRef | null)[]): boolean {
    const own = new Set(owners.flatMap((owner) => (owner === null ? [] : [owner.number])));
    const seen = new Set<number>();
    const pending = referencesOf(value);
    let explained = false;
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      const isOld = !this.created.has(number);
      if (seen.has(number) || (isOld && !this.changed.has(number) && !this.index.watches(number))) continue;
      seen.add(number);
      if (isOld && ![...this.index.referrersOf(number)].every((referrer) => own.has(referrer))) continue;
      explained = this.changed.delete(number) || explained;
      own.add(number);
      for (const next of referencesOf(this.after.object(number))) pending.push(next);
    }
    return explained;
  }

  /** Returns all objects that have referred to an object in any revision up to the earlier of the two. */
  referrersOf(number: number): ReadonlySet<number> {
    return this.index.referrersOf(number);
  }

  /** Whether an object has only ever been referenced by the given objects. */
  servesOnly(value: PdfValue, owners: readonly (PdfRef | null)[]): boolean {
    if (!(value instanceof PdfRef)) return true;
    const own = new Set(owners.flatMap((owner) => (owner === null ? [] : [owner.number])));
    return [...this.index.referrersOf(value.number)].every((referrer) => own.has(referrer));
  }

  /**
   * Returns new objects that the earlier revision already referred to. Adding them changes how the earlier revision
   * looks.
   */
  awaited(): number[] {
    return [...this.created].filter(
      (number) => this.index.referrersOf(number).size > 0 && this.after.object(number) !== null,
    );
  }

  /**
   * Whether an object is a cross-reference stream. Some writers use one object number for all their cross-reference
   * streams.
   */
  private isXrefStream(number: number): boolean {
    const type = (value: PdfValue) => (value instanceof PdfStream ? nameOf(value.dict.get('Type')) : null);
    return type(this.before.object(number)) === 'XRef' && type(this.after.object(number)) === 'XRef';
  }
}

/** Returns the page from which an object is reachable, for describing a change. Returns null if there is none. */
export function pageThatShows(file: PdfFile, pages: ReadonlyMap<number, number>, wanted: number): number | null {
  const limit = 20_000;
  for (const [page, pageNumber] of pages) {
    const seen = new Set([page]);
    const pending = [page];
    for (let number = pending.pop(); number !== undefined && seen.size < limit; number = pending.pop()) {
      if (number === wanted) return pageNumber;
      for (const next of visibleReferences(file.object(number), number === page)) {
        if (!seen.has(next) && !pages.has(next)) {
          seen.add(next);
          pending.push(next);
        }
      }
    }
  }
  return null;
}

/** Returns the page whose annotation contains the object, or null if there is no such page. */
export function annotatedPage(file: PdfFile, pages: ReadonlyMap<number, number>, wanted: number): number | null {
  for (const [page, pageNumber] of pages) {
    const annotations = file.dict(new PdfRef(page))?.get('Annots') ?? null;
    if (file.array(annotations).some((annotation) => isReachable(file, annotation, wanted))) return pageNumber;
  }
  return null;
}

/** Whether a value refers to an object, ignoring references from the object's owner. */
export function isReachable(file: PdfFile, from: PdfValue, wanted: number): boolean {
  const limit = 2_000;
  const seen = new Set<number>();
  const pending = referencesOf(from);
  for (let number = pending.pop(); number !== undefined && seen.size < limit; number = pending.pop()) {
    if (number === wanted) return true;
    if (seen.has(number)) continue;
    seen.add(number);
    for (const next of visibleReferences(file.object(number), false)) pending.push(next);
  }
  return false;
}

/**
 * Returns the references to everything that a page, or a part of it, displays. Parents and annotations are excluded.
 */
function visibleReferences(value: PdfValue, isPage: boolean): number[] {
  const dict = value instanceof PdfStream ? value.dict : value;
  if (!(dict instanceof PdfDict)) return referencesOf(value);
  const skipped = isPage ? ['Parent', 'Annots', 'B'] : ['Parent', 'P'];
  return [...dict.entries].flatMap(([key, item]) => (skipped.includes(key) ? [] : referencesOf(item)));
}
