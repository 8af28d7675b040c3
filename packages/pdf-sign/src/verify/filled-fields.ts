import type { PdfFile } from '../reader/file.ts';
import { readFields } from '../reader/form.ts';
import { PdfName, PdfString, decodeText } from '../reader/objects.ts';
import type { PdfDict } from '../reader/objects.ts';

/** A form field with its value in the newest revision. */
export interface FilledFormField {
  /** The fully qualified name of the field. */
  readonly name: string;
  /** The human-readable label (/TU). */
  readonly label: string | null;
  /** A string, or the name of the selected state (`Off` for none). Null if the field has no value. */
  readonly value: string | null;
}

/** Reads all fields except signature fields. */
export function readFilledFields(file: PdfFile): FilledFormField[] {
  const text = (value: unknown): string | null => (value instanceof PdfString ? decodeText(value) : null);
  // The states of a radio group are numbers, and /Opt defines their meaning (12.7.5.2.4).
  const chosen = (dict: PdfDict, state: string): string | null => {
    const option = /^\d{1,4}$/.test(state) ? file.array(dict.get('Opt'))[Number(state)] : undefined;
    return option === undefined ? state : text(file.resolve(option));
  };
  return readFields(file)
    .filter(({ type }) => type !== 'Sig')
    .map(({ name, dict, value }) => {
      const held = file.resolve(value);
      return {
        name,
        label: text(file.resolve(dict.get('TU'))),
        value: held instanceof PdfName ? chosen(dict, held.name) : text(held),
      };
    });
}
