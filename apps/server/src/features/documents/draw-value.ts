/** Draws the value of a field as it is written into the PDF, for kinds of fields that show text. */
import type { FieldKind } from '@countersign/contract';
import type { FieldValue } from '@countersign/pdf-sign';
import { fieldText, type Typesetter } from '../../platform/pdf/index.ts';

type Box = { width: number; height: number };

/** The height in points above which a text field has room for a second line. */
const TWO_LINES = 40;

export const isMultiline = (kind: FieldKind, { height }: Box): boolean => kind === 'text' && height > TWO_LINES;

/** `value` is normalized by `judgeValue`. `fits` is false if the value would be unreadable in the box. */
export function drawnValue(
  typesetter: Typesetter,
  kind: FieldKind,
  box: Box,
  value: string,
  fontSize?: number,
): { value: Omit<FieldValue, 'name'>; fits: boolean } {
  if (kind === 'checkbox') return { value: { value: value === 'true' }, fits: true };
  if (kind === 'radio') return { value: { value }, fits: true };
  const { width, height } = box;
  const { appearance, fits } = fieldText(typesetter, {
    value,
    width,
    height,
    multiline: isMultiline(kind, box),
    ...(fontSize !== undefined && { fontSize }),
  });
  return { value: { value, appearance }, fits };
}

/** Returns how many characters of a value would fit, as a hint for shortening it. */
export function fittingLength(typesetter: Typesetter, kind: FieldKind, box: Box, value: string): number {
  const letters = [...value];
  let [fitting, tooMany] = [0, letters.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (drawnValue(typesetter, kind, box, letters.slice(0, middle).join('')).fits) fitting = middle;
    else tooMany = middle;
  }
  return fitting;
}
