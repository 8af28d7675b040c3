/** Converts planned fields for the PDF writer. */
import { optionValue } from '@countersign/contract';
import type { FieldSpec, SenderField } from '@countersign/pdf-sign';
import { invalid } from '../../platform/errors.ts';
import type { FontBook } from '../../platform/pdf/index.ts';
import { drawnValue, fittingLength, isMultiline } from './draw-value.ts';
import type { PlannedField } from './plan-send.ts';

/**
 * Converts read-only fields for the PDF writer. Their values are written and sealed when the document is sent, so every
 * signer sees them.
 */
export async function senderFields(fonts: FontBook, fields: readonly PlannedField[]): Promise<SenderField[]> {
  const own = fields.filter(({ settings }) => settings.readOnly === true);
  if (own.length === 0) return [];
  const typesetter = await fonts.typesetter(
    own.map(({ settings }) => settings.default ?? ''),
    null,
  );
  return own.map((field) => {
    const value = field.settings.default ?? '';
    const { value: written, fits } = drawnValue(typesetter, field.input.kind, field.place, value, field.fontSize);
    if (!fits) {
      const most = fittingLength(typesetter, field.input.kind, field.place, value);
      throw invalid(
        field.settings.variable === undefined ? `${field.path}.default` : field.path,
        field.settings.variable === undefined
          ? `does not fit in its field at a readable size. At most ${most} characters fit. Shorten it, or make the field larger.`
          : `does not fit on its line on page ${field.place.page} at a readable size. At most ${most} characters fit. Shorten it, or leave more space after the variable.`,
        'too_long',
      );
    }
    return { ...fieldSpec(field), ...written };
  });
}

export function fieldSpec({ input, place, pdfName, settings }: PlannedField): FieldSpec {
  const choices = settings.options ?? [];
  return {
    name: pdfName,
    kind: input.kind,
    ...place,
    // A conditional field may stay empty, so the PDF form must not require it.
    required: input.required && input.condition === undefined,
    multiline: isMultiline(input.kind, place),
    ...(input.label !== undefined && { label: input.label }),
    ...(input.kind === 'dropdown' && { options: choices.map(optionValue) }),
    ...(input.kind === 'radio' && { buttons: input.options }),
  };
}
