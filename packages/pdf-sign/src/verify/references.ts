import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfStream, nameOf } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { outgoing } from '../reader/references.ts';

/**
 * Records which objects refer to the objects that later revisions change. The index shows whether a replaced object
 * also serves a purpose other than the one that permits its replacement. It also shows whether an earlier revision
 * refers to an object that was added later, which is a typical shadow attack.
 */
export class ReferenceIndex {
  private readonly targets: ReadonlySet<number>;
  private readonly referrers = new Map<number, Set<number>>();

  constructor(targets: ReadonlySet<number>) {
    this.targets = targets;
  }

  /**
   * Records the references from a revision's objects. References that a later revision removes stay recorded, so the
   * checks can be too strict but never too lax.
   */
  add(file: PdfFile, numbers: Iterable<number>): void {
    for (const number of numbers) {
      for (const target of outgoing(file, number, contentOf)) {
        if (!this.targets.has(target)) continue;
        const known = this.referrers.get(target);
        if (known === undefined) this.referrers.set(target, new Set([number]));
        else known.add(number);
      }
    }
  }

  /** Whether all references to an object are known. */
  watches(number: number): boolean {
    return this.targets.has(number);
  }

  referrersOf(number: number): ReadonlySet<number> {
    return this.referrers.get(number) ?? new Set();
  }
}

/**
 * Entries of a cross-reference stream that are ignored, because the stream is also a trailer (ISO 32000-2 7.5.8.2). It
 * refers to the catalog and the information dictionary, even if it is no longer in use. Streams with visible content
 * have no such entries.
 */
const TRAILER_KEYS: ReadonlySet<string> = new Set(['Root', 'Info', 'ID', 'Prev']);

function contentOf(value: PdfValue): PdfValue {
  if (!(value instanceof PdfStream) || nameOf(value.dict.get('Type')) !== 'XRef') return value;
  return new PdfDict(new Map([...value.dict.entries].filter(([key]) => !TRAILER_KEYS.has(key))));
}
