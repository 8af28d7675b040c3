import { PdfError } from './errors.ts';
import { readArchiveClaim } from './reader/archive-claim.ts';
import { PdfFile } from './reader/file.ts';
import { isSigned, readFields } from './reader/form.ts';
import type { FormField } from './reader/form.ts';
import { PdfDict, PdfRef, PdfStream, PdfString, decodeText } from './reader/objects.ts';
import type { PdfValue } from './reader/objects.ts';
import { toRotation, walkPages } from './reader/pages.ts';
import type { Rotation } from './reader/pages.ts';
import type { Entries, FieldHost, FieldState, FormKind, RevisionState } from './state.ts';
import { entriesOf, idOf, serialize, withEntries } from './writer/serialize.ts';

/**
 * The name of the field reserved for the document time-stamp. If a file already has a field with that name, a number is
 * appended.
 */
export const TIMESTAMP_NAME = 'Document_Timestamp';
const TIMESTAMP_FIELD = /^Document_Timestamp(?:_\d+)?$/;

const PUSH_BUTTON = 1 << 16;

/**
 * Reads the state that is needed to append to a completed file. `prepareSend` and every later append also return this
 * state. Only the cross-reference, the form and the first page are read, not the whole file. Throws `not_a_pdf`,
 * `encrypted`, `damaged`, `too_complex`.
 */
export function readState(bytes: Uint8Array): RevisionState {
  return stateOf(new PdfFile(bytes));
}

/** Like `readState`, for a file that is already open. */
export function stateOf(file: PdfFile): RevisionState {
  if (file.encrypted) throw new PdfError('encrypted', 'the file is encrypted');
  const { trailer } = file;
  const info = trailer.get('Info');
  const firstId = file.resolve(file.array(trailer.get('ID'))[0] ?? null);
  const fields = fieldStates(file);
  const timestampField =
    fields.find((field) => field.kind === 'signature' && TIMESTAMP_FIELD.test(field.name))?.name ?? null;
  return {
    version: 1,
    length: file.bytes.length,
    headerOffset: file.base,
    startxref: file.startxref,
    xrefKind: file.sections[0]?.kind ?? 'table',
    endsWithNewline: file.bytes.at(-1) === 10 || file.bytes.at(-1) === 13,
    nextObject: file.nextObject,
    root: idOf(file.root),
    info: info instanceof PdfRef ? idOf(info) : null,
    firstId: firstId instanceof PdfString ? firstId.bytes.toString('hex') : null,
    catalog: entriesOf(file.catalog),
    fields,
    timestampField,
    host: timestampField === null ? fieldHost(file) : null,
    ...archiveState(file),
    dss: dssState(file),
  };
}

function archiveState(file: PdfFile): Pick<RevisionState, 'archive'> {
  const claim = readArchiveClaim(file);
  return claim === null ? {} : { archive: { part: claim.part, colors: claim.colors } };
}

function fieldHost(file: PdfFile): FieldHost {
  const [page] = walkPages(file);
  if (page === undefined) throw new PdfError('damaged', 'the file has no pages');
  const form = file.catalog.get('AcroForm');
  const formDict = file.dict(form) ?? new PdfDict();
  const inline = (dict: PdfDict, key: string) =>
    withEntries(entriesOf(dict), { [key]: serialize(file.array(dict.get(key))) });
  return {
    page: idOf(page.ref),
    pageEntries: inline(page.dict, 'Annots'),
    form: form instanceof PdfRef && file.dict(form) !== null ? idOf(form) : null,
    formEntries: inline(formDict, 'Fields'),
  };
}

function dssState(file: PdfFile): RevisionState['dss'] {
  const dss = file.dict(file.catalog.get('DSS'));
  if (dss === null) return null;
  const references = (key: string) => file.array(dss.get(key)).map(serialize);
  return {
    certificates: references('Certs'),
    crls: references('CRLs'),
    ocsps: references('OCSPs'),
    vri: entriesOf(file.dict(dss.get('VRI')) ?? new PdfDict()),
  };
}

/** Returns the unsigned signature fields, and the fields that their locks name. */
function fieldStates(file: PdfFile): FieldState[] {
  const all = new Map(readFields(file).map((field) => [field.name, field]));
  const wanted = new Map<string, FieldState>();
  for (const field of all.values()) {
    if (field.type !== 'Sig' || isSigned(file, field)) continue;
    const lockDict = file.dict(field.dict.get('Lock'));
    const lock = lockDict === null ? [] : lockedNames(file, lockDict);
    const state = fieldState(file, field, lock, lockDict === null ? null : lockEntries(file, lockDict));
    if (state === null) continue;
    for (const name of lock) {
      const locked = all.get(name);
      const lockedState = locked === undefined || locked.type === 'Sig' ? null : fieldState(file, locked, [], null);
      if (lockedState !== null) wanted.set(name, lockedState);
    }
    wanted.set(field.name, state);
  }
  return [...wanted.values()];
}

/** Returns the state of a field, or null for a field that we do not write. Such fields are left unchanged. */
function fieldState(file: PdfFile, field: FormField, lock: string[], lockAs: Entries | null): FieldState | null {
  const kind = formKind(field);
  if (field.ref === null || kind === null) return null;
  const state: FieldState = {
    name: field.name,
    kind,
    id: idOf(field.ref),
    entries: entriesOf(field.dict),
    rotation: 0,
    lock,
    lockEntries: lockAs,
  };
  if (kind === 'toggle') {
    const buttons = buttonStates(file, field);
    return buttons === null ? null : { ...state, buttons };
  }
  const [widget] = field.widgets;
  if (widget === undefined || field.widgets.length > 1 || widget.ref?.number !== field.ref.number) return null;
  const blank = kind === 'signature' ? null : blankSize(file, field.dict);
  const own = { ...state, rotation: widgetRotation(file, field.dict), ...(blank === null ? {} : { blank }) };
  return kind === 'choice' ? { ...own, options: optionTexts(file, field.dict) } : own;
}

const BLANK_KEYS = new Set(['Type', 'Subtype', 'BBox', 'Resources', 'Length']);

/** Returns the size of the appearance that we draw for empty fields, or null if the field has another appearance. */
function blankSize(file: PdfFile, widget: PdfDict): [width: number, height: number] | null {
  const look = file.resolve(file.dict(widget.get('AP'))?.get('N') ?? null);
  if (!(look instanceof PdfStream) || look.raw.length > 0) return null;
  if ([...look.dict.entries.keys()].some((key) => !BLANK_KEYS.has(key))) return null;
  if (file.dict(look.dict.get('Resources'))?.entries.size !== 0) return null;
  const [left, bottom, width = null, height = null] = file
    .array(look.dict.get('BBox'))
    .map((item) => file.number(item));
  return left === 0 && bottom === 0 && width !== null && height !== null ? [width, height] : null;
}

/**
 * Returns the widgets of a check box or radio group. Returns null unless each widget is an indirect object, belongs to
 * the field or is the field itself, and has one state besides /Off.
 */
function buttonStates(file: PdfFile, field: FormField): NonNullable<FieldState['buttons']> | null {
  const meanings = optionTexts(file, field.dict);
  const buttons = field.widgets.flatMap(({ ref, dict }, index) => {
    const looks = file.dict(file.dict(dict.get('AP'))?.get('N') ?? null);
    const states = [...(looks?.entries.keys() ?? [])].filter((name) => name !== 'Off');
    const [state] = states;
    if (ref === null || state === undefined || states.length > 1) return [];
    const entries = ref.number === field.ref?.number ? [] : entriesOf(dict);
    return [{ id: idOf(ref), entries, state, value: meanings[index] ?? state }];
  });
  return buttons.length === 0 || buttons.length < field.widgets.length ? null : buttons;
}

/** Reads /Opt, which contains strings or pairs of export value and display text (12.7.5.4). */
function optionTexts(file: PdfFile, dict: PdfDict): string[] {
  return file.array(dict.get('Opt')).map((item) => {
    const value = file.resolve(Array.isArray(item) ? (item[0] ?? null) : item);
    return value instanceof PdfString ? decodeText(value) : '';
  });
}

function formKind(field: FormField): FormKind | null {
  if (field.type === 'Sig') return 'signature';
  if (field.type === 'Tx') return 'text';
  if (field.type === 'Ch') return 'choice';
  if (field.type !== 'Btn') return null;
  return (field.flags & PUSH_BUTTON) === 0 ? 'toggle' : 'button';
}

function widgetRotation(file: PdfFile, widget: PdfDict): Rotation {
  let node = file.dict(widget.get('P'));
  if (node === null) return toRotation(file.number(file.dict(widget.get('MK'))?.get('R') ?? null) ?? 0);
  for (let height = 0; node !== null && height < 100; height++) {
    if (node.has('Rotate')) return toRotation(file.number(node.get('Rotate')) ?? 0);
    node = file.dict(node.get('Parent'));
  }
  return 0;
}

/** Returns the names in a lock, or an empty list unless the lock contains /Include (12.7.5.5). */
function lockedNames(file: PdfFile, lock: PdfDict): string[] {
  if (file.name(lock.get('Action')) !== 'Include') return [];
  return file.array(lock.get('Fields')).flatMap((item) => {
    const text: PdfValue = file.resolve(item);
    return text instanceof PdfString ? [decodeText(text)] : [];
  });
}

function lockEntries(file: PdfFile, lock: PdfDict): Entries {
  const entries: Entries = [['Action', serialize(file.resolve(lock.get('Action')))]];
  if (lock.has('Fields')) entries.push(['Fields', serialize(file.resolve(lock.get('Fields')))]);
  return entries;
}
