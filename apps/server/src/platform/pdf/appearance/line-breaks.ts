import { graphemesOf } from '../../graphemes.ts';
import type { TextStyle } from './fonts.ts';
import type { SetLine, Typesetter } from './typesetter.ts';

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that must not begin a line (the common part of UAX #14, classes CL, CP, EX, IS, NS). */
const CLOSING = /^[\p{Pe}\p{Pf}、。，．・：；？！,.:;?!%‰°ー々ゝゞ]/u;

/** The segmenter is created when it is first needed (see graphemes.ts). */
let words: Intl.Segmenter | undefined;

/** The typesetter of a line. Lengths are in thousandths of an em. */
export interface LineSetter<Line extends { readonly width: number }> {
  set(text: string, style: TextStyle): Line;
}

export interface WrapOptions {
  readonly style: TextStyle;
  /** The maximum line width, in thousandths of an em. */
  readonly limit: number;
  readonly maxLines: number;
}

/**
 * Fills lines greedily: breaks at spaces, between words of scripts without spaces, and anywhere in a word that is too
 * long for a line.
 */
export function wrapLines<Line extends { readonly width: number }>(
  type: LineSetter<Line>,
  text: string,
  { style, limit, maxLines }: WrapOptions,
): Line[] {
  const lines: Line[] = [];
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    // Tries the whole paragraph first, because most paragraphs fit on one line.
    const whole = type.set(paragraph.trim(), style);
    const parts = whole.width <= limit ? [whole] : fillLines(type, paragraph, style, limit);
    lines.push(...parts);
    if (lines.length >= maxLines) return lines.slice(0, maxLines);
  }
  return lines;
}

function fillLines<Line extends { readonly width: number }>(
  type: LineSetter<Line>,
  paragraph: string,
  style: TextStyle,
  limit: number,
): Line[] {
  const lines: Line[] = [];
  let line = '';
  let width = 0;
  for (const piece of pieces(paragraph).flatMap((one) => fitting(type, one, style, limit))) {
    // Pieces are measured one by one. Kerning across a space is too small to matter.
    const [own, bare] = [type.set(piece, style).width, type.set(piece.trimEnd(), style).width];
    if (line !== '' && width + bare > limit) {
      lines.push(type.set(line.trimEnd(), style));
      [line, width] = ['', 0];
    }
    line += piece;
    width += own;
  }
  if (line !== '') lines.push(type.set(line.trimEnd(), style));
  return lines;
}

function pieces(text: string): string[] {
  return (text.trim().match(/\S+\s*/g) ?? []).flatMap((word) => {
    if (!UNSPACED.test(word)) return [word];
    const parts: string[] = [];
    words ??= new Intl.Segmenter('und', { granularity: 'word' });
    for (const { segment } of words.segment(word)) {
      if (parts.length > 0 && (CLOSING.test(segment) || segment.trim() === ''))
        parts.push(`${parts.pop() ?? ''}${segment}`);
      else parts.push(segment);
    }
    return parts;
  });
}

function fitting(
  type: LineSetter<{ readonly width: number }>,
  piece: string,
  style: TextStyle,
  limit: number,
): string[] {
  if (type.set(piece.trimEnd(), style).width <= limit) return [piece];
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const { segment } of graphemesOf(piece)) {
    const own = type.set(segment, style).width;
    if (part !== '' && width + own > limit) {
      parts.push(part);
      [part, width] = ['', 0];
    }
    part += segment;
    width += own;
  }
  return [...parts, part];
}

/** Truncates a line at `limit` thousandths of an em, with an ellipsis. */
export function shortened(type: Typesetter, line: SetLine, style: TextStyle, limit: number): SetLine {
  if (line.width <= limit * 1.001) return line;
  const letters = Array.from(graphemesOf(line.text), ({ segment }) => segment);
  const keep = Math.max(1, Math.floor((letters.length * limit) / line.width) - 1);
  const shorter = type.set(`${letters.slice(0, keep).join('').trimEnd()}…`, style);
  return keep === 1 ? shorter : shortened(type, shorter, style, limit);
}
