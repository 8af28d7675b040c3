import { PdfError } from '../errors.ts';
import type { PdfFile } from './file.ts';
import { PdfRef, PdfString, decodeText } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

const MAX_HEIGHT = 50;
const MAX_FIELDS = 200_000;

/** A terminal field of the interactive form (ISO 32000-2 12.7.4) with its inherited entries. */
export interface FormField {
  /** The fully qualified name of the field. */
  name: string;
  /** The field's reference, or null if the field is a direct object in its parent's array. */
  ref: PdfRef | null;
  dict: PdfDict;
  /** The field type (/FT): `Sig`, `Tx`, `Btn` or `Ch`. */
  type: string | null;
  value: PdfValue;
  flags: number;
  /** The widgets of the field. If a field and its widget share one dictionary, the list contains the field itself. */
  widgets: { ref: PdfRef | null; dict: PdfDict }[];
}

interface Pending {
  value: PdfValue;
  prefix: string | null;
  type: string | null;
  inheritedValue: PdfValue;
  flags: number;
  height: number;
}

/**
 * Reads all terminal fields, in order. Repeated nodes are skipped, so that loops end.
 *
 * @throws PdfError `too_complex` for a form that is too large, or that other readers would never finish reading
 */
export function readFields(file: PdfFile): FormField[] {
  const form = file.dict(file.catalog.get('AcroForm'));
  const fields: FormField[] = [];
  if (form === null) return fields;
  refuseEndless(file, form);
  const seen = new Set<number>();
  const pending: Pending[] = file
    .array(form.get('Fields'))
    .map((value) => ({ value, prefix: null, type: null, inheritedValue: null, flags: 0, height: 0 }))
    .reverse();
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (seen.size + fields.length > MAX_FIELDS || item.height > MAX_HEIGHT)
      throw new PdfError('too_complex', 'the form is too large');
    if (item.value instanceof PdfRef) {
      if (seen.has(item.value.number)) continue;
      seen.add(item.value.number);
    }
    const node = file.dict(item.value);
    if (node === null) continue;
    const own = ownProperties(file, node, item);
    const kids = file.array(node.get('Kids'));
    const children = kids.filter((kid) => file.dict(kid)?.has('T') === true);
    if (children.length > 0) {
      for (const value of children.toReversed()) pending.push({ ...own, value, height: item.height + 1 });
      continue;
    }
    const ref = item.value instanceof PdfRef ? item.value : null;
    const widgets = kids.length === 0 ? [{ ref, dict: node }] : kids.flatMap((kid) => widget(file, kid));
    fields.push({
      name: own.prefix ?? '',
      ref,
      dict: node,
      type: own.type,
      value: own.inheritedValue,
      flags: own.flags,
      widgets,
    });
  }
  return fields;
}

/**
 * Refuses forms that readers would never finish reading. Readers follow a node once for each path to it. Twenty nodes
 * that each list the next node twice result in a million paths, and a node that lists one of its ancestors results in
 * an endless path.
 */
function refuseEndless(file: PdfFile, form: PdfDict): void {
  const paths = new Map<number, number>();
  const above = new Set<number>();
  const below = (value: PdfValue, height: number): number => {
    const number = value instanceof PdfRef ? value.number : undefined;
    const known = number === undefined ? undefined : paths.get(number);
    if (known !== undefined) return known;
    if (height > MAX_HEIGHT || (number !== undefined && above.has(number)))
      throw new PdfError('too_complex', 'fields of the form contain each other');
    if (number !== undefined) above.add(number);
    let sum = 1;
    for (const kid of file.array(file.dict(value)?.get('Kids') ?? null)) sum += below(kid, height + 1);
    if (number !== undefined) {
      above.delete(number);
      paths.set(number, sum);
    }
    if (sum > MAX_FIELDS) throw new PdfError('too_complex', 'the form is too large');
    return sum;
  };
  let sum = 0;
  for (const field of file.array(form.get('Fields'))) sum += below(field, 0);
  if (sum > MAX_FIELDS) throw new PdfError('too_complex', 'the form is too large');
}

function ownProperties(file: PdfFile, node: PdfDict, above: Pending): Omit<Pending, 'value' | 'height'> {
  const partial = file.resolve(node.get('T'));
  const text = partial instanceof PdfString ? decodeText(partial) : null;
  return {
    prefix: text === null ? above.prefix : above.prefix === null ? text : `${above.prefix}.${text}`,
    type: file.name(node.get('FT')) ?? above.type,
    inheritedValue: node.has('V') ? node.get('V') : above.inheritedValue,
    flags: file.number(node.get('Ff')) ?? above.flags,
  };
}

function widget(file: PdfFile, value: PdfValue): FormField['widgets'] {
  const found = file.dict(value);
  return found === null ? [] : [{ ref: value instanceof PdfRef ? value : null, dict: found }];
}

/** Returns an entry of a widget, inherited from the fields above it or from the form (12.7.4.1). */
export function inherited(file: PdfFile, widget: PdfDict, key: string): PdfValue {
  let node: PdfDict | null = widget;
  for (let height = 0; node !== null && height < MAX_HEIGHT; height += 1) {
    if (node.has(key)) return file.resolve(node.get(key));
    node = file.dict(node.get('Parent'));
  }
  return file.resolve(file.dict(file.catalog.get('AcroForm'))?.get(key) ?? null);
}

/** A signature field is signed if its value is a dictionary. */
export function isSigned(file: PdfFile, field: FormField): boolean {
  return field.type === 'Sig' && file.dict(field.value) !== null;
}

/**
 * Returns the DocMDP level of the certification signature (12.8.2.2), or null if there is none. For a missing or
 * invalid value, the level is 2, the standard's default.
 */
export function certificationLevel(file: PdfFile): 1 | 2 | 3 | null {
  const signature = file.dict(file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null);
  return signature === null ? null : (docMdpLevel(file, signature) ?? 2);
}

/** Returns the level in the DocMDP reference of a signature dictionary, or null if there is none. */
export function docMdpLevel(file: PdfFile, signature: PdfDict): 1 | 2 | 3 | null {
  for (const item of file.array(signature.get('Reference'))) {
    const reference = file.dict(item);
    if (reference === null || file.name(reference.get('TransformMethod')) !== 'DocMDP') continue;
    const level = file.number(file.dict(reference.get('TransformParams'))?.get('P') ?? null);
    return level === 1 || level === 3 ? level : 2;
  }
  return null;
}
