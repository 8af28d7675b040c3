/** Warns senders of characters in their input that no font can show, before a signer sees the document (ADR 82). */
import {
  type Document,
  type DraftContent,
  type Field,
  type FieldInput,
  optionValue,
  type Template,
} from '@countersign/contract';
import { isolated } from '@countersign/contract/languages';
import type { FontBook } from '../../platform/pdf/index.ts';

/** `what` is the name of the printed text in the warning. */
type Printed = { what: string; text: string };

/** Adds one warning for each title, name and field value that cannot be printed exactly. */
export async function withFontWarnings(fonts: FontBook, document: Document): Promise<Document> {
  const { title, signers, fields, planned } = document;
  const people = signers.length > 0 ? signers : (planned?.signers ?? []);
  const found = await fontWarnings(fonts, [
    { what: 'title', text: title },
    ...people.map(({ name }) => ({ what: 'name', text: name })),
    ...(fields.length > 0 ? fields : (planned?.fields ?? [])).flatMap(valuesOf),
  ]);
  return found.length === 0 ? document : { ...document, warnings: [...document.warnings, ...found] };
}

export function templateWarnings(fonts: FontBook, { name, fields }: Template): Promise<string[]> {
  return fontWarnings(fonts, [{ what: 'title', text: name }, ...fields.flatMap(valuesOf)]);
}

export function draftWarnings(fonts: FontBook, { recipients, fields }: DraftContent): Promise<string[]> {
  return fontWarnings(fonts, [
    ...recipients.map(({ name }) => ({ what: 'name', text: name })),
    ...fields.flatMap(({ details }) =>
      details === undefined ? [] : [details.suggested, ...details.options, details.option].map(asValue),
    ),
  ]);
}

const asValue = (text: string): Printed => ({ what: 'field value', text });

function valuesOf(field: Pick<Field, 'default' | 'options'> | FieldInput | Template['fields'][number]): Printed[] {
  const options = 'options' in field ? (field.options ?? []).map(optionValue) : [];
  const suggested = 'default' in field && typeof field.default === 'string' ? [field.default] : [];
  return [...suggested, ...options].map(asValue);
}

export async function fontWarnings(fonts: FontBook, printed: readonly Printed[]): Promise<string[]> {
  const warnings = new Set<string>();
  for (const { what, text } of printed) {
    const missing = await fonts.missing(text);
    if (missing.length > 0)
      warnings.add(
        `The ${what} "${isolated(text)}" has characters that cannot be printed: ${missing.join(' ')}. ` +
          'The document shows the replacement character \ufffd in their place.',
      );
  }
  return [...warnings];
}
