import {
  EXTERNAL_STREAM,
  FILE_NAMES,
  MEDIA_ANNOTATIONS,
  actionChain,
  activeKind,
  completesToScript,
  holdsScript,
  isNameTree,
  namesRemoteFile,
} from '../reader/actions.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfName } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';

/** Where a dictionary keeps an action (ISO 32000-2 12.6.2, 12.6.4.8). /Next of other dictionaries has no action. */
const ACTION_KEYS: ReadonlySet<string> = new Set(['OpenAction', 'A', 'PA', 'Next']);

/** What a media annotation plays; its appearance is what is seen on paper, and stays. */
const MEDIA_KEYS: ReadonlySet<string> = new Set(
  'A AA Movie Sound RichMediaContent RichMediaSettings 3DD 3DV 3DA 3DI 3DB'.split(' '),
);

const HIDDEN = 2;
const MAX_LINKED = 50;

/**
 * A dictionary without what acts by itself: harmless actions of a chain go on, in their order, where harmful ones are
 * cut out. It looks at shapes, not places, so that an action is also taken out where nobody has thought of one: whatever
 * leads there then leads to an empty dictionary.
 */
export function stripDict(file: PdfFile, dict: PdfDict, isStream = false): PdfDict {
  const media = file.name(dict.get('Subtype')) ?? '';
  if (!isStream && MEDIA_ANNOTATIONS.has(media)) return stillPicture(file, dict);
  if (activeKind(file, dict) !== null) return isStream ? without(dict, ['S']) : new PdfDict();
  return stripEntries(file, without(dict, inertKeys(file, dict, isStream)));
}

/** Entries that act by being there. */
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
  if (ACTION_KEYS.has(key)) return keptActions(file, value);
  if (key === 'AA') return keptTriggers(file, value);
  if (key === 'JavaScript' || key === 'Renditions') return isNameTree(file, value) ? undefined : value;
  if (key === 'XFA') return isForm(file, dict) ? undefined : value;
  // Usage rights are signed by the program that granted them, over bytes that are written anew.
  if (key === 'Perms') return dict.has('Pages') ? undefined : value;
  return value;
}

/** Edited or not, the form of the catalog is the one with its fields. */
function isForm(file: PdfFile, dict: PdfDict): boolean {
  const form = file.dict(file.catalog.get('AcroForm'));
  return form !== null && form.get('XFA') === dict.get('XFA') && form.get('Fields') === dict.get('Fields');
}

/** The action, or several in an array, without the harmful ones; undefined when none is left. */
function keptActions(file: PdfFile, value: PdfValue): PdfValue | undefined {
  const resolved = file.resolve(value);
  // A destination is an array too, and kept: it holds no dictionary with an action type.
  const firsts = Array.isArray(resolved) ? resolved : [value];
  const chain = firsts.flatMap((first) => (isAction(file, first) ? [...actionChain(file, first)] : []));
  if (chain.every((action) => activeKind(file, action) === null)) return value;
  return linked(chain.filter((action) => activeKind(file, action) === null));
}

/** One action after the other; the last one first made, as each holds the next. Readers bound how deep objects nest. */
function linked(chain: readonly PdfDict[]): PdfDict | undefined {
  return chain.slice(0, MAX_LINKED).reduceRight<PdfDict | undefined>((next, action) => {
    const entries = new Map(action.entries);
    if (next === undefined) entries.delete('Next');
    else entries.set('Next', next);
    return new PdfDict(entries);
  }, undefined);
}

function keptTriggers(file: PdfFile, value: PdfValue): PdfValue | undefined {
  const triggers = file.dict(value);
  if (triggers === null) return value;
  const kept = new Map<string, PdfValue>();
  let isChanged = false;
  for (const [trigger, action] of triggers.entries) {
    const left = keptActions(file, action);
    isChanged ||= left !== action;
    if (left !== undefined) kept.set(trigger, left);
  }
  if (!isChanged) return value;
  return kept.size === 0 ? undefined : new PdfDict(kept);
}

function isAction(file: PdfFile, value: PdfValue): boolean {
  const dict = file.dict(value);
  // An outline item's /Next is the item below it, a structure element's /A are attributes.
  return dict !== null && file.name(dict.get('S')) !== null && !dict.has('Title');
}

/** A media annotation as a stamp with the same appearance; one without an appearance shows nothing, and stays so. */
function stillPicture(file: PdfFile, dict: PdfDict): PdfDict {
  const entries = new Map([...dict.entries].filter(([key]) => !MEDIA_KEYS.has(key)));
  entries.set('Subtype', new PdfName('Stamp'));
  if (!dict.has('AP')) entries.set('F', (file.number(dict.get('F')) ?? 0) | HIDDEN);
  return new PdfDict(entries);
}
