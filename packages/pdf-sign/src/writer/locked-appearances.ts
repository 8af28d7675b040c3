import { PdfDict, PdfRef, PdfStream } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import type { Sending } from './send-form.ts';
import { entriesOf, formatEntries, formatName, formatRef, idOf, serialize, withEntries } from './serialize.ts';

const KINDS = ['N', 'R', 'D'];

/**
 * Writes appearances for the uploaded file's own fields in the certifying revision, which locks these fields. Strict
 * validators (pyHanko) date a locked field by the revision that wrote its appearance. They treat an older appearance as
 * a change after the signature, and a separate appearance dictionary as another change (ADR 15).
 */
export function writeLockedAppearances(sending: Sending, locked: ReadonlySet<string>): void {
  const copies = new Map<number, string>();
  for (const field of readFields(sending.file)) {
    if (!locked.has(field.name) || field.type === 'Sig' || field.ref === null) continue;
    const changes = lookOf(sending, field, copies);
    if (changes !== null) sending.update.write(idOf(field.ref), withEntries(entriesOf(field.dict), changes));
  }
}

/** Returns the changed entries of a field that is its own widget, or null if nothing changes. */
function lookOf(
  sending: Sending,
  { dict, value }: FormField,
  copies: Map<number, string>,
): Record<string, string> | null {
  const { file } = sending;
  const looks = file.dict(dict.get('AP'));
  if (looks === null) return null;
  const normal = file.resolve(looks.get('N'));
  if (normal instanceof PdfDict) {
    const changes: Record<string, string> = {};
    if (dict.get('AP') instanceof PdfRef) changes['AP'] = serialize(looks);
    // An appearance with states requires /AS (12.5.5, table 166). Without /AS, readers guess the state from the value.
    if (!dict.has('AS')) changes['AS'] = stateFor(normal, file.name(value));
    return Object.keys(changes).length === 0 ? null : changes;
  }
  const copied = Object.fromEntries(
    KINDS.flatMap((kind) => (looks.has(kind) ? [[kind, copyOf(sending, looks.get(kind), copies)]] : [])),
  );
  return { AP: formatEntries(withEntries(entriesOf(looks), copied)) };
}

function stateFor(states: PdfDict, value: string | null): string {
  return formatName(value !== null && states.has(value) ? value : 'Off');
}

/** Copies a stream unchanged. Fields that share a stream continue to share it. */
function copyOf({ file, update }: Sending, value: PdfValue, copies: Map<number, string>): string {
  const stream = file.resolve(value);
  if (!(stream instanceof PdfStream) || !(value instanceof PdfRef)) return serialize(value);
  let copy = copies.get(value.number);
  if (copy === undefined) {
    const entries = entriesOf(stream.dict).filter(([key]) => key !== 'Length');
    copy = formatRef(update.addStream(entries, stream.raw));
    copies.set(value.number, copy);
  }
  return copy;
}
