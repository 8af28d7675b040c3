import { PdfError } from '../errors.ts';

/**
 * What one file may cost. Uploads are hostile until shown otherwise: every loop of the reader either consumes input
 * or draws on one of these budgets.
 */
export interface Limits {
  /** Nesting of arrays and dictionaries, and height of the page and field trees. */
  depth: number;
  /** Indirect objects parsed. */
  objects: number;
  /** Cross-reference sections in the /Prev chain. */
  sections: number;
  /** Bytes that come out of decompression, all streams together. */
  inflated: number;
  /** Highest object number. */
  objectNumber: number;
}

export const DEFAULT_LIMITS: Limits = {
  depth: 100,
  objects: 1_000_000,
  sections: 2_000,
  inflated: 256 * 1024 * 1024,
  objectNumber: 8_388_607,
};

/** What is left of the limits while a file is read; shared by all views of the same bytes. */
export class Budget {
  readonly limits: Limits;
  private objects: number;
  private inflated: number;
  private scanned: number;

  constructor(limits: Limits, fileLength: number) {
    this.limits = limits;
    this.objects = limits.objects;
    this.inflated = limits.inflated;
    // Looking for a lost `endstream` reads on to the next one; many such streams would make reading quadratic.
    this.scanned = 4 * fileLength + 1_048_576;
  }

  spendObject(): void {
    if (--this.objects < 0) throw new PdfError('too_complex', 'the file has too many objects');
  }

  spendScan(bytes: number): void {
    this.scanned -= bytes;
    if (this.scanned < 0) throw new PdfError('damaged', 'too many streams have a wrong length');
  }

  /** Bytes that a decoder may still produce. */
  get inflatable(): number {
    return this.inflated;
  }

  spendInflated(bytes: number): void {
    this.inflated -= bytes;
    if (this.inflated < 0) throw new PdfError('too_complex', 'compressed streams grow too large');
  }
}
