/** Checks a signer's input against their fields, and draws the values. */
import type { FieldValue } from '@countersign/pdf-sign';
import { type FieldFault, fieldStates, type Reason } from '@countersign/contract';
import { ValidationError } from '../../platform/errors.ts';
import type { Typesetter } from '../../platform/pdf/index.ts';
import { drawnValue, fittingLength } from '../documents/index.ts';
import { judgeValue } from '../document-core/index.ts';
import type { SigningContext } from '../recipient-access/index.ts';

type Field = SigningContext['fields'][number];
type Attachment = SigningContext['attachments'][number];
type Given = { value: string | boolean; path: string };

/** `shown` is stored with the document, and `pdfValue` goes into the file. */
export type FilledField = { id: string; shown: string; pdfValue: FieldValue; attachment?: Attachment };
/** `marks` contains the positions of the signer's signature or initials, in addition to the signature field. */
export type FilledFields = { filled: FilledField[]; marks: Field[] };

/** Additional positions of a signature are form fields that show the same signature appearance (ADR 15). */
export const isSignatureProper = (signing: SigningContext, field: Field): boolean =>
  field.kind === 'signature' && field.pdf_name === signing.pdf_field;

/** Throws a ValidationError with every fault, so that a page can show them all at once. */
export function fillFields(
  typesetter: Typesetter,
  signing: SigningContext,
  values: readonly { id: string; value: string | boolean }[],
): FilledFields {
  const faults: FieldFault[] = [];
  const given = readGiven(signing, values, faults);
  const asked = fieldStates(
    signing.fields.map((field) => ({ ...field, condition: field.settings.condition ?? null })),
    (field) => attachedTo(signing, field)?.filename ?? enteredIn(field, given.get(field.id)),
  );
  const filled: FilledField[] = [];
  const marks: Field[] = [];
  for (const field of signing.fields) {
    if (isSignatureProper(signing, field)) continue;
    const own = given.get(field.id);
    const { isShown = true, isRequired = field.required } = asked.get(field.id) ?? {};
    if (!isShown) {
      if (own && shownOf(own.value) !== '')
        faults.push(
          faultOf(
            field,
            own,
            'condition_not_met',
            'must be empty, because the values of other fields do not meet its condition',
          ),
        );
    } else if (field.settings.readOnly === true) {
      if (own && shownOf(own.value) !== (field.settings.default ?? ''))
        faults.push(faultOf(field, own, 'read_only', 'was filled in by the sender and cannot be changed'));
    } else if (field.kind === 'signature' || field.kind === 'initials') {
      if (isMarkWanted(field, isRequired, own, faults)) marks.push(field);
    } else if (field.kind === 'attachment') {
      const one = attach(typesetter, signing, { ...field, required: isRequired }, own, faults);
      if (one) filled.push(one);
    } else {
      const one = fillField(typesetter, { ...field, required: isRequired }, own, faults);
      if (one) filled.push(one);
    }
  }
  const [first, ...more] = withPlaces(faults, values.length);
  if (first) throw new ValidationError(first, ...more);
  return { filled, marks };
}

function readGiven(
  signing: SigningContext,
  values: readonly { id: string; value: string | boolean }[],
  faults: FieldFault[],
): Map<string, Given> {
  const given = new Map<string, Given>();
  for (const [index, { id, value }] of values.entries()) {
    const path = `fields[${index}]`;
    if (given.has(id)) faults.push({ field: `${path}.id`, message: 'is already in this list', code: 'duplicate' });
    if (!signing.fields.some((field) => field.id === id))
      faults.push({ field: `${path}.id`, message: 'is not one of your fields', code: 'unknown_field' });
    given.set(id, { value, path });
  }
  return given;
}

/** Required positions always get the appearance. Optional positions get it on request. */
function isMarkWanted(field: Field, isRequired: boolean, own: Given | undefined, faults: FieldFault[]): boolean {
  if (own !== undefined && typeof own.value !== 'boolean')
    faults.push(
      faultOf(field, own, 'wrong_type', 'must be true or false (whether to show the signature appearance there)'),
    );
  if (isRequired && own?.value === false) faults.push(faultOf(field, own, 'required', 'must be signed'));
  return isRequired || own?.value === true;
}

const attachedTo = ({ attachments }: SigningContext, { id, kind }: Field): Attachment | undefined =>
  kind === 'attachment' ? attachments.find(({ field_id: fieldId }) => fieldId === id) : undefined;

/** The document shows the file's name, and the evidence contains the hash of its content. */
function attach(
  typesetter: Typesetter,
  signing: SigningContext,
  field: Field,
  own: Given | undefined,
  faults: FieldFault[],
): FilledField | undefined {
  if (own) faults.push(faultOf(field, own, 'wrong_type', 'requires a file to be attached before signing'));
  const attachment = attachedTo(signing, field);
  if (!attachment) {
    if (field.required) faults.push(faultOf(field, own, 'required', 'requires an attached file'));
    return undefined;
  }
  const { filename } = attachment;
  const whole = drawnValue(typesetter, field.kind, field, filename);
  // A long file name is shortened in the document. The full name is in the evidence.
  const letters = [...filename];
  const fitting = whole.fits ? letters.length : fittingLength(typesetter, field.kind, field, filename);
  const { value } = whole.fits
    ? whole
    : drawnValue(typesetter, field.kind, field, `${letters.slice(0, Math.max(1, fitting - 1)).join('')}…`);
  return { id: field.id, shown: filename, pdfValue: { name: field.pdf_name, ...value }, attachment };
}

/** Returns the value of a field for evaluating conditions. An invalid value is left out and reported separately. */
function enteredIn({ kind, settings }: Field, own: Given | undefined): string {
  if (kind === 'signature' || kind === 'initials') return '';
  if (settings.readOnly === true) return settings.default ?? '';
  return judgeValue(kind, settings, own?.value ?? suggestedFor(kind, settings)).value ?? '';
}

/** The default value, which applies if the signer sends no value. An empty value removes it. */
const suggestedFor = (kind: Field['kind'], settings: Field['settings']): string | boolean =>
  kind === 'checkbox' ? settings.default === 'true' : (settings.default ?? '');

function fillField(
  typesetter: Typesetter,
  field: Field,
  own: Given | undefined,
  faults: FieldFault[],
): FilledField | undefined {
  const { kind, settings } = field;
  const judged = judgeValue(kind, settings, own?.value ?? suggestedFor(kind, settings));
  if (judged.fault) {
    faults.push(faultOf(field, own, judged.fault.code, judged.fault.message));
    return undefined;
  }
  if (judged.value === '') {
    if (field.required) faults.push(faultOf(field, own, 'required', 'must be filled in'));
    return undefined;
  }
  const drawn = drawnValue(typesetter, kind, field, judged.value);
  // The options of a dropdown were entered by the sender, so the signer cannot shorten them.
  if (!drawn.fits && kind !== 'dropdown') {
    const most = fittingLength(typesetter, kind, field, judged.value);
    faults.push(faultOf(field, own, 'too_long', `does not fit in its field. At most ${most} characters fit`));
  }
  return { id: field.id, shown: judged.value, pdfValue: { name: field.pdf_name, ...drawn.value } };
}

/**
 * A missing field has no path in the request. The error identifies it by its ID and page, because labels may repeat or
 * be missing.
 */
function faultOf(field: Field, own: Given | undefined, code: Reason, message: string): FieldFault {
  const { id, label, kind, page } = field;
  const name = `"${label ?? kind}"`;
  if (own) return { field: `${own.path}.value`, message: `${name} ${message}`, code };
  return { field: NOT_SENT, message: `${name} on page ${page} (${id}) ${message}`, code, id, label, page };
}

const NOT_SENT = 'fields';

/** Missing fields are numbered after the fields in the request: `fields[2].id` if the request has two fields. */
function withPlaces(faults: readonly FieldFault[], sent: number): FieldFault[] {
  let next = sent;
  return faults.map((fault) => (fault.field === NOT_SENT ? { ...fault, field: `fields[${next++}].id` } : fault));
}

const shownOf = (value: string | boolean): string => (typeof value === 'string' ? value.trim() : value ? 'true' : '');
