import type { PdfFile } from '../reader/file.ts';
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
      for (const target of outgoing(file, number)) {
        if (!this.targets.has(target)) continue;
        const known = this.referrers.get(target);
        if (known === undefined) this.referrers.set(target, new Set([number]));
        else known.add(number);
      }
    }
  }

  referrersOf(number: number): ReadonlySet<number> {
    return this.referrers.get(number) ?? new Set();
  }
}
