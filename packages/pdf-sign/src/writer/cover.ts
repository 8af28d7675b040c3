import type { ObjectId } from '../state.ts';
import type { AppearanceWriter } from './appearance.ts';
import { toUserSpace } from './geometry.ts';
import { formatNumber, formatRef, serialize } from './serialize.ts';
import type { Place } from './types.ts';
import type { Update } from './update.ts';
import type { WidgetPage } from './widgets.ts';

/** The annotation is printed, and must not be moved, edited or removed (ISO 32000-2 12.5.3). */
const FLAGS = 4 + 64 + 128 + 512;

/**
 * Covers an area with white, using a stamp annotation. The page's content does not change, so programs can still read
 * the text below the cover.
 */
export function coverPlace(update: Update, appearances: AppearanceWriter, page: WidgetPage, place: Place): ObjectId {
  const { width, height } = place;
  const content = `1 1 1 rg 0 0 ${formatNumber(width)} ${formatNumber(height)} re f`;
  return update.add([
    ['Type', '/Annot'],
    ['Subtype', '/Stamp'],
    ['P', formatRef(page.id)],
    ['Rect', serialize(toUserSpace(page, place))],
    ['F', String(FLAGS)],
    ['AP', `<</N ${formatRef(appearances.write({ width, height, content }, page.rotation))}>>`],
  ]);
}
