/** What a signer filled in, checked against the fields that are theirs, and drawn. */
import type { FieldValue } from '@countersign/pdf-sign';
import type { FieldFault } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';
import { checkboxMark, fieldText } from '../../platform/pdf/index.ts';
import type { MarkFonts } from './mark.ts';
import type { SigningContext } from './store.ts';

/** `shown` is kept with the document; `pdfValue` goes into the file. */
export type FilledField = { id: string; shown: string; pdfValue: FieldValue };

/** Throws ValidationError naming every fault, so that a page can mark them all at once. */
export function fillFields(
  fonts: MarkFonts,
  signing: SigningContext,
  values: readonly { id: string; value: string | boolean }[],
): FilledField[] {
  const faults: FieldFault[] = [];
  const given = new Map<string, { value: string | boolean; path: string }>();
  for (const [index, { id, value }] of values.entries()) {
    const path = `fields[${index}]`;
    if (given.has(id)) faults.push({ field: `${path}.id`, message: 'stands in this list already', code: 'duplicate' });
    if (!signing.fields.some((field) => field.id === id))
      faults.push({ field: `${path}.id`, message: 'is not one of your fields', code: 'unknown_field' });
    given.set(id, { value, path });
  }
  const filled: FilledField[] = [];
  for (const field of signing.fields) {
    if (field.kind === 'signature') continue;
    const { value, path } = given.get(field.id) ?? { value: undefined, path: 'fields' };
    const label = field.label ?? field.kind;
    const empty = value === undefined || value === false || (typeof value === 'string' && value.trim() === '');
    if (empty && field.required)
      faults.push({
        field: path === 'fields' ? path : `${path}.value`,
        message: `"${label}" has to be filled in`,
        code: 'required',
      });
    if (empty) continue;
    if (field.kind === 'checkbox') {
      if (typeof value !== 'boolean')
        faults.push({ field: `${path}.value`, message: `"${label}" takes true or false`, code: 'invalid_type' });
      else
        filled.push({
          id: field.id,
          shown: 'true',
          pdfValue: { name: field.pdf_name, value: true, appearance: checkboxMark(field) },
        });
      continue;
    }
    if (typeof value !== 'string') {
      faults.push({ field: `${path}.value`, message: `"${label}" takes text`, code: 'invalid_type' });
      continue;
    }
    const text = value.normalize('NFC').trim();
    const { appearance, missing } = fieldText(fonts, {
      value: text,
      width: field.width,
      height: field.height,
      multiline: field.height > 40,
    });
    if (missing.length > 0)
      faults.push({
        field: `${path}.value`,
        message: `"${label}" has characters that cannot be set in type yet: ${missing.join(' ')}`,
        code: 'unsupported_characters',
      });
    filled.push({ id: field.id, shown: text, pdfValue: { name: field.pdf_name, value: text, appearance } });
  }
  const [first, ...more] = faults;
  if (first) throw new ValidationError(first, ...more);
  return filled;
}
