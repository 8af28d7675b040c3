import type { PdfFile } from '../reader/file.ts';
import type { FormField } from '../reader/form.ts';
import { PdfString, decodeText } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';

/**
 * A list field as drawn by a reader (ISO 32000-2 12.7.5.4): one option per line from the top, with a bar behind each
 * selected option.
 */
export interface DrawnList {
  /** The displayed options, starting with the first visible one (/TI). */
  readonly options: readonly string[];
  /**
   * The positions of the selected options in `options`. A position is negative if the list is scrolled past the option.
   */
  readonly chosen: readonly number[];
}

/** A line of text in an appearance, and its distance from the bottom. */
export interface Line {
  readonly text: string;
  readonly y: number;
  readonly size: number;
  readonly color: string;
}

/** A filled rectangle as wide as the field. */
export interface Bar {
  readonly y: number;
  readonly height: number;
  readonly color: string;
}

/** Returns the expected content of a list field, or null if options or values are not strings. */
export function listOf(file: PdfFile, field: FormField): DrawnList | null {
  const options = file.array(field.dict.get('Opt')).map((item) => namesOf(file, item));
  const first = file.number(field.dict.get('TI')) ?? 0;
  const value = file.resolve(field.value);
  const values = Array.isArray(value) ? value : value === null ? [] : [value];
  const chosen = values.map((item) => {
    const [text] = namesOf(file, item);
    return text === undefined ? -1 : options.findIndex((names) => names.includes(text));
  });
  if (!Number.isInteger(first) || first < 0 || chosen.includes(-1)) return null;
  if (options.some((names) => names.length === 0)) return null;
  return {
    options: options.slice(first).map((names) => names.at(-1) ?? ''),
    chosen: chosen.map((place) => place - first),
  };
}

/** Returns an option's export value and display text. A single string is used for both. */
function namesOf(file: PdfFile, value: PdfValue): string[] {
  const resolved = file.resolve(value);
  const parts = Array.isArray(resolved) ? resolved.map((item) => file.resolve(item)) : [resolved];
  return parts.every((part) => part instanceof PdfString) ? parts.map((part) => decodeText(part)) : [];
}

/** The maximum line spacing that readers use, relative to the font size. */
const MAX_LEADING = 2;
const TOLERANCE = 0.5;

/** Whether lines and bars match the list that a reader draws in a field with the given height and colors. */
export function isListAsDrawn(
  { options, chosen }: DrawnList,
  lines: readonly Line[],
  bars: readonly Bar[],
  { height, color, background }: { height: number; color: string; background: string | null },
): boolean {
  if (options.length === 0) return lines.length === 0 && bars.length === 0;
  const isInOrder = lines.every(({ text }, place) => text === options[place]);
  if (!isInOrder || !isSpacedEvenly(lines, height) || !isFull(lines, options.length)) return false;
  if (bars.length !== chosen.length || chosen.some((place) => lines[place] === undefined)) return false;
  const paper = background ?? '1';
  return lines.every((line, place) => {
    const bar = bars.find((candidate) => isBehind(candidate, line));
    if (!chosen.includes(place)) return bar === undefined && line.color === color;
    return bar !== undefined && contrast(bar.color, paper) > 0.1 && contrast(bar.color, line.color) > 0.3;
  });
}

/** Returns the difference in brightness between two colors, from 0 to 1. Returns NaN for an invalid color. */
const contrast = (a: string, b: string): number => Math.abs(brightness(a) - brightness(b));

/**
 * Computes brightness with the formula of ISO 32000-2 10.4.2.2. The color has one, three or four components, like the
 * operands of color operators.
 */
function brightness(color: string): number {
  const [a = Number.NaN, b, c, d] = color.split(' ').map(Number);
  if (b === undefined || c === undefined) return a;
  if (d === undefined) return 0.3 * a + 0.59 * b + 0.11 * c;
  return 1 - Math.min(1, 0.3 * a + 0.59 * b + 0.11 * c + d);
}

/** Whether the lines start at the top, have the same font size, and are evenly spaced. */
function isSpacedEvenly(lines: readonly Line[], height: number): boolean {
  const [first, second] = lines;
  if (first === undefined || height - first.y > first.size * MAX_LEADING) return false;
  const leading = second === undefined ? first.size : first.y - second.y;
  if (leading < first.size * 0.8 || leading > first.size * MAX_LEADING) return false;
  return lines.every(({ y, size }, place) => {
    return size === first.size && Math.abs(first.y - place * leading - y) <= TOLERANCE;
  });
}

/** Whether the lines show all options, or as many as fit. */
function isFull(lines: readonly Line[], options: number): boolean {
  const [last, above] = lines.toReversed();
  if (last === undefined || lines.length > options) return false;
  const leading = above === undefined ? last.size : above.y - last.y;
  return lines.length === options || last.y - leading < 0;
}

const isBehind = (bar: Bar, { y, size }: Line): boolean =>
  bar.y <= y && bar.y + bar.height >= y + size / 2 && bar.height <= size * MAX_LEADING;
