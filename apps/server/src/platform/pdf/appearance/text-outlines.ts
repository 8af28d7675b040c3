import type { Appearance, FontResource } from '@countersign/pdf-sign';

import { fill, num } from './content.ts';
import type { Colour } from './content.ts';
import type { FontBook, PlacedGlyph, TextStyle, Typeface } from './fonts.ts';
import { textRuns } from './text-runs.ts';

/**
 * Text as outlines: no font has to be embedded, every reader shows the same, and setting a caption takes microseconds.
 * So that it can still be found, copied and read aloud, each line lies over invisible Courier of its width that spells it
 * as far as WinAnsi goes; where that is not far enough, ActualText says the rest (ISO 32000-2 14.9.4).
 */
export interface TextOutline {
  readonly text: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** All in thousandths of the em, from the pen's start on the base line. */
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  /** The inked area; null when there is none (only spaces). */
  readonly ink: { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number } | null;
  /** Characters no font has, each once. They are left out: whoever asked decides whether that will do. */
  readonly missing: readonly string[];
}

/** Something drawn, and the characters that could not be. */
export interface Drawn {
  readonly appearance: Appearance;
  readonly missing: readonly string[];
}

const SHADOW_NAME = 'Shadow';
const SHADOW_FONT: FontResource = { kind: 'standard', baseFont: 'Courier' };
/** Width of every character in Courier, in em. */
const SHADOW_WIDTH = 0.6;

/** What the resources of an appearance with text in it must hold. One object for all: it is written once a revision. */
export const TEXT_FONTS: readonly { name: string; font: FontResource }[] = [{ name: SHADOW_NAME, font: SHADOW_FONT }];

/** Sets one line. Line ends and other control characters count as spaces. */
export function outlineText(fonts: FontBook, text: string, style: TextStyle): TextOutline {
  const line = normalizeLine(text);
  const { runs, missing } = textRuns(line, fonts[style]);
  const glyphs = runs.flatMap((run) => run.font.shape(run.text, run.isRightToLeft));
  const used: readonly Typeface[] = runs.length === 0 ? [fonts[style][0]] : runs.map((run) => run.font);
  let pen = 0;
  const ink = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { shape, dx, dy, advance } of glyphs) {
    if (shape !== undefined) {
      ink.left = Math.min(ink.left, pen + dx + shape.left);
      ink.right = Math.max(ink.right, pen + dx + shape.right);
      ink.bottom = Math.min(ink.bottom, dy + shape.bottom);
      ink.top = Math.max(ink.top, dy + shape.top);
    }
    pen += advance;
  }
  return {
    text: line,
    glyphs,
    width: pen,
    ascent: Math.max(...used.map((font) => font.ascent)),
    descent: Math.min(...used.map((font) => font.descent)),
    ink: ink.left === Infinity ? null : ink,
    missing,
  };
}

/** Operators that draw a line with its base line starting at (x, y), `size` units an em. Needs TEXT_FONTS. */
export function drawText(outline: TextOutline, at: { x: number; y: number; size: number; colour: Colour }): string {
  const { x, y, size, colour } = at;
  const shadow = winAnsi(outline.text);
  const stretch = (outline.width * size) / 1000 / (SHADOW_WIDTH * Math.max(shadow.length, 1));
  const isSpelled = shadow.toString('latin1') === outline.text;
  const parts = [
    isSpelled ? '/Span BMC' : `/Span <</ActualText <${utf16Hex(outline.text)}>>> BDC`,
    `BT /${SHADOW_NAME} 1 Tf 3 Tr`,
    `${num(stretch, 3)} 0 0 ${num(size, 3)} ${num(x)} ${num(y)} Tm <${shadow.toString('hex')}> Tj ET`,
    `q ${fill(colour)}`,
    `${num(size / 1000, 6)} 0 0 ${num(size / 1000, 6)} ${num(x)} ${num(y)} cm`,
  ];
  let pen = 0;
  let drawnX = 0;
  let drawnY = 0;
  for (const { shape, dx, dy, advance } of outline.glyphs) {
    if (shape !== undefined) {
      const [glyphX, glyphY] = [Math.round(pen + dx), Math.round(dy)];
      if (glyphX !== drawnX || glyphY !== drawnY) parts.push(`1 0 0 1 ${glyphX - drawnX} ${glyphY - drawnY} cm`);
      [drawnX, drawnY] = [glyphX, glyphY];
      parts.push(shape.path, 'f');
    }
    pen += advance;
  }
  parts.push('Q', 'EMC');
  return parts.join('\n');
}

/** Composed form (fonts have é, not e and an accent), no control characters, every kind of space a plain one. */
function normalizeLine(text: string): string {
  return text.normalize('NFC').replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ');
}

function utf16Hex(text: string): string {
  return `FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}`;
}

/** One byte a character: the character itself, its base letter, or a question mark. */
function winAnsi(text: string): Buffer {
  const letters = Array.from(text, (character) => {
    const base = character.normalize('NFD').charAt(0);
    return [character, base].find((letter) => /^[ -~\u00a0-\u00ff]$/.test(letter)) ?? '?';
  });
  return Buffer.from(letters.join(''), 'latin1');
}
