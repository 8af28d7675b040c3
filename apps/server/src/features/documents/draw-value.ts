/** A field's value as it is written into the PDF, drawn where the kind of field is drawn by its value. */
import type { FieldKind } from '@countersign/contract';
import type { FieldValue } from '@countersign/pdf-sign';
import { fieldText, type Typesetter } from '../../platform/pdf/index.ts';

type Box = { width: number; height: number };

/** Points: from here on a text field has room for a second line. */
const TWO_LINES = 40;

export const isMultiline = (kind: FieldKind, { height }: Box): boolean => kind === 'text' && height > TWO_LINES;

/** `value` is in the form that `judgeValue` answers with. `missing` are characters that no font has. */
export function drawnValue(
  typesetter: Typesetter,
  kind: FieldKind,
  box: Box,
  value: string,
): { value: Omit<FieldValue, 'name'>; missing: readonly string[] } {
  if (kind === 'checkbox') return { value: { value: value === 'true' }, missing: [] };
  if (kind === 'radio') return { value: { value }, missing: [] };
  const { width, height } = box;
  const { appearance, missing } = fieldText(typesetter, { value, width, height, multiline: isMultiline(kind, box) });
  return { value: { value, appearance }, missing };
}
