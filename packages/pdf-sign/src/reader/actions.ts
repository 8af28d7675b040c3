import type { PdfFile } from './file.ts';
import { PdfString, decodeText } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

/** What acts by itself in a file, instead of only being shown. */
export type ActiveKind =
  | 'javascript'
  | 'launch'
  | 'submit'
  | 'import'
  | 'rendition'
  /** Opens a file that is embedded in this or another one: what opens looks like a part of the document. */
  | 'open-embedded'
  /** Sound, film, 3D and Flash, in annotations or actions. */
  | 'media'
  /** A second form in XML, with scripts of its own, beside the one that is signed. */
  | 'xfa';

/** Action types (ISO 32000-2 12.6.4) that run code, start programs, send or bring in data, or play. */
const ACTIONS: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submit',
  ImportData: 'import',
  Rendition: 'rendition',
  GoToE: 'open-embedded',
  Sound: 'media',
  Movie: 'media',
  GoTo3DView: 'media',
  RichMediaExecute: 'media',
};

/** Annotation types (12.5.6) whose content plays. */
export const MEDIA_ANNOTATIONS: ReadonlySet<string> = new Set(['RichMedia', 'Movie', '3D', 'Sound']);

const MAX_ACTIONS = 1_000;

/** What one action does by itself, chained ones left aside; null when it is harmless. */
export function activeKind(file: PdfFile, action: PdfDict): ActiveKind | null {
  const type = file.name(action.get('S')) ?? '';
  if (type !== 'URI') return ACTIONS[type] ?? null;
  const address = file.resolve(action.get('URI'));
  return address instanceof PdfString && /^\s*(?:javascript|vbscript|data):/i.test(decodeText(address))
    ? 'javascript'
    : null;
}

/** The actions of a chain (/Next, 12.6.2) in the order in which they are performed; one met twice counts once. */
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
