import type { LocalSource } from './pdf-source.ts';
import type { PageBox, PageCharacter } from './pdfium/index.ts';
import { PdfiumError, withDocument, withPage } from './pdfium/index.ts';

export interface RenderOptions {
  readonly page: number;
  /** The requested width of the image in device pixels. It is limited, and reduced for very long pages. */
  readonly width: number;
  readonly format: 'webp';
}

export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly contentType: 'image/webp';
  readonly width: number;
  readonly height: number;
}

export interface TextLine extends PageBox {
  readonly text: string;
}

/**
 * The text of a page for screen readers and selection. Boxes are in points, with the origin at the top left as
 * displayed.
 */
export interface PageText {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly TextLine[];
}

const MIN_WIDTH = 16;
const MAX_WIDTH = 2400;
/**
 * The maximum number of pixels. 9 million pixels take 36 MB while an image is created. An A4 page at full width has 8
 * million.
 */
const MAX_PIXELS = 9_000_000;
const WEBP_LIMIT = 16_383;
/**
 * The options for printed pages. With near-lossless compression, they are sharper and two to six times smaller. Pages
 * with photographs use lossy compression, because near-lossless compression would take ten times as long for them and
 * produce larger images.
 */
const CRISP = { nearLossless: true, quality: 60, effort: 1 } as const;
const LOSSY = { quality: 82, effort: 2 } as const;
/**
 * The maximum number of pixels for near-lossless compression, which uses 30 bytes per pixel. An image with more pixels
 * has enough detail for lossy compression.
 */
const CRISP_PIXELS = 3_000_000;
const FINE = { quality: 90, effort: 1 } as const;
const GRADUAL_STEP = 36;
const GRADUAL_SHARE_OF_PRINT = 0.05;
/** The maximum number of characters of a page. A page of small print has about 10,000. */
const MAX_CHARACTERS = 100_000;

/** Draws a page. Throws PdfiumError or PdfSourceError. */
export async function renderPage(source: LocalSource, options: RenderOptions): Promise<PagePicture> {
  const { rgba, width, height } = await withPage(source, options.page, (page) => {
    const size = pictureSize(page.size, options.width);
    return { ...size, rgba: page.picture(size.width, size.height) };
  });
  const { default: sharp } = await import('sharp');
  // Nothing is cached between images. Each page is usually drawn once, so a cache would only use memory.
  sharp.cache(false);
  sharp.concurrency(1);
  const bytes = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .webp(encodingOf(rgba, width * height))
    .toBuffer();
  return { bytes, contentType: 'image/webp', width, height };
}

/**
 * The result of test-rendering the pages. If the worker had to be ended, `progress` contains the page that it was
 * rendering.
 */
export interface PagesTried {
  readonly failed: readonly number[];
}

/**
 * The width of the test drawing. It is wide enough to read and draw everything, and small enough to take only a few
 * milliseconds.
 */
const TRIAL_WIDTH = 64;

/**
 * Draws small images of the pages, one after another, within `budgetMs`. `progress` contains the page that is being
 * drawn, and is shared with the code that ends this thread.
 */
export async function tryPages(
  source: LocalSource,
  { progress, budgetMs }: { progress: Int32Array; budgetMs: number },
): Promise<PagesTried> {
  const until = performance.now() + budgetMs;
  return withDocument(source, (pages, open) => {
    const failed: number[] = [];
    for (let number = 1; number <= pages && performance.now() < until; number += 1) {
      Atomics.store(progress, 0, number);
      try {
        open(number, (page) => {
          const { width, height } = pictureSize(page.size, TRIAL_WIDTH);
          page.picture(width, height);
        });
      } catch (error) {
        if (!(error instanceof PdfiumError)) throw error;
        failed.push(number);
      }
    }
    return { failed };
  });
}

function encodingOf(rgba: Buffer, pixels: number) {
  if (pixels > CRISP_PIXELS) return FINE;
  return isPrint(rgba) ? CRISP : LOSSY;
}

/** Returns a size in whole pixels within the limits, with the page's aspect ratio. */
export function pictureSize(
  page: { width: number; height: number },
  wished: number,
): { width: number; height: number } {
  const ratio = Math.max(page.height, 1) / Math.max(page.width, 1);
  const widest = Math.min(MAX_WIDTH, Math.sqrt(MAX_PIXELS / ratio), WEBP_LIMIT / ratio);
  const width = Math.max(1, Math.floor(Math.min(Math.max(wished, MIN_WIDTH), widest)));
  return { width, height: Math.min(WEBP_LIMIT, Math.max(1, Math.round(width * ratio))) };
}

/**
 * Returns whether a page looks printed. Print has sharp edges: a pixel either equals its neighbor or differs clearly.
 * In photographs and gradients, it differs only a little. Printed pages had up to 3% of such gradual steps, and a page
 * with a small photograph had 10%.
 */
function isPrint(rgba: Buffer): boolean {
  let gradual = 0;
  for (let at = 4; at < rgba.length; at += 4) {
    const step =
      Math.abs((rgba[at] ?? 0) - (rgba[at - 4] ?? 0)) +
      Math.abs((rgba[at + 1] ?? 0) - (rgba[at - 3] ?? 0)) +
      Math.abs((rgba[at + 2] ?? 0) - (rgba[at - 2] ?? 0));
    if (step > 0 && step < GRADUAL_STEP) gradual += 1;
  }
  return gradual < (rgba.length / 4) * GRADUAL_SHARE_OF_PRINT;
}

/** Reads the text layer of a page (counted from 1). Throws PdfiumError or PdfSourceError. */
export async function readPageText(source: LocalSource, page: number): Promise<PageText> {
  return withPage(source, page, (open) => ({ ...open.size, lines: linesOf(open.characters(MAX_CHARACTERS)) }));
}

/**
 * Groups characters into lines. PDFium puts a line break between lines, but joins columns that share a baseline with a
 * space. A gap wider than the height of two characters starts a new line, because selecting text would otherwise jump
 * between columns.
 */
function linesOf(characters: readonly PageCharacter[]): TextLine[] {
  const lines: TextLine[] = [];
  let text = '';
  let box: PageBox | undefined;
  const flush = (): void => {
    if (box !== undefined && text.trim() !== '') lines.push({ text: text.trim(), ...box });
    text = '';
    box = undefined;
  };
  for (const character of characters) {
    const letter = letterOf(character.codePoint);
    if (letter === '\n') flush();
    else if (character.box === undefined) text += letter;
    else {
      if (box !== undefined && isApart(box, character.box)) flush();
      text += letter;
      box = box === undefined ? character.box : union(box, character.box);
    }
  }
  flush();
  return lines;
}

/**
 * Returns the text for a code point that PDFium reports. A line break stays a line break. A code point without a
 * character becomes an empty string.
 */
export function letterOf(codePoint: number): string {
  if (codePoint === 0x0a || codePoint === 0x0d) return '\n';
  // PDFium reports 0xfffe and values below 0x20 for characters without a mapping, and for hyphens at the end of a line.
  if (codePoint === 0x02 || codePoint === 0xad) return '-';
  if (codePoint < 0x20 || (codePoint >= 0xfffe && codePoint <= 0xffff) || codePoint > 0x10ffff) return '';
  return String.fromCodePoint(codePoint);
}

export function isApart(line: PageBox, next: PageBox): boolean {
  const reach = 2 * Math.max(Math.min(line.height, line.width), 4);
  const horizontal = Math.max(next.x - (line.x + line.width), line.x - (next.x + next.width));
  const vertical = Math.max(next.y - (line.y + line.height), line.y - (next.y + next.height));
  return horizontal > reach || vertical > reach;
}

export function union(a: PageBox, b: PageBox): PageBox {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
