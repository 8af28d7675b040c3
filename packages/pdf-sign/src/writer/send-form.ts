import { pdfVersion } from '../reader/inspect.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef } from '../reader/objects.ts';
import type { Page } from '../reader/pages.ts';
import type { Entries, FieldState, ObjectId, RevisionState } from '../state.ts';
import type { AppearanceWriter } from './appearance.ts';
import { ESIC_EXTENSION } from './seal.ts';
import { entriesOf, formatEntries, formatRef, idOf, serialize, withEntries } from './serialize.ts';
import { writePage } from './signature-page.ts';
import type { SignaturePageOptions, SignaturePages } from './signature-page.ts';
import type { SendOptions, SignaturePlace } from './types.ts';
import type { Update } from './update.ts';

export interface Sending {
  file: PdfFile;
  update: Update;
  appearances: AppearanceWriter;
  options: SendOptions;
  pages: Page[];
  added: SignaturePages;
  /** The new annotations by page number. */
  annotations: Map<number, ObjectId[]>;
  fields: ObjectId[];
  names: Set<string>;
  open: FieldState[];
  places: SignaturePlace[];
}

/**
 * Writes every page with new annotations and every added page. If pages were added, the root of the page tree is also
 * written.
 */
export function writePages(sending: Sending, pageOptions: SignaturePageOptions): void {
  const { file, update, appearances, pages, added, annotations } = sending;
  for (const [page, ids] of annotatedPages(sending)) {
    const items = [...ownAnnotations(sending, page), ...ids.map(formatRef)];
    // Sets the tab order of the fields to row by row (12.5.1), unless the page already has a tab order.
    const order = sending.options.certify === false || page.dict.has('Tabs') ? {} : { Tabs: '/R' };
    update.write(idOf(page.ref), withEntries(entriesOf(page.dict), { Annots: `[${items.join(' ')}]`, ...order }));
  }
  if (added.pages.length === 0) return;
  for (const index of added.pages.keys())
    writePage(update, appearances, added, {
      index,
      annotations: annotations.get(pages.length + index + 1) ?? [],
      options: pageOptions,
    });
  const root = file.dict(file.catalog.get('Pages')) ?? new PdfDict();
  const kids = [...file.array(root.get('Kids')).map(serialize), ...added.pages.map((page) => formatRef(page.id))];
  update.write(
    pageOptions.parent,
    withEntries(entriesOf(root), { Kids: `[${kids.join(' ')}]`, Count: String(pages.length + added.pages.length) }),
  );
}

/**
 * Returns the references to the annotations that a page already has. When the file is certified, a direct object in the
 * array becomes a separate object. /Annots "shall contain indirect references" (ISO 32000-2 table 31), and a strict
 * validator stops at anything else.
 */
function ownAnnotations({ file, update, options }: Sending, page: Page): string[] {
  return file.array(page.dict.get('Annots')).map((item) => {
    const isDirect = item instanceof PdfDict && options.certify !== false;
    return isDirect ? formatRef(update.add(entriesOf(item))) : serialize(item);
  });
}

/**
 * Returns the pages that get new annotations or whose existing annotations must become separate objects. A page object
 * that occurs several times in the tree is returned once.
 */
function annotatedPages({ file, pages, annotations, options }: Sending): Map<Page, ObjectId[]> {
  const byObject = new Map<number, [Page, ObjectId[]]>();
  if (options.certify !== false)
    for (const page of pages)
      if (page.dict.has('Annots') && file.array(page.dict.get('Annots')).some((item) => item instanceof PdfDict))
        byObject.set(page.ref.number, [page, []]);
  for (const [number, ids] of annotations) {
    const page = pages[number - 1];
    if (page === undefined) continue;
    const known = byObject.get(page.ref.number);
    if (known === undefined) byObject.set(page.ref.number, [page, [...ids]]);
    else known[1].push(...ids);
  }
  return new Map(byObject.values());
}

/** Writes the form and the catalog. Returns the changed parts of the state. */
export function writeForm(
  sending: Sending,
  state: RevisionState,
  catalogChanges: Record<string, string>,
): Partial<RevisionState> {
  const { file, update, options } = sending;
  if (sending.fields.length === 0 && Object.keys(catalogChanges).length === 0) return { fields: sending.open };
  const existing = file.catalog.get('AcroForm');
  const form = file.dict(existing) ?? new PdfDict();
  const fields = [...file.array(form.get('Fields')).map(serialize), ...sending.fields.map(formatRef)];
  const formId = existing instanceof PdfRef && file.dict(existing) !== null ? idOf(existing) : update.allocate();
  const certified = options.certify !== false;
  const formEntries = withEntries(entriesOf(form), {
    Fields: `[${fields.join(' ')}]`,
    SigFlags: '3',
    ...(certified ? { DR: formResources(sending, form), ...WITHOUT_REDRAWING } : {}),
  });
  update.write(formId, formEntries);
  const catalog = withEntries(state.catalog, {
    ...catalogChanges,
    AcroForm: formatRef(formId),
    ...(certified ? { NeedsRendering: null, ...declareVersion(file) } : {}),
  });
  update.write(state.root, catalog);
  return { catalog, fields: sending.open, host: hostAfter(sending, state, formId, formEntries) };
}

/**
 * /XFA and /NeedAppearances let a reader redraw fields from a template or from their values, instead of showing the
 * signed appearance.
 */
const WITHOUT_REDRAWING = { XFA: null, NeedAppearances: null };

/** Returns the form's default resources, including the font that our text fields refer to in /DA. */
function formResources(sending: Sending, form: PdfDict): string {
  const { file, update } = sending;
  const resources = file.dict(form.get('DR')) ?? new PdfDict();
  const fonts = file.dict(resources.get('Font')) ?? new PdfDict();
  if (fonts.has('Helv')) return serialize(form.get('DR'));
  const font = update.add([
    ['Type', '/Font'],
    ['Subtype', '/Type1'],
    ['BaseFont', '/Helvetica'],
    ['Encoding', '/WinAnsiEncoding'],
  ]);
  const grown: Entries = [...entriesOf(fonts), ['Helv', formatRef(font)]];
  return formatEntries(withEntries(entriesOf(resources), { Font: formatEntries(grown) }));
}

function declareVersion(file: PdfFile): Record<string, string> {
  const version = pdfVersion(file) < '1.7' ? { Version: '/1.7' } : {};
  const extensions = file.dict(file.catalog.get('Extensions'));
  if (extensions?.has('ESIC') === true) return version;
  const others = extensions === null ? [] : entriesOf(extensions);
  return { ...version, Extensions: formatEntries([...others, ['ESIC', ESIC_EXTENSION]]) };
}

/** In a file that is not certified, the time-stamp field is added on completion. */
function hostAfter(
  sending: Sending,
  state: RevisionState,
  form: ObjectId,
  formEntries: Entries,
): RevisionState['host'] {
  if (state.host === null) return null;
  const first = sending.pages[0];
  const ids = [...annotatedPages(sending)].find(([page]) => page.ref.number === first?.ref.number)?.[1] ?? [];
  const annotations = [...sending.file.array(first?.dict.get('Annots') ?? null).map(serialize), ...ids.map(formatRef)];
  return {
    ...state.host,
    pageEntries: withEntries(state.host.pageEntries, { Annots: `[${annotations.join(' ')}]` }),
    form,
    formEntries,
  };
}
