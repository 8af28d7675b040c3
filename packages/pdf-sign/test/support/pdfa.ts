import { PdfFile } from '../../src/reader/file.ts';
import { PdfDict, PdfRef, PdfStream } from '../../src/reader/objects.ts';
import type { PdfValue } from '../../src/reader/objects.ts';
import { referencesOf } from '../../src/reader/references.ts';
import { firstExtra, makePdf, stream } from './pdf.ts';

/** The number of components in the output intent's color profile, or 0 if there is no output intent. */
export type Intent = 0 | 1 | 3 | 4;

/** Creates a page that conforms to PDF/A with the given claim: a gray box without text. */
export function makeArchivePdf(part: number, level: string, intent: Intent = 3): Buffer {
  const first = firstExtra(1);
  const xmp =
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
    `<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>${part}</pdfaid:part>` +
    `<pdfaid:conformance>${level}</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  const intents =
    intent === 0
      ? ''
      : `/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(Test)/DestOutputProfile ${first + 1} 0 R>>]`;
  return makePdf({
    version: part === 1 ? '1.4' : '1.7',
    pages: [{ text: '' }],
    catalog: `/Metadata ${first} 0 R${intents}`,
    objects: [stream('/Type/Metadata/Subtype/XML', xmp), stream(`/N ${intent === 0 ? 3 : intent}`, 'profile')],
  });
}

const PAINTS_RGB = /(?:^|\s)(?:rg|RG)(?=\s|$)/;
const PAINTS_GRAY = /(?:^|\s)[gG](?=\s|$)/;
const HIDDEN = 1 | 2 | 32;
const PRINT = 4;

/**
 * Returns the violations of ISO 19005-1 (part 1) or -2 in a file, by clause. Checks fonts, colors, transparency,
 * annotations, the form and the structure in all reachable objects.
 */
export function archiveFaults(bytes: Buffer, part: 1 | 2): string[] {
  const file = new PdfFile(bytes);
  const faults = new Set<string>();
  const intent = intentOf(file);
  for (const value of reachable(file)) {
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!(dict instanceof PdfDict)) continue;
    judgeFont(file, dict, part, faults);
    judgeAnnotation(file, dict, part, faults);
    if (file.name(dict.get('Subtype')) === 'Image') judgeImage(file, dict, faults);
    if (value instanceof PdfStream && file.name(dict.get('Subtype')) === 'Form')
      judgeContent(file, file.decode(value).toString('latin1'), { resources: dict.get('Resources'), intent }, faults);
    if (file.name(dict.get('Type')) === 'Page') {
      const content = file.resolve(dict.get('Contents'));
      if (content instanceof PdfStream)
        judgeContent(
          file,
          file.decode(content).toString('latin1'),
          { resources: dict.get('Resources'), intent },
          faults,
        );
    }
  }
  if (part === 1 && file.sections.some(({ kind }) => kind === 'stream')) faults.add('6.1.4: cross-reference stream');
  if (file.array(file.trailer.get('ID')).length !== 2) faults.add('6.1.3: no file identifier');
  const form = file.dict(file.catalog.get('AcroForm'));
  if (form?.has('NeedAppearances') === true || form?.has('XFA') === true)
    faults.add('6.9/6.4.1: fields are drawn again');
  return [...faults];
}

function intentOf(file: PdfFile): number | null {
  for (const item of file.array(file.catalog.get('OutputIntents'))) {
    const profile = file.resolve(file.dict(item)?.get('DestOutputProfile') ?? null);
    if (profile instanceof PdfStream) return file.number(profile.dict.get('N'));
  }
  return null;
}

function* reachable(file: PdfFile): Generator<PdfValue> {
  const pending = referencesOf(file.trailer);
  const seen = new Set(pending);
  for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
    const value = file.resolve(new PdfRef(number));
    yield value;
    for (const target of referencesOf(value)) if (!seen.has(target) && seen.add(target)) pending.push(target);
  }
}

function judgeContent(
  file: PdfFile,
  content: string,
  { resources, intent }: { resources: PdfValue; intent: number | null },
  faults: Set<string>,
): void {
  const spaces = file.dict(file.dict(resources)?.get('ColorSpace') ?? null);
  if (PAINTS_RGB.test(content) && intent !== 3 && spaces?.has('DefaultRGB') !== true)
    faults.add('6.2.3.3/6.2.4.3: DeviceRGB without a meaning');
  if (PAINTS_GRAY.test(content) && intent === null && spaces?.has('DefaultGray') !== true)
    faults.add('6.2.3.3/6.2.4.3: DeviceGray without a meaning');
  for (const image of file.dict(file.dict(resources)?.get('XObject') ?? null)?.entries.values() ?? []) {
    const found = file.resolve(image);
    if (!(found instanceof PdfStream) || file.name(found.dict.get('ColorSpace')) !== 'DeviceRGB') continue;
    if (intent !== 3 && spaces?.has('DefaultRGB') !== true) faults.add('6.2.3.3/6.2.4.3: an image without a meaning');
  }
}

function judgeFont(file: PdfFile, dict: PdfDict, part: 1 | 2, faults: Set<string>): void {
  if (file.name(dict.get('Type')) !== 'Font') return;
  const subtype = file.name(dict.get('Subtype')) ?? '';
  const descriptor = file.dict(dict.get('FontDescriptor'));
  // Helvetica need not be embedded. Only /DA refers to it, and readers are not asked to redraw the fields.
  if (subtype === 'Type1' && file.name(dict.get('BaseFont')) === 'Helvetica') return;
  if (subtype.startsWith('CIDFontType')) {
    if (part === 1 && descriptor?.has('CIDSet') !== true) faults.add('6.3.5: a subset without CIDSet');
    if (subtype === 'CIDFontType2' && !dict.has('CIDToGIDMap')) faults.add('6.3.3.2/6.2.11.3.2: no CIDToGIDMap');
  }
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key) === true);
  if (subtype !== 'Type0' && !isEmbedded) faults.add('6.3.4/6.2.11.4: a font is not embedded');
}

function judgeImage(file: PdfFile, dict: PdfDict, faults: Set<string>): void {
  if (dict.has('SMask') && file.name(dict.get('SMask')) !== 'None') faults.add('6.4/6.2.10: transparency');
  if (file.resolve(dict.get('Interpolate')) === true) faults.add('6.2.4/6.2.8: interpolation');
}

function judgeAnnotation(file: PdfFile, dict: PdfDict, part: 1 | 2, faults: Set<string>): void {
  const subtype = file.name(dict.get('Subtype'));
  if (subtype !== 'Widget' && subtype !== 'Stamp') return;
  const flags = file.number(dict.get('F')) ?? 0;
  if ((flags & PRINT) === 0 || (flags & HIDDEN) !== 0) faults.add('6.5.3/6.3.2: an annotation is not printed');
  if (dict.has('A') || dict.has('AA')) faults.add('6.6.2/6.4.1: a field with an action');
  const looks = file.dict(dict.get('AP'));
  const box = file.array(dict.get('Rect')).map((side) => file.number(side) ?? 0);
  const hasExtent = box[0] !== box[2] || box[1] !== box[3];
  if (looks === null) {
    if (part === 1 || hasExtent) faults.add('6.9/6.3.3: a field without appearance');
    return;
  }
  if ([...looks.entries.keys()].some((key) => key !== 'N')) faults.add('6.5.3/6.3.3: another appearance than /N');
  const normal = file.resolve(looks.get('N'));
  const isButton = file.name(dict.get('FT')) === 'Btn';
  if (isButton !== normal instanceof PdfDict)
    faults.add('6.5.3/6.3.3: the appearance of a button is not a set of states');
  if (normal instanceof PdfDict && !dict.has('AS')) faults.add('6.5.3/6.3.3: no state is chosen');
}
