import type { PdfFile } from './file.ts';
import type { FormField } from './form.ts';
import { countNameTree } from './name-tree.ts';
import type { PdfValue } from './objects.ts';
import type { Page } from './pages.ts';

/** Content of an uploaded file that acts by itself. */
export interface ActiveContent {
  kind: 'javascript' | 'launch' | 'submit' | 'import' | 'rendition';
  /** `document`, `page 3` or `field Name`. */
  where: string;
}

const MAX_FINDINGS = 100;
const MAX_ACTIONS = 1_000;

const KINDS: Readonly<Record<string, ActiveContent['kind']>> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submit',
  ImportData: 'import',
  Rendition: 'rendition',
};

/** Finds actions that run code, start programs or send data (ISO 32000-2 12.6.4), each kind once a place. */
export function readActiveContent(
  file: PdfFile,
  pages: readonly Page[],
  fields: readonly FormField[],
): ActiveContent[] {
  const found = new Map<string, ActiveContent>();
  const note = (kind: ActiveContent['kind'], where: string) => found.set(`${kind} ${where}`, { kind, where });
  const look = (action: PdfValue, where: string) => {
    for (const kind of actionKinds(file, action)) note(kind, where);
  };
  const { catalog } = file;
  look(catalog.get('OpenAction'), 'document');
  lookAll(file, catalog.get('AA'), (action) => look(action, 'document'));
  if (countNameTree(file, file.dict(catalog.get('Names'))?.get('JavaScript') ?? null) > 0)
    note('javascript', 'document');
  for (const field of fields) {
    for (const { dict } of [{ dict: field.dict }, ...field.widgets]) {
      look(dict.get('A'), `field ${field.name}`);
      lookAll(file, dict.get('AA'), (action) => look(action, `field ${field.name}`));
    }
  }
  const widgets = new Set(fields.flatMap((field) => field.widgets.map((widget) => widget.dict)));
  for (const [index, page] of pages.entries()) {
    if (found.size >= MAX_FINDINGS) break;
    const where = `page ${index + 1}`;
    lookAll(file, page.dict.get('AA'), (action) => look(action, where));
    for (const item of file.array(page.dict.get('Annots'))) {
      const annotation = file.dict(item);
      if (annotation === null || widgets.has(annotation)) continue;
      look(annotation.get('A'), where);
      lookAll(file, annotation.get('AA'), (action) => look(action, where));
    }
  }
  return [...found.values()].slice(0, MAX_FINDINGS);
}

/** The actions of an additional-actions dictionary. */
function lookAll(file: PdfFile, value: PdfValue, look: (action: PdfValue) => void): void {
  for (const action of file.dict(value)?.entries.values() ?? []) look(action);
}

/** Kinds of an action and of those chained to it by /Next. */
function actionKinds(file: PdfFile, action: PdfValue): Set<ActiveContent['kind']> {
  const kinds = new Set<ActiveContent['kind']>();
  const pending: PdfValue[] = [action];
  for (let steps = 0; pending.length > 0 && steps < MAX_ACTIONS; steps++) {
    const found = file.dict(pending.pop() ?? null);
    if (found === null) continue;
    const kind = KINDS[file.name(found.get('S')) ?? ''];
    if (kind !== undefined) kinds.add(kind);
    const next = file.resolve(found.get('Next'));
    for (const item of Array.isArray(next) ? next : [next]) pending.push(item);
  }
  return kinds;
}
