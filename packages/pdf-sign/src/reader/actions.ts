import type { PdfFile } from './file.ts';
import { PdfStream, PdfString, decodeText } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

/** The kinds of active content. Active content does more than display something. */
export type ActiveKind =
  | 'javascript'
  | 'launch'
  | 'submit'
  | 'import'
  | 'rendition'
  /** Opens a file that is embedded in this or another file. People could mistake it for part of the document. */
  | 'open-embedded'
  /**
   * Opens or loads another file, possibly from a third party's server. That server learns who is reading the document,
   * and may receive credentials.
   */
  | 'open-remote'
  /** Plays sound, video, 3D content or Flash, from an annotation or an action. */
  | 'media'
  /** A second, XML-based form with its own scripts, in addition to the signed form. */
  | 'xfa'
  /** A key that determines an action occurs twice. Readers disagree on which value to use. */
  | 'ambiguous';

/**
 * Action types (ISO 32000-2 12.6.4) that run code, start programs, send or import data, open files or play media, with
 * the entries that define the effect of each type.
 */
const ACTIONS: Readonly<Record<string, { kind: ActiveKind; operands: readonly string[] }>> = {
  JavaScript: { kind: 'javascript', operands: ['JS'] },
  Launch: { kind: 'launch', operands: ['F', 'Win', 'Mac', 'Unix'] },
  SubmitForm: { kind: 'submit', operands: ['F', 'Fields'] },
  ImportData: { kind: 'import', operands: ['F'] },
  Rendition: { kind: 'rendition', operands: ['R', 'JS', 'AN', 'OP'] },
  GoToE: { kind: 'open-embedded', operands: ['T', 'F', 'D'] },
  GoToR: { kind: 'open-remote', operands: ['F', 'D'] },
  Thread: { kind: 'open-remote', operands: ['F'] },
  Sound: { kind: 'media', operands: ['Sound'] },
  Movie: { kind: 'media', operands: ['Annotation', 'Operation', 'T'] },
  GoTo3DView: { kind: 'media', operands: ['TA', 'V'] },
  RichMediaExecute: { kind: 'media', operands: ['TA', 'TI', 'CMD'] },
};

/** Annotation types with playable content (12.5.6). */
export const MEDIA_ANNOTATIONS: ReadonlySet<string> = new Set(['RichMedia', 'Movie', '3D', 'Sound']);

/** Entries that readers interpret differently if a dictionary contains them twice. */
const DECISIVE: ReadonlySet<string> = new Set(
  'S A AA PA OpenAction Next JS URI Names JavaScript AcroForm XFA'.split(' '),
);

/** The entries of a file specification that name the file (7.11.3). */
export const FILE_NAMES: readonly string[] = ['F', 'UF', 'DOS', 'Mac', 'Unix'];
/** The entries for a stream's external data (7.3.8.2). */
export const EXTERNAL_STREAM: readonly string[] = ['F', 'FFilter', 'FDecodeParms'];

const SCRIPT_ADDRESS = /^\s*(?:javascript|vbscript|data):/i;
/** Matches a network share (`\\\\host`, `//host`) or a URL with any scheme. */
const NETWORK_PATH = /^\s*(?:[\\/]{2}|[a-z][a-z0-9+.-]*:[\\/]{2}|file:)/i;

const MAX_ACTIONS = 1_000;

/**
 * Returns the active content of a dictionary, based on its structure and regardless of its location, because each
 * reader decides what it treats as an action. References are not followed.
 */
export function activeKinds(file: PdfFile, dict: PdfDict, isStream = false): ActiveKind[] {
  const kinds = new Set<ActiveKind>();
  const action = activeKind(file, dict);
  if (action !== null) kinds.add(action);
  if (holdsScript(file, dict) || completesToScript(file, dict)) kinds.add('javascript');
  if (dict.duplicates.some((key) => DECISIVE.has(key))) kinds.add('ambiguous');
  if (!isStream && opensAddress(file, dict)) kinds.add('open-remote');
  if (isStream ? dict.has('F') : namesRemoteFile(file, dict)) kinds.add('open-remote');
  if (!isStream && MEDIA_ANNOTATIONS.has(file.name(dict.get('Subtype')) ?? '')) kinds.add('media');
  if (isNameTree(file, dict.get('JavaScript'))) kinds.add('javascript');
  if (isNameTree(file, dict.get('Renditions'))) kinds.add('rendition');
  return [...kinds];
}

/** Returns the effect of one action, ignoring chained actions. Returns null if the action is harmless. */
export function activeKind(file: PdfFile, action: PdfDict): ActiveKind | null {
  const type = file.name(action.get('S')) ?? '';
  if (type === 'URI') {
    const address = text(file, action.get('URI'));
    if (SCRIPT_ADDRESS.test(address)) return 'javascript';
    return /^\s*(?:[\\]{2}|file:)/i.test(address) ? 'open-remote' : null;
  }
  const known = Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
  if (known === undefined) return null;
  const acts = known.operands.some((key) => action.has(key));
  // A jump to an article thread in the same file is harmless. A structure element may have any name (14.7.2) and has no
  // effect.
  if (type === 'Thread' || isStructureElement(file, action)) return acts ? known.kind : null;
  return known.kind;
}

/**
 * Triggers (12.6.3) that require a click, as links do. All other triggers run without a click, for example when a file
 * or page opens, or when the pointer moves over a field.
 */
const CLICKS: ReadonlySet<string> = new Set(['U', 'D']);

/**
 * Whether a trigger with this name in /AA opens a web address without a click. The server at that address learns who is
 * reading the document.
 */
export function triggersAddress(file: PdfFile, trigger: string, action: PdfValue): boolean {
  return !CLICKS.has(trigger) && leadsToAddress(file, action);
}

/** Whether an action, or a later action in its chain, opens a web address. */
export function leadsToAddress(file: PdfFile, value: PdfValue): boolean {
  const first = file.resolve(value);
  for (const one of Array.isArray(first) ? first : [value])
    for (const action of actionChain(file, one)) if (file.name(action.get('S')) === 'URI') return true;
  return false;
}

function opensAddress(file: PdfFile, dict: PdfDict): boolean {
  if (dict.has('OpenAction') && leadsToAddress(file, dict.get('OpenAction'))) return true;
  const triggers = dict.has('AA') ? [...(file.dict(dict.get('AA'))?.entries ?? [])] : [];
  return triggers.some(([name, action]) => triggersAddress(file, name, action));
}

/**
 * Whether a dictionary contains a script, regardless of /S. Resource dictionaries are excluded, because a font or image
 * may be named /JS.
 */
export function holdsScript(file: PdfFile, dict: PdfDict): boolean {
  const script = file.resolve(dict.get('JS'));
  return script instanceof PdfString || (script instanceof PdfStream && !script.dict.has('Subtype'));
}

/** Whether the base URL of links (12.6.4.8) would turn every link into a script. */
export function completesToScript(file: PdfFile, dict: PdfDict): boolean {
  return SCRIPT_ADDRESS.test(text(file, dict.get('Base')));
}

/** Whether a file specification refers to a file on the network and embeds no file. */
export function namesRemoteFile(file: PdfFile, dict: PdfDict): boolean {
  if (file.dict(dict.get('EF')) !== null) return false;
  return FILE_NAMES.some((key) => NETWORK_PATH.test(text(file, dict.get(key))));
}

export function isNameTree(file: PdfFile, value: PdfValue): boolean {
  const dict = file.dict(value);
  return dict !== null && (dict.has('Names') || dict.has('Kids'));
}

function isStructureElement(file: PdfFile, dict: PdfDict): boolean {
  return file.name(dict.get('Type')) === 'StructElem' || (!dict.has('Type') && (dict.has('P') || dict.has('K')));
}

function text(file: PdfFile, value: PdfValue): string {
  const resolved = file.resolve(value);
  return resolved instanceof PdfString ? decodeText(resolved) : '';
}

/**
 * Iterates over the actions of a chain (/Next, 12.6.2) in the order of execution. Repeated actions are returned once.
 */
export function* actionChain(file: PdfFile, first: PdfValue): Generator<PdfDict> {
  const pending: PdfValue[] = [first];
  const seen = new Set<PdfDict>();
  for (let item = pending.pop(); item !== undefined && seen.size < MAX_ACTIONS; item = pending.pop()) {
    const action = file.dict(item);
    if (action === null || seen.has(action)) continue;
    seen.add(action);
    yield action;
    const next = file.resolve(action.get('Next'));
    for (const one of Array.isArray(next) ? next.toReversed() : [next]) pending.push(one);
  }
}
