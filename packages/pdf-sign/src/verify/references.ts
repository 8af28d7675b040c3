import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfStream, nameOf } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { outgoing } from '../reader/references.ts';

/**
 * Which objects refer to the objects that later revisions touch. Needed for two questions: does a replaced object
 * serve another purpose than the one that permits its replacement, and did an earlier revision refer to an object
 * that only a later one brings (a shadow attack's favourite).
 */
export class ReferenceIndex {
  private readonly targets: ReadonlySet<number>;
  private readonly referrers = new Map<number, Set<number>>();

  constructor(targets: ReadonlySet<number>) {
    this.targets = targets;
  }

  /** Notes what objects of a revision refer to; earlier findings stay, so that the answers err on the strict side. */
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

  /** Whether all that refers to an object is known. */
  watches(number: number): boolean {
    return this.targets.has(number);
  }

  referrersOf(number: number): ReadonlySet<number> {
    return this.referrers.get(number) ?? new Set();
  }
}

/**
 * A cross-reference stream is a trailer too (ISO 32000-2 7.5.8.2): as that, it names the file's catalog and information, be it
 * in use or left over. No stream that a page shows has such entries.
 */
const TRAILER_KEYS: ReadonlySet<string> = new Set(['Root', 'Info', 'ID', 'Prev']);

function contentOf(value: PdfValue): PdfValue {
  if (!(value instanceof PdfStream) || nameOf(value.dict.get('Type')) !== 'XRef') return value;
  return new PdfDict(new Map([...value.dict.entries].filter(([key]) => !TRAILER_KEYS.has(key))));
}
