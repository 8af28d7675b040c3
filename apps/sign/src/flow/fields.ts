/** What a signer has to fill in: values, their checks and the order in which "Next" walks them. */
import type { SigningView } from '@countersign/contract';

export type PlacedField = SigningView['fields'][number];

/** A signature as the signer made it once; it serves every signature place of this document. */
export type Adopted =
  /** `picture` is a data: URL: a restricted SVG (see ink/svg.ts). */
  | { type: 'drawn'; picture: string }
  | { type: 'typed'; text: string }
  /** `picture` is a data: URL of a PNG or JPEG. */
  | { type: 'uploaded'; picture: string };

/** All that a signer entered and has not sent yet. A checkbox's value is 'true' or ''. */
export type Draft = {
  values: Record<string, string>;
  /** Signature places the signer put the signature on. */
  placed: string[];
  signature: Adopted | null;
};

export type Task = { field: PlacedField; done: boolean };
export type SentValue = { id: string; value: string | boolean };
export type Fault = 'required' | 'email' | 'date' | 'long';

/** The contract's limit for the value of a field (operations/documents.ts, signDocument). */
const MAX_VALUE = 2000;

/**
 * The values to begin with. The signer may change each of them.
 * `today` is the local date as yyyy-mm-dd: a date field holds what will be printed.
 */
export function startingDraft(view: SigningView, today: string): Draft {
  const values: Record<string, string> = {};
  for (const field of view.fields) {
    if (field.kind !== 'signature') values[field.id] = field.value ?? prefill(field, view, today);
  }
  return { values, placed: [], signature: null };
}

/** A saved draft laid over a fresh one; fields that no longer exist are dropped. */
export function restoreDraft(fresh: Draft, saved: Draft, view: SigningView): Draft {
  const values = { ...fresh.values };
  for (const id of Object.keys(values)) values[id] = saved.values[id] ?? values[id] ?? '';
  const places = new Set<string>(view.fields.filter((field) => field.kind === 'signature').map((field) => field.id));
  const placed = saved.signature === null ? [] : saved.placed.filter((id) => places.has(id));
  return { values, placed, signature: saved.signature };
}

/** In reading order: by page, then from the top, then from the left. Rows a few points apart count as one line. */
export function inReadingOrder(fields: readonly PlacedField[]): PlacedField[] {
  const row = (field: PlacedField): number => Math.round((field.y + field.height) / 12);
  return fields.toSorted((a, b) => a.page - b.page || row(a) - row(b) || a.x - b.x);
}

export function tasksOf(view: SigningView, draft: Draft): Task[] {
  return inReadingOrder(view.fields).map((field) => ({ field, done: isDone(field, draft) }));
}

/** How far the required ones have come; optional ones never hold anybody up. */
export function progressOf(tasks: readonly Task[]): { done: number; total: number } {
  const required = tasks.filter((task) => task.field.required);
  return { done: required.filter((task) => task.done).length, total: required.length };
}

/** The next required field that is open, after the present one and round again; null when all are done. */
export function nextOpen(tasks: readonly Task[], after: string | null): PlacedField | null {
  const start = tasks.findIndex((task) => task.field.id === after) + 1;
  const round = [...tasks.slice(start), ...tasks.slice(0, start)];
  return round.find((task) => isOpen(task))?.field ?? null;
}

/** An optional field holds the signer up only when something wrong was entered into it. */
function isOpen(task: Task): boolean {
  return !task.done && task.field.required;
}

function isDone(field: PlacedField, draft: Draft): boolean {
  if (field.kind === 'signature') return draft.signature !== null && draft.placed.includes(field.id);
  const value = draft.values[field.id] ?? '';
  return value.trim() !== '' && faultOf(field, value) === null;
}

export function faultOf(field: PlacedField, value: string): Fault | null {
  const text = value.trim();
  if (text === '') return field.required ? 'required' : null;
  if (text.length > MAX_VALUE) return 'long';
  if (field.kind === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return 'email';
  if (field.kind === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date';
  return null;
}

/** The first field, optional or not, whose value would be refused. */
export function firstFault(view: SigningView, draft: Draft): PlacedField | null {
  const faulty = inReadingOrder(view.fields).find((field) =>
    field.kind === 'signature'
      ? field.required && !isDone(field, draft)
      : faultOf(field, draft.values[field.id] ?? '') !== null,
  );
  return faulty ?? null;
}

/** What `signDocument` takes: empty optional fields are left out, a checkbox is a boolean. */
export function valuesToSend(view: SigningView, draft: Draft): SentValue[] {
  return inReadingOrder(view.fields).flatMap((field): SentValue[] => {
    const value = (draft.values[field.id] ?? '').trim();
    if (field.kind === 'signature') return [];
    if (field.kind === 'checkbox') return [{ id: field.id, value: value !== '' }];
    return value === '' ? [] : [{ id: field.id, value }];
  });
}

/** The signature as the contract wants it: pictures as data: URLs, a typed name as plain text. */
export function signatureToSend(view: SigningView, draft: Draft): { type: Adopted['type']; data: string } | undefined {
  const { signature } = draft;
  // An approver signs without a visible mark (decisions §3).
  if (signature === null || !view.fields.some((field) => field.kind === 'signature')) return undefined;
  return { type: signature.type, data: signature.type === 'typed' ? signature.text : signature.picture };
}

function prefill(field: PlacedField, view: SigningView, today: string): string {
  if (field.kind === 'name') return view.signer.name;
  if (field.kind === 'email') return view.signer.email;
  if (field.kind === 'date') return today;
  return '';
}

/** The day where the signer is, as yyyy-mm-dd. */
export function localDate(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
