/** A field's value as it is written into the PDF, drawn where the kind of field is drawn by its value. */
import type { FieldKind } from '@countersign/contract';
import type { FieldValue } from '@countersign/pdf-sign';
import { fieldText, type Typesetter } from '../../platform/pdf/index.ts';

type Box = { width: number; height: number };

/** Points: from here on a text field has room for a second line. */
const TWO_LINES = 40;

export const isMultiline = (kind: FieldKind, { height }: Box): boolean => kind === 'text' && height > TWO_LINES;

/** `value` is in the form that `judgeValue` answers with; `fits`: it can be read in the box. */
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

/** How many characters of a value that does not fit would: what to shorten it to. */
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
