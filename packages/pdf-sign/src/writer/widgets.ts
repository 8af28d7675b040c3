import { PdfError } from '../errors.ts';
import { textString } from '../reader/objects.ts';
import type { Page } from '../reader/pages.ts';
import type { Entries, FieldState, ObjectId } from '../state.ts';
import { FORM_KINDS } from './form-kinds.ts';
import type { AppearanceWriter } from './appearance.ts';
import { toUserSpace } from './geometry.ts';
import { formatNumber, formatRef, serialize } from './serialize.ts';
import type { FieldKind, FieldSpec, Place } from './types.ts';

/**
 * Bits of /Ff (ISO 32000-2 tables 227, 229, 233). Fields are read-only, because values are entered in the product and
 * not in a PDF reader.
 */
const READ_ONLY = 1;
const REQUIRED = 1 << 1;
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;
const MULTILINE = 1 << 12;

/** A page for widgets, either an existing page of the file or an added page. */
export interface WidgetPage extends Pick<Page, 'box' | 'rotation' | 'unit'> {
  id: ObjectId;
}

/** Refuses a field name that could not be looked up or would be drawn incorrectly. */
export function checkName(name: string): void {
  // The name must not contain a period, which separates the levels of a field's full name (12.7.4.2).
  if (!/^[^.\p{Cc}]{1,120}$/u.test(name)) throw new PdfError('invalid_field', `'${name}' cannot be a field's name`);
}

export function checkPlace(place: Place, what: string): void {
  const numbers = [place.x, place.y, place.width, place.height];
  if (
    !numbers.every((value) => Number.isFinite(value) && Math.abs(value) < 20_000) ||
    place.width <= 0 ||
    place.height <= 0
  ) {
    throw new PdfError('invalid_field', `${what} has an invalid position or size`);
  }
}

/** Returns the entries of a widget annotation on a page (12.5.6.19). */
export function widgetEntries(page: WidgetPage, place: Place): Entries {
  const rect = toUserSpace(page, place).map(formatNumber).join(' ');
  const entries: Entries = [
    ['Type', '/Annot'],
    ['Subtype', '/Widget'],
    ['P', formatRef(page.id)],
    ['Rect', `[${rect}]`],
  ];
  if (page.rotation !== 0) entries.push(['MK', `<</R ${page.rotation}>>`]);
  return entries;
}

/** Returns the entries of a field (12.7.4.1). Assistive technology reads the label aloud. */
export function fieldEntries(
  fieldType: string,
  { name, label }: { name: string; label?: string | undefined },
): Entries {
  const entries: Entries = [
    ['FT', fieldType],
    ['T', serialize(textString(name))],
  ];
  if (label !== undefined) entries.push(['TU', serialize(textString(label))]);
  return entries;
}

export function fieldFlags(spec: FieldSpec): number {
  return READ_ONLY | (spec.required === true ? REQUIRED : 0);
}

export function isToggle(kind: FieldKind): boolean {
  return FORM_KINDS[kind] === 'toggle';
}

/** Returns an unsigned signature field that fills in and locks the given fields. */
export function signatureField(
  appearances: AppearanceWriter,
  id: ObjectId,
  page: WidgetPage,
  { place, name, label, lock }: { place: Place; name: string; label: string | undefined; lock: string[] },
): FieldState {
  const entries = [...widgetEntries(page, place), ...fieldEntries('/Sig', { name, label })];
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

const FIELD_TYPES = { signature: '/Sig', text: '/Tx', choice: '/Ch', button: '/Btn', toggle: '/Btn' };

/** Returns the appearance entry of an empty field. Returns no entry for a field that we did not create. */
export function blankLook(appearances: AppearanceWriter, field: FieldState): Record<string, string> {
  return field.blank === undefined ? {} : lookEntries(appearances, field, appearances.writeEmpty(...field.blank));
}

/**
 * Returns the appearance entries. In PDF/A, the appearance of every button consists of states, even for a push button
 * (ISO 19005-1 6.5.3, -2 6.3.3).
 */
export function lookEntries(
  { isForArchive }: AppearanceWriter,
  { kind }: FieldState,
  look: ObjectId,
): Record<string, string> {
  if (!isForArchive || kind !== 'button') return { AP: `<</N ${formatRef(look)}>>` };
  return { AP: `<</N<</Off ${formatRef(look)}>>>>`, AS: '/Off' };
}

/**
 * Returns a form field that is its own widget and has no appearance yet. Used for all fields except check boxes and
 * radio buttons.
 */
export function formField(id: ObjectId, page: WidgetPage, spec: FieldSpec): FieldState {
  const kind = FORM_KINDS[spec.kind];
  const entries = [...widgetEntries(page, spec), ...fieldEntries(FIELD_TYPES[kind], spec)];
  const flags =
    fieldFlags(spec) |
    (kind === 'button' ? PUSH_BUTTON : 0) |
    (kind === 'choice' ? COMBO : 0) |
    (kind === 'text' && spec.multiline === true ? MULTILINE : 0);
  entries.push(['F', '4'], ['Ff', String(flags)]);
  if (kind === 'text' || kind === 'choice') entries.push(['DA', '(/Helv 0 Tf 0 g)']);
  const blank: FieldState['blank'] = [spec.width, spec.height];
  const field = { name: spec.name, kind, id, entries, rotation: page.rotation, lock: [], lockEntries: null, blank };
  if (kind !== 'choice') return field;
  const options = [...(spec.options ?? [])];
  if (options.length === 0 || new Set(options).size < options.length)
    throw new PdfError('invalid_field', `field ${spec.name} requires options without duplicates`);
  entries.push(['Opt', serialize(options.map(textString))]);
  return { ...field, options };
}
