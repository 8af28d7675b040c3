import type { Appearance } from '@countersign/pdf-sign';

import { INK, num, stroke } from './content.ts';
import type { FontBook } from './fonts.ts';
import { drawText, outlineText, TEXT_FONTS } from './text-outlines.ts';
import type { Drawn, TextOutline } from './text-outlines.ts';

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
export function fieldText(fonts: FontBook, options: FieldTextOptions): Drawn {
  const { width, height } = options;
  const room = { width: Math.max(1, width - 2 * PAD), height: Math.max(1, height - 2 * PAD) };
  const { lines, size } = options.multiline === true ? setBlock(fonts, options, room) : setLine(fonts, options, room);
  const blockHeight = lines.length * size * LEADING;
  const top = options.multiline === true ? height - PAD : (height + blockHeight) / 2;
  const content = lines.flatMap((outline, index) => {
    const y = top - (index + 1) * size * LEADING + size * 0.37;
    return outline.ink === null ? [] : [drawText(outline, { x: PAD, y, size, colour: INK })];
  });
  return {
    appearance: {
      width,
      height,
      // /Tx BMC ... EMC marks what a form-filling reader may replace (ISO 32000-2 12.7.4.3).
      content: ['/Tx BMC q', `0 0 ${num(width)} ${num(height)} re W n`, ...content, 'Q EMC'].join('\n'),
      resources: { fonts: TEXT_FONTS },
    },
    missing: [...new Set(lines.flatMap((line) => line.missing))],
  };
}

/** A tick in ink, centred. */
export function checkboxMark({ width, height }: { readonly width: number; readonly height: number }): Appearance {
  const side = Math.min(width, height);
  const at = (x: number, y: number): string =>
    `${num((width - side) / 2 + x * side)} ${num((height - side) / 2 + y * side)}`;
  const path = `${at(0.2, 0.5)} m ${at(0.42, 0.26)} l ${at(0.8, 0.76)} l S`;
  return { width, height, content: `q ${stroke(INK)} ${num(Math.max(0.8, side * 0.11))} w 1 J 1 j ${path} Q` };
}

interface Room {
  readonly width: number;
  readonly height: number;
}

function setLine(fonts: FontBook, options: FieldTextOptions, room: Room): { lines: TextOutline[]; size: number } {
  const outline = outlineText(fonts, options.value, 'print');
  const wished = options.fontSize ?? Math.min(DEFAULT_SIZE, room.height / LEADING);
  return {
    lines: [outline],
    size: Math.max(MIN_SIZE, Math.min(wished, (1000 * room.width) / Math.max(outline.width, 1))),
  };
}

function setBlock(fonts: FontBook, options: FieldTextOptions, room: Room): { lines: TextOutline[]; size: number } {
  let size = options.fontSize ?? DEFAULT_SIZE;
  for (;;) {
    const lines = wrap(fonts, options.value, (1000 * room.width) / size);
    if (lines.length * size * LEADING <= room.height || size <= MIN_SIZE) return { lines, size };
    size = Math.max(MIN_SIZE, size - 0.5);
  }
}

/** Fills lines greedily up to `limit` thousandths of the em; a longer word is broken. */
function wrap(fonts: FontBook, value: string, limit: number): TextOutline[] {
  const lines: TextOutline[] = [];
  for (const paragraph of value.split(/\r\n|\r|\n/)) {
    let line = outlineText(fonts, '', 'print');
    for (const word of paragraph.split(/\s+/).flatMap((piece) => broken(fonts, piece, limit))) {
      if (lines.length >= MAX_LINES) return lines;
      const longer = outlineText(fonts, line.text === '' ? word : `${line.text} ${word}`, 'print');
      if (longer.width <= limit || line.text === '') line = longer;
      else {
        lines.push(line);
        line = outlineText(fonts, word, 'print');
      }
    }
    lines.push(line);
  }
  return lines;
}

function broken(fonts: FontBook, word: string, limit: number): string[] {
  const { width } = outlineText(fonts, word, 'print');
  if (width <= limit) return [word];
  const characters = [...word];
  const keep = Math.max(1, Math.floor((characters.length * limit) / width));
  if (keep >= characters.length) return [word];
  return [characters.slice(0, keep).join(''), ...broken(fonts, characters.slice(keep).join(''), limit)];
}
