/** Checks page by page whether a rewritten file looks like its original. */
import type { PagePrint, Prints } from './compare-pages.ts';
import { PdfTaskError } from './pdf-task-error.ts';
import type { PdfTaskErrorCode } from './pdf-task-error.ts';
import type { PdfSource } from './pdf-source.ts';

export interface UploadedFile {
  readonly source: PdfSource;
  readonly password?: string | undefined;
}

/**
 * - `same`: every page has the same picture and the same text in both
 * - `different`: this page differs, or only one of the files has it
 * - `undrawn`: this page cannot be drawn, or none of its content was drawn
 * - `unreadable`: PDFium cannot open the first file
 * - `unfinished`: the pages after this one were not reached within the limits
 */
export type Comparison =
  | { readonly outcome: 'same' }
  | { readonly outcome: 'unreadable' }
  | { readonly outcome: 'different' | 'undrawn' | 'unfinished'; readonly page: number };

/** The number of milliseconds after which a task stops at the end of a page, so that other tasks can run. */
export const TURN_MS = 2000;
/**
 * The maximum number of tasks for both files together. Each task takes up to `TURN_MS`. A thousand plain pages can be
 * drawn twice in this time.
 */
const MAX_TURNS = 30;
/** Error codes that mean that a worker had to be ended because of a page. */
const ENDED: ReadonlySet<PdfTaskErrorCode> = new Set(['timeout', 'out_of_memory', 'crashed']);

type Print = (
  file: UploadedFile,
  wish: { from: number; budgetMs: number; progress: Int32Array; isReadable: boolean },
) => Promise<Prints>;
type Side = { file: UploadedFile; isReadable: boolean; pages: number | undefined; prints: Prints['prints'][number][] };

/** Compares two files. `rewritten` was created from `original` and is readable by our own reader. */
export async function comparePages(print: Print, original: UploadedFile, rewritten: UploadedFile): Promise<Comparison> {
  const before: Side = { file: original, isReadable: false, pages: undefined, prints: [] };
  const after: Side = { file: rewritten, isReadable: true, pages: undefined, prints: [] };
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const behind =
      before.pages === undefined || (isOpen(before) && before.prints.length <= after.prints.length) ? before : after;
    const found = await advance(print, behind);
    if (found !== undefined) return found;
    const verdict = await confirmedDifference(print, before, after);
    if (verdict !== undefined) return verdict;
  }
  return { outcome: 'unfinished', page: Math.min(before.prints.length, after.prints.length) };
}

/**
 * The maximum number of repeated drawings. Now and then, PDFium draws a page differently than usual, probably because
 * of its earlier drawings (ADR 79).
 */
const MAX_REDRAWINGS = 3;

/** Compares the drawn pages. A page that differs is drawn again before it counts as different. */
async function confirmedDifference(print: Print, before: Side, after: Side): Promise<Comparison | undefined> {
  let verdict = judge(before, after);
  while (verdict?.outcome === 'different' && (await isSameAgain(print, { before, after }, verdict.page)))
    verdict = judge(before, after);
  return verdict;
}

async function isSameAgain(
  print: Print,
  { before, after }: { before: Side; after: Side },
  page: number,
): Promise<boolean> {
  const redraw = async ({ file, isReadable }: Side) => {
    const progress = new Int32Array(new SharedArrayBuffer(4));
    return (await print(file, { from: page, budgetMs: 0, progress, isReadable })).prints[0];
  };
  for (let attempt = 0; attempt < MAX_REDRAWINGS; attempt += 1) {
    // A page that exists in only one of the files always counts as different.
    if (before.prints[page - 1] === undefined || after.prints[page - 1] === undefined) return false;
    const [one, other] = [await redraw(before), await redraw(after)];
    if (one === undefined || other === undefined || !isEqual(one, other)) continue;
    before.prints[page - 1] = one;
    after.prints[page - 1] = other;
    return true;
  }
  return false;
}

const isEqual = (one: PagePrint, other: PagePrint): boolean => one.picture === other.picture && one.text === other.text;

const isOpen = ({ pages, prints }: Side): boolean => pages === undefined || prints.length < pages;

async function advance(print: Print, side: Side): Promise<Comparison | undefined> {
  const progress = new Int32Array(new SharedArrayBuffer(4));
  try {
    const wish = { from: side.prints.length + 1, budgetMs: TURN_MS, progress, isReadable: side.isReadable };
    const { pageCount, prints } = await print(side.file, wish);
    side.pages = pageCount;
    for (const one of prints) side.prints.push(one);
    return undefined;
  } catch (error) {
    if (!(error instanceof PdfTaskError) || (error.code !== 'rejected' && !ENDED.has(error.code))) throw error;
    const page = Atomics.load(progress, 0);
    return page > 0 ? { outcome: 'undrawn', page } : { outcome: 'unreadable' };
  }
}

function judge(before: Side, after: Side): Comparison | undefined {
  for (const { prints } of [before, after]) {
    const undrawn = prints.findIndex((page) => page.isUndrawn);
    if (undrawn >= 0) return { outcome: 'undrawn', page: undrawn + 1 };
  }
  const both = Math.min(before.prints.length, after.prints.length);
  for (let index = 0; index < both; index += 1) {
    const [one, other] = [before.prints[index], after.prints[index]];
    if (!one || !other || !isEqual(one, other)) return { outcome: 'different', page: index + 1 };
  }
  if (before.pages === undefined || after.pages === undefined) return undefined;
  if (before.pages !== after.pages) return { outcome: 'different', page: Math.min(before.pages, after.pages) + 1 };
  return isOpen(before) || isOpen(after) ? undefined : { outcome: 'same' };
}
