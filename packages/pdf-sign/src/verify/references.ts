import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { referencesOf } from './compare.ts';

const REFERENCE = /(\d{1,10})\s+\d{1,5}\s+R\b/g;
const MAX_UNREADABLE = 65_536;

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

/** All object numbers that a file's cross-reference mentions. */
export function* objectNumbers(file: PdfFile): Generator<number> {
  const seen = new Set<number>();
  for (const section of file.sections) {
    for (const part of [section, section.hidden]) {
      for (const { first, count } of part?.ranges ?? []) {
        for (let number = first; number < first + count; number++) {
          if (seen.has(number)) continue;
          seen.add(number);
          yield number;
        }
      }
    }
  }
}

function outgoing(file: PdfFile, number: number): number[] {
  try {
    return referencesOf(file.peek(number));
  } catch (error) {
    if (!(error instanceof PdfError) || error.code === 'too_complex') throw error;
    return outgoingOfUnreadable(file, number);
  }
}

/** An object that this reader refuses may still be read by another: take everything that looks like a reference. */
function outgoingOfUnreadable(file: PdfFile, number: number): number[] {
  const entry = file.locate(number);
  if (entry?.kind !== 'offset') return [];
  const start = file.base + entry.offset;
  const text = file.bytes.toString('latin1', start, start + MAX_UNREADABLE);
  const [body = ''] = text.split('endobj', 1);
  return [...body.matchAll(REFERENCE)].map((match) => Number(match[1]));
}
