import { PdfError } from '../errors.ts';
import { textString } from '../reader/objects.ts';
import type { Page } from '../reader/pages.ts';
import type { Entries, FieldState, FormKind, ObjectId } from '../state.ts';
import type { AppearanceWriter } from './appearance.ts';
import { toUserSpace } from './geometry.ts';
import { formatNumber, formatRef, serialize } from './serialize.ts';
import type { FieldKind, FieldSpec, Place } from './types.ts';

const FORM_KINDS: Readonly<Record<FieldKind, FormKind>> = {
  // One signature field a signer; its further places, like initials, show an image that is locked with it.
  // An image is a push button's appearance, as in other software. So are check marks: the two states of a real check
  // box are a dictionary that strict validators refuse unless it is an object of its own, and poppler if it is one.
  signature: 'button',
  initials: 'button',
  date: 'text',
  name: 'text',
  email: 'text',
  company: 'text',
  'job-title': 'text',
  text: 'text',
  number: 'text',
  attachment: 'text',
  checkbox: 'button',
  radio: 'button',
  dropdown: 'choice',
};

/** /Ff bits (ISO 32000-2 tables 227, 229, 233). Read-only: values come through the product, not through a reader. */
const READ_ONLY = 1;
const REQUIRED = 1 << 1;
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;

/** A page that widgets can be put on: one of the file or one that is being added. */
export interface WidgetPage extends Pick<Page, 'box' | 'rotation' | 'unit'> {
  id: ObjectId;
}

/** Refuses what could not be found again or would draw nonsense. */
export function checkName(name: string): void {
  // A full stop separates the levels of a field's full name (12.7.4.2).
  if (!/^[^.\p{Cc}]{1,120}$/u.test(name)) throw new PdfError('invalid_field', `'${name}' cannot be a field's name`);
}

export function checkPlace(place: Place, what: string): void {
  const numbers = [place.x, place.y, place.width, place.height];
  if (
    !numbers.every((value) => Number.isFinite(value) && Math.abs(value) < 20_000) ||
    place.width <= 0 ||
    place.height <= 0
  ) {
    throw new PdfError('invalid_field', `${what} has an impossible place`);
  }
}

/** What every widget has in common; `T` to `Rect` in this order. */
function widgetEntries(
  fieldType: string,
  name: string,
  page: WidgetPage,
  place: Place,
  label: string | undefined,
): Entries {
  const rect = toUserSpace(page, place).map(formatNumber).join(' ');
  const entries: Entries = [
    ['Type', '/Annot'],
    ['Subtype', '/Widget'],
    ['FT', fieldType],
    ['T', serialize(textString(name))],
    ['P', formatRef(page.id)],
    ['Rect', `[${rect}]`],
  ];
  if (label !== undefined) entries.push(['TU', serialize(textString(label))]);
  if (page.rotation !== 0) entries.push(['MK', `<</R ${page.rotation}>>`]);
  return entries;
}

/** An unsigned signature field that fills in and locks the named fields. */
export function signatureField(
  appearances: AppearanceWriter,
  id: ObjectId,
  page: WidgetPage,
  place: Place,
  name: string,
  label: string | undefined,
  lock: string[],
): FieldState {
  const entries = widgetEntries('/Sig', name, page, place, label);
  const lockEntries = includeLock(lock);
  entries.push(['F', '132'], ['AP', `<</N ${formatRef(appearances.writeEmpty(place.width, place.height))}>>`]);
  if (lockEntries !== null) entries.push(['Lock', lockSource(lockEntries)]);
  return { name, kind: 'signature', id, entries, rotation: page.rotation, lock, lockEntries };
}

export function includeLock(names: readonly string[]): Entries | null {
  if (names.length === 0) return null;
  return [
    ['Action', '/Include'],
    ['Fields', serialize(names.map(textString))],
  ];
}

function lockSource(lock: Entries): string {
  return `<</Type /SigFieldLock\n${lock.map(([key, source]) => `/${key} ${source}`).join('\n')}>>`;
}

/** An empty form field. */
export function formField(appearances: AppearanceWriter, id: ObjectId, page: WidgetPage, spec: FieldSpec): FieldState {
  const kind = FORM_KINDS[spec.kind];
  const types = { signature: '/Sig', text: '/Tx', choice: '/Ch', button: '/Btn' };
  const entries = widgetEntries(types[kind], spec.name, page, spec, spec.label);
  const empty = appearances.writeEmpty(spec.width, spec.height);
  const flags =
    READ_ONLY |
    (spec.required === true ? REQUIRED : 0) |
    (kind === 'button' ? PUSH_BUTTON : 0) |
    (kind === 'choice' ? COMBO : 0);
  entries.push(['F', '4'], ['Ff', String(flags)], ['AP', `<</N ${formatRef(empty)}>>`]);
  if (kind === 'text' || kind === 'choice') entries.push(['DA', '(/Helv 0 Tf 0 g)']);
  if (kind === 'choice') entries.push(['Opt', serialize((spec.options ?? []).map(textString))]);
  return { name: spec.name, kind, id, entries, rotation: page.rotation, lock: [], lockEntries: null };
}
