import { firstExtra, makePdf, pageObject } from './pdf.ts';
import type { TestPdf } from './pdf.ts';

// Creates files like those signed by other programs, without certification and with the objects that each program
// rewrites in an update.

/** A one-page file, and the data needed for the next update. */
export interface Foreign {
  readonly file: Buffer;
  readonly objects: ReadonlyMap<number, string>;
  /** The references in the form's /Fields. */
  readonly fields: readonly string[];
  readonly next: number;
}

export const FORM = firstExtra(1);
export const INFO = FORM + 1;
export const XMP = FORM + 2;
export const TEXT_FIELD = FORM + 3;
const PAGE = pageObject(1);
const ROOM = 64;

export interface ForeignUpload extends Pick<TestPdf, 'xref'> {
  readonly form?: string;
  /** The entries of a text field. If undefined, the file has no text field. */
  readonly text?: string;
  /** The kind of the field if it is not a text field. */
  readonly type?: 'Tx' | 'Ch';
  readonly page?: string;
  readonly objects?: readonly string[];
}

const xmp = (data: string): string =>
  `<</Type/Metadata/Subtype/XML/Length ${data.length}>>\nstream\n${data}\nendstream`;

export function foreign({
  xref = 'table',
  form = '',
  text,
  type = 'Tx',
  page = '',
  objects = [],
}: ForeignUpload = {}): Foreign {
  const fields = text === undefined ? [] : [`${TEXT_FIELD} 0 R`];
  const sources = [
    `<</Fields[${fields.join(' ')}]/SigFlags 3${form}>>`,
    '<</Producer(Office)/CreationDate(D:20260101)>>',
    xmp('<x/>'),
    text === undefined ? 'null' : `<</Type/Annot/Subtype/Widget/FT/${type}/T(Name)/Rect[60 500 160 520]/F 4${text}>>`,
    ...objects,
  ];
  const annotations = text === undefined ? '' : `/Annots[${TEXT_FIELD} 0 R]`;
  const made = makePdf({
    xref,
    catalog: `/AcroForm ${FORM} 0 R/Metadata ${XMP} 0 R`,
    pages: [{ extra: `${annotations}${page}` }],
    objects: sources,
  });
  // The trailer, or the cross-reference stream that replaces it, contains the reference to the information dictionary.
  const file = appendInfo(made, xref);
  const known = new Map<number, string>([
    [FORM, sources[0] ?? ''],
    [PAGE, sourceIn(file, PAGE)],
  ]);
  return { file, objects: known, fields, next: FORM + sources.length + 1 };
}

function appendInfo(file: Buffer, xref: string): Buffer {
  if (xref === 'hybrid') return file;
  const source = file.toString('latin1');
  const at = source.lastIndexOf('/Root 1 0 R');
  const named = `${source.slice(0, at)}/Info ${INFO} 0 R${source.slice(at)}`;
  return Buffer.from(named, 'latin1');
}

function sourceIn(file: Buffer, number: number): string {
  const text = file.toString('latin1');
  const head = `\n${number} 0 obj\n`;
  const at = text.lastIndexOf(head) + head.length;
  return text.slice(at, text.indexOf('\nendobj', at));
}

export interface ForeignUpdate {
  /** The name of a signature field that the update adds and signs. If undefined, the update signs nothing. */
  readonly field?: string;
  readonly entries?: string;
  /** The /SubFilter, such as `ETSI.RFC3161` for a document time-stamp. */
  readonly subFilter?: string;
  readonly form?: (source: string) => string;
  readonly page?: (source: string) => string;
  readonly objects?: Readonly<Record<number, string>>;
  /** Bytes before the first object, which are not part of any object in the cross-reference. */
  readonly before?: string;
  readonly after?: string;
  /** The distance in bytes between an object and its offset in the cross-reference. */
  readonly early?: number;
  /** The field widths of a cross-reference stream, which is written instead of a table. */
  readonly widths?: readonly [number, number, number];
  /** The object to which the cross-reference stream assigns an impossible offset. */
  readonly lost?: number;
  /** The object number in /Info. */
  readonly info?: number;
}

/**
 * Appends one update. /Contents is only a placeholder, because the tests check only the structure around the container.
 */
export function updated(before: Foreign, options: ForeignUpdate = {}): Foreign {
  const { field, entries = '', subFilter = 'adbe.pkcs7.detached' } = options;
  const [signature, widget] = [before.next, before.next + 1];
  const fields = field === undefined ? before.fields : [...before.fields, `${widget} 0 R`];
  const written = new Map<number, string>();
  const rewrite = (number: number, edit: (source: string) => string) => {
    const old = before.objects.get(number) ?? '';
    const now = edit(old);
    if (now !== old) written.set(number, now);
  };
  rewrite(FORM, (source) =>
    (options.form ?? same)(source.replace(/\/Fields ?\[[^\]]*\]/, `/Fields[${fields.join(' ')}]`)),
  );
  rewrite(PAGE, (source) => (options.page ?? same)(field === undefined ? source : annotated(source, `${widget} 0 R`)));
  if (field !== undefined) {
    const type = subFilter === 'ETSI.RFC3161' ? 'DocTimeStamp' : 'Sig';
    written.set(
      signature,
      `<</Type/${type}/Filter/Adobe.PPKLite/SubFilter/${subFilter}/ByteRange [${' '.repeat(ROOM)}]/Contents <3003020100${'00'.repeat(40)}>>>`,
    );
    written.set(
      widget,
      `<</Type/Annot/Subtype/Widget/FT/Sig/T(${field})/F 132/Rect[0 0 0 0]/P ${PAGE} 0 R/V ${signature} 0 R${entries}>>`,
    );
  }
  for (const [number, source] of Object.entries(options.objects ?? {})) written.set(Number(number), source);
  const file =
    field === undefined
      ? append(before.file, written, options)
      : closed(before.file, append(before.file, written, options));
  const objects = new Map([...before.objects, ...[...written].filter(([number]) => before.objects.has(number))]);
  return { file, objects, fields, next: Math.max(before.next + 3, ...[...written.keys()].map((number) => number + 1)) };
}

const same = (source: string): string => source;

function annotated(page: string, reference: string): string {
  return page.includes('/Annots[')
    ? page.replace('/Annots[', `/Annots[${reference} `)
    : page.replace(/>>$/, `/Annots[${reference}]>>`);
}

function append(file: Buffer, objects: ReadonlyMap<number, string>, options: ForeignUpdate): Buffer {
  const { before = '', after = '', early = 0, widths, info = INFO } = options;
  let body = `\n${before}`;
  const offsets = new Map<number, number>();
  for (const [number, source] of objects) {
    offsets.set(number, file.length + body.length - early);
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  body += after;
  const at = file.length + body.length;
  const prev = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1', Math.max(0, file.length - 200)))?.[1],
  );
  const trailer = `/Size 2000/Root 1 0 R/Info ${info} 0 R/Prev ${prev}`;
  if (widths === undefined) {
    const rows = [...offsets].map(([number, offset]) => `${number} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`);
    body += `xref\n${rows.length === 0 ? '0 0\n' : rows.join('')}trailer\n<<${trailer}>>\n`;
  } else {
    const own = 1999;
    const rows = [...offsets, [own, at] as const].map(([number, offset]) =>
      [1, number === options.lost ? 2 ** 63 : offset, 0].map((value, index) => hex(value, widths[index] ?? 0)).join(''),
    );
    const data = Buffer.from(rows.join(''), 'hex').toString('latin1');
    const ranges = [...offsets.keys(), own].map((number) => `${number} 1`).join(' ');
    body += `${own} 0 obj\n<</Type/XRef/W[${widths.join(' ')}]/Index[${ranges}]${trailer}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
  }
  return Buffer.concat([file, Buffer.from(`${body}startxref\n${at}\n%%EOF\n`, 'latin1')]);
}

const hex = (value: number, width: number): string =>
  width === 0
    ? ''
    : BigInt(value)
        .toString(16)
        .padStart(2 * width, '0');

function closed(before: Buffer, file: Buffer): Buffer {
  const text = file.toString('latin1');
  const open = text.indexOf('/Contents <', before.length) + '/Contents '.length;
  const end = text.indexOf('>', open) + 1;
  const range = `0 ${open} ${end} ${file.length - end}`;
  const at = text.indexOf('/ByteRange [', before.length) + '/ByteRange ['.length;
  const copy = Buffer.from(file);
  copy.write(range.padEnd(ROOM), at, 'latin1');
  return copy;
}
