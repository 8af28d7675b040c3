/**
 * Checks whether a value fits its field while the visitor is typing. The service makes the final decision, because it
 * draws the text (field-text.ts in the server).
 */
import { fieldKindOf } from '@countersign/contract/field-kinds';
import type { PlacedField } from './fields.ts';

const TYPED: ReadonlySet<string> = new Set(['text', 'number', 'email']);

/** The values in points, as in the service: the smallest font size, the line height and the padding inside the box. */
const SIZE = 7;
const LEADING = 1.3;
const PAD = 2;
/** The browser's font differs from the printed one, so only values that are clearly too long are refused here. */
const SLACK = 1.15;

/** Returns the width of text at a font size of 7 points. */
export type Measure = (text: string) => number;

/** Returns the number of characters that fit, or null if the whole value fits. */
export function tooLong(field: PlacedField, value: string, measure: Measure | null): number | null {
  if (measure === null || !TYPED.has(fieldKindOf(field.kind).takes)) return null;
  const width = Math.max(1, field.width - 2 * PAD) * SLACK;
  const rows = Math.max(1, Math.floor((field.height - 2 * PAD) / (SIZE * LEADING)));
  const lines = value.split('\n');
  const needed = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(measure(line) / width)), 0);
  if (needed <= rows) return null;
  const all = Math.max(1, measure(value.replaceAll('\n', ' ')));
  return Math.max(1, Math.min([...value].length - 1, Math.floor(([...value].length * rows * width) / all)));
}

let canvas: CanvasRenderingContext2D | null | undefined;

/** Returns a function that measures text, or null if text cannot be measured. */
export function measure(): Measure | null {
  canvas ??= globalThis.document?.createElement('canvas').getContext('2d') ?? null;
  if (canvas === null) return null;
  const context = canvas;
  context.font = `${SIZE * 10}px sans-serif`;
  return (text) => context.measureText(text).width / 10;
}
