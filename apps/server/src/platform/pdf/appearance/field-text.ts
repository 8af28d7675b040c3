import type { Appearance } from '@countersign/pdf-sign';

import { INK, num } from './content.ts';
import { wrapLines } from './line-breaks.ts';
import type { SetLine, Typesetter } from './typesetter.ts';

export interface FieldTextOptions {
  readonly value: string;
  readonly width: number;
  readonly height: number;
  /**
   * The font size in points. Default: as large as the box allows, at most 11. A value that does not fit is set in a
   * smaller size.
   */
  readonly fontSize?: number;
  /** True if text begins at the top and breaks at spaces. Otherwise, a value stays on one line as long as it fits. */
  readonly multiline?: boolean;
}

/** The appearance of a field's text. `fits` is true if the whole value is readable in the box. */
export interface FieldText {
  readonly appearance: Appearance;
  readonly fits: boolean;
}

const PAD = 2;
/** The minimum font size in points. Smaller text cannot be read on paper. */
const MIN_SIZE = 7;
const DEFAULT_SIZE = 11;
const LEADING = 1.3;
/**
 * The maximum number of lines. A longer value does not come from a form field, and the rest would be outside any box.
 */
const MAX_LINES = 200;
/** The relative tolerance for rounding. */
const GRACE = 1.001;

/**
 * Draws the appearance of a filled-in text, date, name or number field. A value that does not fit on one line is set in
 * a smaller size, down to 7 points, and then on several lines. If it still does not fit, it is clipped to the box, and
 * `fits` is false.
 */
export function fieldText(type: Typesetter, options: FieldTextOptions): FieldText {
  const { width, height, multiline = false } = options;
  const room = { width: Math.max(1, width - 2 * PAD), height: Math.max(1, height - 2 * PAD) };
  const hasLines = /[\r\n]/.test(options.value);
  const one = multiline || hasLines ? undefined : setLine(type, options, room);
  const { lines, size, fits } = one?.fits === true ? one : setBlock(type, options, room);
  const blockHeight = lines.length * size * LEADING;
  const top = multiline ? height - PAD : (height + Math.min(blockHeight, height)) / 2;
  const content = lines.flatMap((outline, index) => {
    const y = top - (index + 1) * size * LEADING + size * 0.37;
    if (outline.ink === null) return [];
    // A line starts at the edge where its script starts.
    const x = outline.isRightToLeft ? width - PAD - (outline.width * size) / 1000 : PAD;
    return [type.draw(outline, { x, y, size, colour: INK })];
  });
  return {
    appearance: {
      width,
      height,
      // /Tx BMC ... EMC marks the part that a form-filling reader may replace (ISO 32000-2 12.7.4.3).
      content: ['/Tx BMC q', `0 0 ${num(width)} ${num(height)} re W n`, ...content, 'Q EMC'].join('\n'),
      resources: { fonts: type.resources },
    },
    fits,
  };
}

interface Room {
  readonly width: number;
  readonly height: number;
}
type Block = { lines: SetLine[]; size: number; fits: boolean };

function setLine(type: Typesetter, options: FieldTextOptions, room: Room): Block {
  const outline = type.set(options.value, 'print');
  const wished = options.fontSize ?? Math.min(DEFAULT_SIZE, room.height / LEADING);
  const widest = (1000 * room.width) / Math.max(outline.width, 1);
  return {
    lines: [outline],
    size: Math.max(MIN_SIZE, Math.min(wished, widest)),
    fits: widest * GRACE >= MIN_SIZE,
  };
}

/** A single line fits in any box that is high enough for its letters. */
function setBlock(type: Typesetter, options: FieldTextOptions, room: Room): Block {
  let size = options.fontSize ?? DEFAULT_SIZE;
  for (;;) {
    const lines = wrapLines(type, options.value, {
      style: 'print',
      limit: (1000 * room.width) / size,
      maxLines: MAX_LINES,
    });
    const fits = lines.length <= 1 || lines.length * size * LEADING <= room.height * GRACE;
    if (fits || size <= MIN_SIZE) return { lines, size, fits };
    size = Math.max(MIN_SIZE, size - 0.5);
  }
}
