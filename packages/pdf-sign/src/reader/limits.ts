import { PdfError } from '../errors.ts';

/**
 * Limits on the work that one file can cause. Uploads are untrusted, so every loop of the reader either consumes input
 * or uses up one of these limits.
 */
export interface Limits {
  /** The maximum nesting depth of arrays and dictionaries, and the maximum height of the page and field trees. */
  depth: number;
  /** The maximum number of indirect objects that are parsed. */
  objects: number;
  /** The maximum number of cross-reference sections in the /Prev chain. */
  sections: number;
  /** The maximum number of decompressed bytes in all streams. */
  inflated: number;
  /** The highest allowed object number, and the maximum total number of cross-reference entries. */
  objectNumber: number;
}

export const DEFAULT_LIMITS: Limits = {
  depth: 100,
  objects: 1_000_000,
  sections: 2_000,
  inflated: 128 * 1024 * 1024,
  objectNumber: 4_194_303,
};

/** What is left of the limits while a file is read. All views of the same bytes share one budget. */
export class Budget {
  readonly limits: Limits;
  private objects: number;
  private inflated: number;
  private parsed: number;
  private entries: number;

  constructor(limits: Limits, fileLength: number) {
    this.limits = limits;
    this.objects = limits.objects;
    this.inflated = limits.inflated;
    // The limit is a multiple of the file's length, because the objects of a valid file do not overlap. Without the
    // limit, overlapping objects would make reading quadratic.
    this.parsed = 8 * fileLength + 16 * 1_048_576;
    this.entries = limits.objectNumber;
  }

  spendObject(): void {
    if (--this.objects < 0) throw new PdfError('too_complex', 'the file has too many objects');
  }

  /** Deducts bytes from the number that parsers may still process. */
  spendParsed(bytes: number): void {
    this.parsed -= bytes;
    if (this.parsed < 0) throw new PdfError('too_complex', 'objects overlap too much');
  }

  spendEntries(count: number): void {
    this.entries -= count;
    if (this.entries < 0) throw new PdfError('too_complex', 'the cross-reference is too large');
  }

  /** The number of bytes that a decoder may still produce. */
  get inflatable(): number {
    return this.inflated;
  }

  spendInflated(bytes: number): void {
    this.inflated -= bytes;
    if (this.inflated < 0) throw new PdfError('too_complex', 'the decompressed streams are too large');
  }
}
