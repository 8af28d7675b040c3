import {
  EXTERNAL_STREAM,
  FILE_NAMES,
  MEDIA_ANNOTATIONS,
  actionChain,
  activeKind,
  completesToScript,
  holdsScript,
  isNameTree,
  leadsToAddress,
  namesRemoteFile,
  triggersAddress,
} from '../reader/actions.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfName, PdfRef } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { serialize } from '../writer/serialize.ts';

/**
 * The entries of a dictionary that contain an action (ISO 32000-2 12.6.2, 12.6.4.8). In other dictionaries, /Next is
 * not an action.
 */
const ACTION_KEYS: ReadonlySet<string> = new Set(['OpenAction', 'A', 'PA', 'Next']);

/**
 * An action without effect: an empty list of layers to show or hide (12.6.4.13). The next action can still follow it.
 */
const IDLE = new Map<string, PdfValue>([
  ['S', new PdfName('SetOCGState')],
  ['State', []],
]);

/** The entries that contain the media of a media annotation. Its appearance is kept. */
const MEDIA_KEYS: ReadonlySet<string> = new Set(
  'A AA Movie Sound RichMediaContent RichMediaSettings 3DD 3DV 3DA 3DI 3DB'.split(' '),
);

const HIDDEN = 2;

/**
 * Returns a dictionary without active content. A harmful action that is followed by harmless actions is replaced with
 * an action without effect. The check uses the structure instead of the location, so it also removes actions in
 * unexpected locations. References to a removed action then refer to an empty dictionary. References stay references,
 * because inlined objects could contain themselves.
 */
export function stripDict(file: PdfFile, dict: PdfDict, isStream = false): PdfDict {
  const media = file.name(dict.get('Subtype')) ?? '';
  if (!isStream && MEDIA_ANNOTATIONS.has(media)) return stillPicture(file, dict);
  if (activeKind(file, dict) !== null) return isStream ? without(dict, ['S']) : idle(file, dict);
  return stripEntries(file, without(dict, inertKeys(file, dict, isStream)));
}

/**
 * Replaces a harmful action with one that has no effect. If harmless actions follow in the chain, the replacement still
 * leads to them.
 */
function idle(file: PdfFile, action: PdfDict): PdfDict {
  const next = keptActions(file, action.get('Next'));
  return next === undefined || next === null ? new PdfDict() : new PdfDict(new Map([...IDLE, ['Next', next]]));
}

/** Returns the entries that are harmful regardless of their value. */
function inertKeys(file: PdfFile, dict: PdfDict, isStream: boolean): readonly string[] {
  return [
    ...(holdsScript(file, dict) ? ['JS'] : []),
    ...(completesToScript(file, dict) ? ['Base'] : []),
    ...(isStream ? EXTERNAL_STREAM : namesRemoteFile(file, dict) ? FILE_NAMES : []),
  ];
}

function without(dict: PdfDict, keys: readonly string[]): PdfDict {
  if (!keys.some((key) => dict.has(key))) return dict;
  return new PdfDict(new Map([...dict.entries].filter(([key]) => !keys.includes(key))));
}

function stripEntries(file: PdfFile, dict: PdfDict): PdfDict {
  let changed: Map<string, PdfValue> | null = null;
  for (const [key, value] of dict.entries) {
    const kept = keptValue(file, dict, key, value);
    if (kept === value) continue;
    changed ??= new Map(dict.entries);
    if (kept === undefined) changed.delete(key);
    else changed.set(key, kept);
  }
  return changed === null ? dict : new PdfDict(changed);
}

function keptValue(file: PdfFile, dict: PdfDict, key: string, value: PdfValue): PdfValue | undefined {
  if (key === 'OpenAction' && leadsToAddress(file, value)) return undefined;
  if (ACTION_KEYS.has(key)) return keptActions(file, value);
  if (key === 'AA') return keptTriggers(file, value);
  if (key === 'JavaScript' || key === 'Renditions') return isNameTree(file, value) ? undefined : value;
  if (key === 'XFA') return isForm(file, dict) ? undefined : value;
  // Usage rights are a signature by the program that granted them. They are removed, because the signature would not
  // match the stripped file.
  if (key === 'Perms') return dict.has('Pages') ? undefined : value;
  return value;
}

/** Whether a dictionary is the catalog's /AcroForm, edited or not. */
function isForm(file: PdfFile, dict: PdfDict): boolean {
  const form = file.dict(file.catalog.get('AcroForm'));
  if (form === null) return false;
  // The dictionaries are compared by their content, because reading an object twice creates two JavaScript objects.
  return ['XFA', 'Fields'].every((key) => serialize(form.get(key)) === serialize(dict.get(key)));
}

/**
 * Returns an action, or an array of actions, without the actions whose whole chain is harmful. Returns undefined if no
 * action is left.
 */
function keptActions(file: PdfFile, value: PdfValue): PdfValue | undefined {
  const resolved = file.resolve(value);
  if (!Array.isArray(resolved)) return isHarmful(file, value) ? undefined : value;
  // The array may also be a destination. It is kept, because it contains no dictionary with an action type.
  const kept = resolved.filter((first) => !isHarmful(file, first));
  if (kept.length === resolved.length) return value;
  if (kept.length === 0) return undefined;
  return value instanceof PdfRef ? value : kept;
}

/** Whether a value is a harmful action that is followed only by harmful actions. */
function isHarmful(file: PdfFile, value: PdfValue): boolean {
  if (!isAction(file, value)) return false;
  for (const action of actionChain(file, value)) if (activeKind(file, action) === null) return false;
  return true;
}

/** Returns the triggers (12.6.3) with harmless actions, or undefined if there are none. */
function keptTriggers(file: PdfFile, value: PdfValue): PdfValue | undefined {
  const triggers = [...(file.dict(value)?.entries ?? [])];
  const kept = triggers.filter(([name, action]) => !isHarmful(file, action) && !triggersAddress(file, name, action));
  if (kept.length === triggers.length) return value;
  if (kept.length === 0) return undefined;
  return value instanceof PdfRef ? value : new PdfDict(new Map(kept));
}

function isAction(file: PdfFile, value: PdfValue): boolean {
  const dict = file.dict(value);
  // In an outline item, /Next is the next item. In a structure element, /A contains attributes.
  return dict !== null && file.name(dict.get('S')) !== null && !dict.has('Title');
}

/**
 * Replaces a media annotation with a stamp that has the same appearance. Without an appearance, the annotation remains
 * invisible.
 */
function stillPicture(file: PdfFile, dict: PdfDict): PdfDict {
  const entries = new Map([...dict.entries].filter(([key]) => !MEDIA_KEYS.has(key)));
  entries.set('Subtype', new PdfName('Stamp'));
  if (!dict.has('AP')) entries.set('F', (file.number(dict.get('F')) ?? 0) | HIDDEN);
  return new PdfDict(entries);
}
