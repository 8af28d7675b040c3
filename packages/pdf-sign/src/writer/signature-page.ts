import type { Entries, ObjectId } from '../state.ts';
import { formatEntries, formatRef, serialize } from './serialize.ts';
import { archiveColors } from './appearance.ts';
import type { AppearanceWriter } from './appearance.ts';
import type { Appearance, Place } from './types.ts';
import type { Update } from './update.ts';
import type { WidgetPage } from './widgets.ts';

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 56;
/** The top of the first slot, in points from the top of the page. */
const HEAD = 112;
const SLOT_HEIGHT = 80;
const LABEL_WIDTH = 84;
const FIELD = { width: 300, height: 62 };

const RULE = '0.82 0.84 0.87 RG 0.75 w';

export interface SignaturePages {
  pages: WidgetPage[];
  /** One position per slot. `page` continues the numbering of the document. */
  slots: Place[];
}

export interface SignaturePageOptions {
  /** The content of each page except its slots, drawn at the size of the page. Without it, a page shows only lines. */
  looks: readonly Appearance[];
  pageCount: number;
  /** The size of the document's first page as displayed. */
  size: { width: number; height: number };
  parent: ObjectId;
  slots: number;
}

/** The positions of the slots for signers without a field position, in points from the top left of the added pages. */
export interface SignaturePageLayout {
  size: { width: number; height: number };
  margin: number;
  /** The slots of each page. `page` continues the numbering of the document. */
  pages: Place[][];
}

/**
 * Returns the number and size of the pages that `prepareSend` adds for signers without a field position, and the
 * positions of their slots. Never throws.
 *
 * @param first size of the document's first page, as displayed
 * @param pageCount current pages of the document
 * @param slots number of signers without a field position
 */
export function signaturePageLayout(
  first: { width: number; height: number },
  pageCount: number,
  slots: number,
): SignaturePageLayout {
  const size = pageSize(first);
  const capacity = Math.max(1, Math.floor((size.height - HEAD - MARGIN) / SLOT_HEIGHT));
  const pages: Place[][] = [];
  for (let slot = 0; slot < slots; slot++) {
    const row = slot % capacity;
    if (row === 0) pages.push([]);
    pages.at(-1)?.push({
      page: pageCount + pages.length,
      x: MARGIN + LABEL_WIDTH,
      y: HEAD + row * SLOT_HEIGHT + (SLOT_HEIGHT - FIELD.height) / 2,
      width: Math.min(FIELD.width, size.width - 2 * MARGIN - LABEL_WIDTH),
      height: FIELD.height,
    });
  }
  return { size, margin: MARGIN, pages };
}

/**
 * Lays out pages with a slot for each signer who has no field position in the document. The pages are certified before
 * the first signature, so they contain no text that a later correction could make wrong. Names are part of the fields'
 * own appearances. `writePage` writes the page objects when their widgets are known.
 */
export function layOut(update: Update, options: SignaturePageOptions): SignaturePages {
  const { size, pages } = signaturePageLayout(options.size, options.pageCount, options.slots);
  return {
    pages: pages.map(() => ({ id: update.allocate(), box: [0, 0, size.width, size.height], rotation: 0, unit: 1 })),
    slots: pages.flat(),
  };
}

/** Returns the first page's size if it is close to a common paper size. Otherwise, returns A4. */
function pageSize(first: { width: number; height: number }): { width: number; height: number } {
  const usable = (length: number) => length >= 400 && length <= 1300;
  return usable(first.width) && usable(first.height) ? first : A4;
}

export function writePage(
  update: Update,
  appearances: AppearanceWriter,
  layout: SignaturePages,
  { index, annotations, options }: { index: number; annotations: readonly ObjectId[]; options: SignaturePageOptions },
): void {
  const page = layout.pages[index];
  if (page === undefined) return;
  const look = options.looks[index];
  const number = options.pageCount + index + 1;
  const slots = layout.slots.filter((slot) => slot.page === number).length;
  const resources = formatEntries([
    ...(look === undefined
      ? []
      : [['XObject', `<</Look ${formatRef(appearances.write(look, 0))}>>`] as [string, string]]),
    ...archiveColors(update),
  ]);
  const content = [...drawRules(page, slots), ...(look === undefined ? [] : ['q /Look Do Q'])].join('\n');
  const entries: Entries = [
    ['Type', '/Page'],
    ['Parent', formatRef(options.parent)],
    ['MediaBox', serialize(page.box)],
    ['CropBox', serialize(page.box)],
    ['Rotate', '0'],
    ['Resources', resources],
    ['Contents', formatRef(update.addStream([], Buffer.from(`${content}\n`, 'latin1')))],
    ['Annots', `[${annotations.map(formatRef).join(' ')}]`],
  ];
  update.write(page.id, entries);
}

/** Draws a line below the page heading, and a line below each slot. */
function drawRules(page: WidgetPage, slots: number): string[] {
  const [, , width, height] = page.box;
  const at = [height - HEAD + 4, ...Array.from({ length: slots }, (_, row) => height - HEAD - (row + 1) * SLOT_HEIGHT)];
  return at.map(
    (y) => `q ${RULE} ${MARGIN.toFixed(2)} ${y.toFixed(2)} m ${(width - MARGIN).toFixed(2)} ${y.toFixed(2)} l S Q`,
  );
}
