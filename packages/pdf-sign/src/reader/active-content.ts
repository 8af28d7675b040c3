import { MEDIA_ANNOTATIONS, actionChain, activeKind } from './actions.ts';
import type { ActiveKind } from './actions.ts';
import type { PdfFile } from './file.ts';
import type { FormField } from './form.ts';
import { countNameTree } from './name-tree.ts';
import { PdfRef } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';
import type { Page } from './pages.ts';

/** Content of an uploaded file that acts by itself. */
export interface ActiveContent {
  kind: ActiveKind;
  /** `document`, `outline`, `page 3` or `field Name`. */
  where: string;
}

const MAX_FINDINGS = 100;
const MAX_OUTLINE_ITEMS = 100_000;

/**
 * Finds what runs code, starts programs, sends data or plays (ISO 32000-2 12.6), each kind once a place: in the
 * document's own actions and name trees, outline, pages, annotations and fields, behind /Next chains too.
 */
export function readActiveContent(
  file: PdfFile,
  pages: readonly Page[],
  fields: readonly FormField[],
): ActiveContent[] {
  const found = new Map<string, ActiveContent>();
  const note = (kind: ActiveKind, where: string) => found.set(`${kind} ${where}`, { kind, where });
  const look = (action: PdfValue, where: string) => {
    for (const one of actionChain(file, action)) {
      const kind = activeKind(file, one);
      if (kind !== null) note(kind, where);
    }
  };
  const lookAt = (holder: PdfDict, where: string) => {
    look(holder.get('A'), where);
    look(holder.get('PA'), where);
    for (const action of file.dict(holder.get('AA'))?.entries.values() ?? []) look(action, where);
  };
  look(file.catalog.get('OpenAction'), 'document');
  lookAt(file.catalog, 'document');
  for (const kind of documentKinds(file)) note(kind, 'document');
  for (const item of outlineItems(file)) lookAt(item, 'outline');
  for (const field of fields) {
    for (const { dict } of [{ dict: field.dict }, ...field.widgets]) lookAt(dict, `field ${field.name}`);
  }
  const widgets = new Set(fields.flatMap((field) => field.widgets.map((widget) => widget.dict)));
  for (const [index, page] of pages.entries()) {
    if (found.size >= MAX_FINDINGS) break;
    const where = `page ${index + 1}`;
    lookAt(page.dict, where);
    for (const item of file.array(page.dict.get('Annots'))) {
      const annotation = file.dict(item);
      if (annotation === null || widgets.has(annotation)) continue;
      if (MEDIA_ANNOTATIONS.has(file.name(annotation.get('Subtype')) ?? '')) note('media', where);
      lookAt(annotation, where);
    }
  }
  return [...found.values()].slice(0, MAX_FINDINGS);
}

/** What the catalog itself holds, its /OpenAction and /AA left aside. */
function documentKinds(file: PdfFile): ActiveKind[] {
  const { catalog } = file;
  const names = file.dict(catalog.get('Names'));
  const kinds: ActiveKind[] = [];
  if (countNameTree(file, names?.get('JavaScript') ?? null) > 0) kinds.push('javascript');
  if (countNameTree(file, names?.get('Renditions') ?? null) > 0) kinds.push('rendition');
  if (file.dict(catalog.get('AcroForm'))?.has('XFA') === true) kinds.push('xfa');
  return kinds;
}

function* outlineItems(file: PdfFile): Generator<PdfDict> {
  const pending: PdfValue[] = [file.dict(file.catalog.get('Outlines'))?.get('First') ?? null];
  const seen = new Set<number>();
  for (let item = pending.pop(); item !== undefined && seen.size < MAX_OUTLINE_ITEMS; item = pending.pop()) {
    // Items are indirect objects (12.3.3), so that a circle is seen by the numbers.
    if (!(item instanceof PdfRef) || seen.has(item.number)) continue;
    seen.add(item.number);
    const found = file.dict(item);
    if (found === null) continue;
    yield found;
    pending.push(found.get('Next'), found.get('First'));
  }
}
