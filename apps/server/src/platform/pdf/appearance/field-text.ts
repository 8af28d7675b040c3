import { INK, num } from './content.ts';
import { wrapLines } from './line-breaks.ts';
import type { Drawn } from './mark.ts';
import type { SetLine, Typesetter } from './typesetter.ts';

export interface FieldTextOptions {
  readonly value: string;
  /** The box, in points. */
  readonly width: number;
  readonly height: number;
  /** Points; default as large as the box suggests, at most 11. A value that does not fit is set smaller. */
  readonly fontSize?: number;
  /** Breaks lines at spaces and at the value's own line ends. */
  readonly multiline?: boolean;
}

const PAD = 2;
const MIN_SIZE = 4;
const DEFAULT_SIZE = 11;
const LEADING = 1.3;
/** A value longer than this is no form field's; the rest would lie outside any box. */
const MAX_LINES = 200;

/** The appearance of a filled-in text, date, name, number... field. What does not fit even in small type is cut at the box. */
export function fieldText(type: Typesetter, options: FieldTextOptions): Drawn {
  const { width, height } = options;
  const room = { width: Math.max(1, width - 2 * PAD), height: Math.max(1, height - 2 * PAD) };
  const { lines, size } = options.multiline === true ? setBlock(type, options, room) : setLine(type, options, room);
  const blockHeight = lines.length * size * LEADING;
  const top = options.multiline === true ? height - PAD : (height + blockHeight) / 2;
  const content = lines.flatMap((outline, index) => {
    const y = top - (index + 1) * size * LEADING + size * 0.37;
    if (outline.ink === null) return [];
    // A line begins where its script begins.
    const x = outline.isRightToLeft ? width - PAD - (outline.width * size) / 1000 : PAD;
    return [type.draw(outline, { x, y, size, colour: INK })];
  });
  return {
    appearance: {
      width,
      height,
      // /Tx BMC ... EMC marks what a form-filling reader may replace (ISO 32000-2 12.7.4.3).
      content: ['/Tx BMC q', `0 0 ${num(width)} ${num(height)} re W n`, ...content, 'Q EMC'].join('\n'),
      resources: { fonts: type.resources },
    },
    missing: [...new Set(lines.flatMap((line) => line.missing))],
  };
}

interface Room {
  readonly width: number;
  readonly height: number;
}

function setLine(type: Typesetter, options: FieldTextOptions, room: Room): { lines: SetLine[]; size: number } {
  const outline = type.set(options.value, 'print');
  const wished = options.fontSize ?? Math.min(DEFAULT_SIZE, room.height / LEADING);
  return {
    lines: [outline],
    size: Math.max(MIN_SIZE, Math.min(wished, (1000 * room.width) / Math.max(outline.width, 1))),
  };
}

function setBlock(type: Typesetter, options: FieldTextOptions, room: Room): { lines: SetLine[]; size: number } {
  let size = options.fontSize ?? DEFAULT_SIZE;
  for (;;) {
    const lines = wrapLines(type, options.value, {
      style: 'print',
      limit: (1000 * room.width) / size,
      maxLines: MAX_LINES,
    });
    if (lines.length * size * LEADING <= room.height || size <= MIN_SIZE) return { lines, size };
    size = Math.max(MIN_SIZE, size - 0.5);
  }
}
