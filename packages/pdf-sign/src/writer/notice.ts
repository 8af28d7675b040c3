import type { Page, Rotation } from '../reader/pages.ts';
import { displayedSize } from '../reader/pages.ts';
import type { Entries, ObjectId } from '../state.ts';
import type { AppearanceWriter } from './appearance.ts';
import { toUserSpace } from './geometry.ts';
import { formatNumber, formatRef, idOf, serialize } from './serialize.ts';
import type { Appearance } from './types.ts';
import type { Update } from './update.ts';

const SIZE = 8;
const HEIGHT = 14;
const TOP = 6;
/**
 * The average width of Helvetica-Bold capitals, relative to the font size. The value is generous, so that nothing is
 * cut off.
 */
const ADVANCE = 0.72;
/** The annotation is printed, and must not be moved, edited or removed (ISO 32000-2 12.5.3). */
const FLAGS = 4 + 64 + 128 + 512;

/**
 * Adds one line at the top of each page as a stamp annotation. The annotation has its own resources, so the page's
 * content and resources do not change. Returns the annotations in page order.
 */
export function stampPages(
  update: Update,
  appearances: AppearanceWriter,
  pages: readonly Page[],
  notice: string,
): ObjectId[] {
  const natural = notice.length * SIZE * ADVANCE + 8;
  const looks = new Map<Rotation, ObjectId>();
  return pages.map((page) => {
    const look = looks.get(page.rotation) ?? appearances.write(line(notice, natural), page.rotation);
    looks.set(page.rotation, look);
    return stampPage(update, page, look, natural);
  });
}

function stampPage(update: Update, page: Page, look: ObjectId, natural: number): ObjectId {
  const shown = displayedSize(page);
  const width = Math.min(natural, shown.width);
  const place = { x: (shown.width - width) / 2, y: TOP, width, height: (HEIGHT * width) / natural };
  const entries: Entries = [
    ['Type', '/Annot'],
    ['Subtype', '/Stamp'],
    ['P', formatRef(idOf(page.ref))],
    ['Rect', serialize(toUserSpace(page, place))],
    ['F', String(FLAGS)],
    ['AP', `<</N ${formatRef(look)}>>`],
  ];
  return update.add(entries);
}

function line(notice: string, width: number): Appearance {
  const printable = notice.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`);
  const content = `BT /F ${SIZE} Tf 0.7 0.1 0.1 rg 4 ${formatNumber((HEIGHT - SIZE) / 2 + 1)} Td (${printable}) Tj ET`;
  return { width, height: HEIGHT, content, resources: { fonts: [{ name: 'F', font: FONT }] } };
}

const FONT = { kind: 'standard', baseFont: 'Helvetica-Bold' } as const;
