import type { Entries, ObjectId } from '../state.ts';
import { formatRef, serialize } from './serialize.ts';
import type { Place } from './types.ts';
import type { Update } from './update.ts';
import type { WidgetPage } from './widgets.ts';

const A4 = { width: 595.28, height: 841.89 };
const MARGIN = 56;
/** Top of the first slot, from the page's top. */
const HEAD = 112;
const SLOT_HEIGHT = 80;
const LABEL_WIDTH = 84;
const FIELD = { width: 300, height: 62 };

const INK = '0.12 0.14 0.18 rg';
const MUTED = '0.42 0.45 0.5 rg';
const RULE = '0.82 0.84 0.87 RG 0.75 w';

export interface SignaturePages {
  pages: WidgetPage[];
  /** One place a slot; `page` counts on from the document's last page. */
  slots: Place[];
}

export interface SignaturePageOptions {
  documentId: string;
  notice: string | undefined;
  /** Pages of the document so far. */
  pageCount: number;
  /** As displayed, of the document's first page. */
  size: { width: number; height: number };
  /** The page tree's root. */
  parent: ObjectId;
  slots: number;
}

/**
 * Pages with a slot for each signer who has no place in the document. They are certified before anybody signs, so
 * they print nothing that a later correction could make false: names appear in the fields' own appearances.
 * The page objects themselves are written by `writePage`, when their widgets are known.
 */
export function layOut(update: Update, options: SignaturePageOptions): SignaturePages {
  const size = pageSize(options.size);
  const capacity = Math.max(1, Math.floor((size.height - HEAD - MARGIN) / SLOT_HEIGHT));
  const pages: WidgetPage[] = [];
  const slots: Place[] = [];
  for (let slot = 0; slot < options.slots; slot++) {
    const row = slot % capacity;
    if (row === 0) pages.push({ id: update.allocate(), box: [0, 0, size.width, size.height], rotation: 0, unit: 1 });
    slots.push({
      page: options.pageCount + pages.length,
      x: MARGIN + LABEL_WIDTH,
      y: HEAD + row * SLOT_HEIGHT + (SLOT_HEIGHT - FIELD.height) / 2,
      width: Math.min(FIELD.width, size.width - 2 * MARGIN - LABEL_WIDTH),
      height: FIELD.height,
    });
  }
  return { pages, slots };
}

/** The first page's size where it is near to what gets printed, else A4. */
function pageSize(first: { width: number; height: number }): { width: number; height: number } {
  const usable = (length: number) => length >= 400 && length <= 1300;
  return usable(first.width) && usable(first.height) ? first : A4;
}

/** Writes one of the pages with its content and widgets. */
export function writePage(
  update: Update,
  layout: SignaturePages,
  index: number,
  annotations: readonly ObjectId[],
  options: SignaturePageOptions,
): void {
  const page = layout.pages[index];
  if (page === undefined) return;
  const number = options.pageCount + index + 1;
  const first = layout.slots.findIndex((slot) => slot.page === number);
  const slots = layout.slots.filter((slot) => slot.page === number);
  const heading = layout.pages.length === 1 ? '' : `Page ${index + 1} of ${layout.pages.length}`;
  const content = drawPage(page, heading, options, slots, first);
  const entries: Entries = [
    ['Type', '/Page'],
    ['Parent', formatRef(options.parent)],
    ['MediaBox', serialize(page.box)],
    ['CropBox', serialize(page.box)],
    ['Rotate', '0'],
    [
      'Resources',
      `<</Font<</F1 ${formatRef(standardFont(update, 'Helvetica'))}/F2 ${formatRef(standardFont(update, 'Helvetica-Bold'))}>>>>`,
    ],
    ['Contents', formatRef(update.addStream([], Buffer.from(content, 'latin1')))],
    ['Annots', `[${annotations.map(formatRef).join(' ')}]`],
  ];
  update.write(page.id, entries);
}

function standardFont(update: Update, baseFont: string): ObjectId {
  return update.add([
    ['Type', '/Font'],
    ['Subtype', '/Type1'],
    ['BaseFont', `/${baseFont}`],
    ['Encoding', '/WinAnsiEncoding'],
  ]);
}

function drawPage(
  page: WidgetPage,
  pageLabel: string,
  options: SignaturePageOptions,
  slots: readonly Place[],
  firstSlot: number,
): string {
  const [, , width, height] = page.box;
  const right = width - MARGIN;
  const lines = [
    text('F2', 20, MARGIN, height - 74, INK, 'Signatures'),
    text('F1', 9, MARGIN, height - 92, MUTED, `Document ${options.documentId}`),
    text('F1', 9, right - 46, height - 92, MUTED, pageLabel),
    rule(MARGIN, right, height - 108),
  ];
  if (options.notice !== undefined) lines.push(text('F2', 9, MARGIN, height - 40, '0.7 0.1 0.1 rg', options.notice));
  for (const [index, slot] of slots.entries()) {
    const bottom = height - HEAD - (index + 1) * SLOT_HEIGHT;
    lines.push(
      text('F1', 9, MARGIN, height - slot.y - 14, MUTED, `Slot ${firstSlot + index + 1}`),
      rule(MARGIN, right, bottom),
    );
  }
  return `${lines.join('\n')}\n`;
}

function text(font: string, size: number, x: number, y: number, color: string, value: string): string {
  if (value === '') return '';
  const printable = value.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`);
  return `BT /${font} ${size} Tf ${color} 1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm (${printable}) Tj ET`;
}

function rule(from: number, to: number, y: number): string {
  return `q ${RULE} ${from.toFixed(2)} ${y.toFixed(2)} m ${to.toFixed(2)} ${y.toFixed(2)} l S Q`;
}
