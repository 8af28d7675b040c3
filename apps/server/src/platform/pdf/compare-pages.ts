/** Draws pages in the worker, to check whether a rewritten file looks like its original. */
import { findUnreadContent } from '@countersign/pdf-sign';

import { sha256Hex, sha256Stream } from '../crypto/tokens.ts';
import type { LocalSource } from './pdf-source.ts';
import { readSource } from './pdf-source.ts';
import { type PdfiumPage, withDocument } from './pdfium/index.ts';
import { letterOf, pictureSize } from './page-view.ts';

/**
 * Digests of a page's image and text. A rewrite copies content, fonts and images byte for byte. PDFium therefore draws
 * an identical image, and no other image is accepted.
 */
export interface PagePrint {
  readonly picture: string;
  readonly text: string;
  /** True if the page has content, but PDFium drew nothing. */
  readonly isUndrawn: boolean;
}

export interface Prints {
  /** The number of pages in the whole file. */
  readonly pageCount: number;
  /** The pages that were drawn within the time limit, beginning with the requested page. */
  readonly prints: readonly PagePrint[];
}

export interface PrintWish {
  /** The first page, counted from 1. */
  readonly from: number;
  readonly budgetMs: number;
  /** The page that is being drawn, shared with the code that ends this thread. */
  readonly progress: Int32Array;
  readonly password: string | undefined;
  /** True if our own reader can read the file. It then determines whether a page that is drawn empty has content. */
  readonly isReadable: boolean;
}

/** The width of the drawing. Small print is gray at this width, and its gray changes when a letter changes. */
const PRINT_WIDTH = 320;
const MAX_CHARACTERS = 200_000;

/**
 * Draws the pages and reads their text, one after another, as many as the time allows. Throws PdfiumError,
 * PdfSourceError.
 */
export async function printPages(source: LocalSource, wish: PrintWish): Promise<Prints> {
  const until = performance.now() + wish.budgetMs;
  const empty: number[] = [];
  const printed = await withDocument(
    source,
    (pageCount, open) => {
      const prints: PagePrint[] = [];
      for (let number = wish.from; number <= pageCount; number += 1) {
        Atomics.store(wish.progress, 0, number);
        const page = open(number, print);
        if (page.isBlank && page.objects === 0) empty.push(number);
        prints.push(page);
        if (performance.now() > until) break;
      }
      return { pageCount, prints };
    },
    wish.password,
  );
  const unread =
    wish.isReadable && empty.length > 0 ? new Set(findUnreadContent(readSource(source), empty)) : new Set();
  const prints = printed.prints.map(({ picture, text, isUndrawn }, index) => ({
    picture,
    text,
    isUndrawn: isUndrawn || unread.has(wish.from + index),
  }));
  return { pageCount: printed.pageCount, prints };
}

function print(page: PdfiumPage): PagePrint & { isBlank: boolean; objects: number } {
  const { width, height } = pictureSize(page.size, PRINT_WIDTH);
  const pixels = page.picture(width, height);
  const text = page.withText(MAX_CHARACTERS, (codePoints) => codePoints.map(letterOf));
  const isBlank = pixels.every((byte) => byte === 255);
  const look = sha256Stream();
  // Two pages that look alike but differ in size count as different.
  look.update(Buffer.from(`${page.size.width} ${page.size.height} `));
  look.update(pixels);
  return {
    picture: look.hex(),
    text: sha256Hex(text.join('')),
    isBlank,
    objects: page.objectCount,
    isUndrawn: isBlank && (page.hasPictures || text.some((letter) => letter.trim() !== '')),
  };
}
