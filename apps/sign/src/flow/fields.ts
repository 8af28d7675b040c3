/** The signer's fields: their values, their checks, and the order in which "Next" visits them. */
import type { Hand, SigningView } from '@countersign/contract';
import { fieldStates } from '@countersign/contract/conditions';
import { measure, tooLong } from './value-fits.ts';

export type PlacedField = SigningView['fields'][number];

/** A signature that the signer created once and that is used in every signature field of this document. */
export type Adopted =
  /** `picture` is a data: URL of a restricted SVG (see drawn-signature.ts in packages/ui-kit). */
  | { type: 'drawn'; picture: string }
  | { type: 'typed'; text: string; hand?: Hand }
  /** `picture` is a data: URL of a PNG or JPEG. */
  | { type: 'uploaded'; picture: string };

/** All of a signer's input that has not been sent yet. A check box has the value 'true' or ''. */
export type Draft = {
  values: Record<string, string>;
  /** The signature and initials fields that the signer has filled. */
  placed: string[];
  signature: Adopted | null;
  initials: Adopted | null;
};

/** The position of a field. A radio group has several positions, one for each choice. */
export type FieldPlace = {
  field: PlacedField;
  option: string | null;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type Task = { field: PlacedField; done: boolean };
export type SentValue = { id: string; value: string | boolean };
export type Fault =
  | { is: 'required' | 'email' | 'date' | 'number' }
  | { is: 'short' | 'long' | 'min' | 'max' | 'decimals'; limit: number };

/** The contract's limit for the value of a field (operations/documents.ts, signDocument). */
const MAX_VALUE = 2000;

/**
 * Returns the initial values, which the signer can change. `today` is the local date as yyyy-mm-dd, because a date
 * field contains the printed text.
 */
export function startingDraft(view: SigningView, today: string): Draft {
  const values: Record<string, string> = {};
  for (const field of toFillIn(view)) {
    if (isSignatureOrInitials(field)) continue;
    values[field.id] = attachedName(view, field) ?? field.value ?? field.default ?? prefill(field, view, today);
  }
  return { values, placed: [], signature: null, initials: null };
}

/** The file is already on the server. Only its name is stored here. */
function attachedName(view: SigningView, field: PlacedField): string | null {
  if (field.kind !== 'attachment') return null;
  return view.attachments.find((file) => file.field_id === field.id)?.filename ?? '';
}

/** Read-only values from the sender are already part of the page. */
function toFillIn(view: SigningView): PlacedField[] {
  return view.fields.filter((field) => !field.read_only);
}

/** Returns the currently required fields, computed by the same function as on the server. */
function requiredFields(view: SigningView, draft: Draft): PlacedField[] {
  const states = fieldStates(view.fields, (field) => enteredIn(field, draft));
  return toFillIn(view).flatMap((field) => {
    const { isShown = true, isRequired = field.required } = states.get(field.id) ?? {};
    if (!isShown) return [];
    return isRequired === field.required ? field : { ...field, required: isRequired };
  });
}

function enteredIn(field: PlacedField, draft: Draft): string {
  if (isSignatureOrInitials(field)) return '';
  if (field.read_only) return field.default ?? '';
  const value = draft.values[field.id] ?? '';
  return faultOf({ ...field, required: false }, value) === null ? value : '';
}

/**
 * Whether a field shows the signature or initials instead of a value. Each of the two is created once for all its
 * fields.
 */
export function isSignatureOrInitials(field: PlacedField): field is PlacedField & { kind: 'signature' | 'initials' } {
  return field.kind === 'signature' || field.kind === 'initials';
}

/**
 * Returns the draft with this field filled. If the draft already has the signature or initials, every required field
 * for them is filled too.
 */
export function placeAll(draft: Draft, field: string, view: SigningView): Draft {
  const places = requiredFields(view, draft).filter(
    (one) => isSignatureOrInitials(one) && markOf(draft, one) !== null && (one.required || one.id === field),
  );
  return { ...draft, placed: [...new Set([...draft.placed, ...places.map(({ id }) => id)])] };
}

export function markOf(draft: Draft, field: PlacedField): Adopted | null {
  return field.kind === 'initials' ? draft.initials : draft.signature;
}

/** The minimum height in points of a field in which the service breaks text into lines. */
const TWO_LINES = 40;

export function isBlock(field: PlacedField): boolean {
  return field.kind === 'text' && field.height > TWO_LINES;
}

export function optionsOf(field: PlacedField): string[] {
  return (field.options ?? []).map((option) => (typeof option === 'string' ? option : option.value));
}

export function placesOf(field: PlacedField): FieldPlace[] {
  const buttons = (field.options ?? []).filter((option) => typeof option !== 'string');
  if (field.kind === 'radio') return buttons.map(({ value, ...place }) => ({ ...place, field, option: value }));
  const { page, x, y, width, height } = field;
  return [{ field, option: null, page, x, y, width, height }];
}

/** Copies the values of a saved draft into a new one. Fields that no longer exist are dropped. */
export function restoreDraft(fresh: Draft, saved: Draft, view: SigningView): Draft {
  const values = { ...fresh.values };
  for (const id of Object.keys(values)) {
    const isFile = view.fields.some((field) => field.id === id && field.kind === 'attachment');
    if (!isFile) values[id] = saved.values[id] ?? values[id] ?? '';
  }
  const marks = { signature: saved.signature, initials: saved.initials ?? null };
  const places = new Set<string>(
    view.fields.filter((field) => isSignatureOrInitials(field) && marks[field.kind] !== null).map((field) => field.id),
  );
  return { values, placed: saved.placed.filter((id) => places.has(id)), ...marks };
}

/**
 * Sorts fields in reading order: by page, from top to bottom, and from left to right. Fields whose tops differ by only
 * a few points are on the same line.
 */
export function inReadingOrder(fields: readonly PlacedField[]): PlacedField[] {
  const row = (field: PlacedField): number => Math.round((field.y + field.height) / 12);
  return fields.toSorted((a, b) => a.page - b.page || row(a) - row(b) || a.x - b.x);
}

export function tasksOf(view: SigningView, draft: Draft): Task[] {
  return inReadingOrder(requiredFields(view, draft)).map((field) => ({ field, done: isDone(field, draft) }));
}

/** Returns the progress of the required fields. Optional fields never block signing. */
export function progressOf(tasks: readonly Task[]): { done: number; total: number } {
  const required = tasks.filter((task) => task.field.required);
  return { done: required.filter((task) => task.done).length, total: required.length };
}

/**
 * Returns the next required field after the current one that has not been filled in, starting over at the end. Returns
 * null if all are done.
 */
export function nextOpen(tasks: readonly Task[], after: string | null): PlacedField | null {
  const start = tasks.findIndex((task) => task.field.id === after) + 1;
  const round = [...tasks.slice(start), ...tasks.slice(0, start)];
  return round.find((task) => isOpen(task))?.field ?? null;
}

/** An optional field blocks the signer only if its value is invalid. */
function isOpen(task: Task): boolean {
  return !task.done && task.field.required;
}

function isDone(field: PlacedField, draft: Draft): boolean {
  if (isSignatureOrInitials(field)) return markOf(draft, field) !== null && draft.placed.includes(field.id);
  const value = draft.values[field.id] ?? '';
  return value.trim() !== '' && faultOf(field, value) === null;
}

/**
 * Checks a value. Patterns are checked only by the service, because the page has no protection against slow patterns.
 */
export function faultOf(field: PlacedField, value: string): Fault | null {
  const text = value.trim();
  if (text === '') return field.required ? { is: 'required' } : null;
  const { minLength = 0, maxLength = MAX_VALUE } = field.validation ?? {};
  const length = [...text].length;
  if (length > maxLength) return { is: 'long', limit: maxLength };
  if (length < minLength) return { is: 'short', limit: minLength };
  const fitting = tooLong(field, text, measure());
  if (fitting !== null) return { is: 'long', limit: fitting };
  if (field.kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { is: 'email' };
  if (field.kind === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return { is: 'date' };
  return field.kind === 'number' ? faultOfNumber(field, text) : null;
}

function faultOfNumber({ validation }: PlacedField, text: string): Fault | null {
  const match = /^[-+]?\d{1,15}(?:\.(\d{1,10}))?$/.exec(text);
  if (match === null) return { is: 'number' };
  const { min, max, decimals } = validation ?? {};
  if (decimals !== undefined && (match[1]?.length ?? 0) > decimals) return { is: 'decimals', limit: decimals };
  if (min !== undefined && Number(text) < min) return { is: 'min', limit: min };
  if (max !== undefined && Number(text) > max) return { is: 'max', limit: max };
  return null;
}

/** Returns the first field whose value would be refused, whether it is optional or not. */
export function firstFault(view: SigningView, draft: Draft): PlacedField | null {
  const faulty = inReadingOrder(requiredFields(view, draft)).find((field) =>
    isSignatureOrInitials(field)
      ? field.required && !isDone(field, draft)
      : faultOf(field, draft.values[field.id] ?? '') !== null,
  );
  return faulty ?? null;
}

/**
 * Returns the values for `signDocument`. The value of a check box is a boolean. Empty fields are omitted unless a
 * default was cleared. Required signature fields are also omitted.
 */
export function valuesToSend(view: SigningView, draft: Draft): SentValue[] {
  return inReadingOrder(requiredFields(view, draft)).flatMap((field): SentValue[] => {
    const value = (draft.values[field.id] ?? '').trim();
    if (isSignatureOrInitials(field))
      return !field.required && isDone(field, draft) ? [{ id: field.id, value: true }] : [];
    // The file has already been attached in a separate request.
    if (field.kind === 'attachment') return [];
    if (field.kind === 'checkbox') return [{ id: field.id, value: value !== '' }];
    return value === '' && field.default === null ? [] : [{ id: field.id, value }];
  });
}

type SentGraphic = { type: Adopted['type']; data: string; hand?: Hand };

/**
 * Returns the signature and initials in the contract's format: pictures as data: URLs, and a typed name as plain text.
 * Omitted if there is no field for them.
 */
export function graphicsToSend(view: SigningView, draft: Draft): { signature?: SentGraphic; initials?: SentGraphic } {
  const sent = (kind: 'signature' | 'initials'): SentGraphic | undefined => {
    const mark = draft[kind];
    // An approver signs without a visible signature, so there may be no field for it.
    if (mark === null || !view.fields.some((field) => field.kind === kind)) return undefined;
    if (mark.type !== 'typed') return { type: mark.type, data: mark.picture };
    return { type: mark.type, data: mark.text, ...(mark.hand && { hand: mark.hand }) };
  };
  const [signature, initials] = [sent('signature'), sent('initials')];
  return { ...(signature && { signature }), ...(initials && { initials }) };
}

/** Returns the first letters of a name, as the default for typed initials. */
export function initialsOf(name: string): string {
  return name
    .split(/[\s-]+/)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
    .join('')
    .slice(0, 6);
}

function prefill(field: PlacedField, view: SigningView, today: string): string {
  if (field.kind === 'name') return view.signer.name;
  if (field.kind === 'email') return view.signer.email;
  if (field.kind === 'date') return today;
  return '';
}

/** Returns the signer's local date as yyyy-mm-dd. */
export function localDate(now: Date): string {
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
