import { deflateSync } from 'node:zlib';

export interface TestPage {
  mediaBox?: [number, number, number, number];
  cropBox?: [number, number, number, number];
  rotate?: number;
  userUnit?: number;
  text?: string;
  /** Additional page entries as source text. */
  extra?: string;
}

export interface TestPdf {
  xref?: 'table' | 'stream' | 'hybrid';
  pages?: TestPage[];
  /** Bytes before the header. */
  junk?: string;
  /** Entries of the catalog as source text. */
  catalog?: string;
  /** Additional objects, numbered from `firstExtra`. Streams have the form `dict|data`. */
  objects?: string[];
  version?: string;
  id?: boolean;
}

const CATALOG = 1;
const PAGES = 2;
const FONT = 3;

/** Returns the object number of a generated document's page. Pages start at 1. */
export function pageObject(page: number): number {
  return 2 + 2 * page;
}

export function contentObject(page: number): number {
  return 3 + 2 * page;
}

/** Returns the object number of the first additional object in a document with the given number of pages. */
export function firstExtra(pages: number): number {
  return 4 + 2 * pages;
}

/** Creates a small document by hand, so that every byte is known. */
export function makePdf(options: TestPdf = {}): Buffer {
  const pages = options.pages ?? [{}];
  const objects = new Map<number, string>();
  const kids = pages.map((_, index) => `${pageObject(index + 1)} 0 R`).join(' ');
  objects.set(CATALOG, `<</Type/Catalog/Pages ${PAGES} 0 R${options.catalog ?? ''}>>`);
  objects.set(PAGES, `<</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 595 842]>>`);
  objects.set(FONT, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (const [index, page] of pages.entries()) {
    const content = `BT /F 24 Tf 60 700 Td (${page.text ?? `Page ${index + 1}`}) Tj ET`;
    objects.set(pageObject(index + 1), pageSource(page, index + 1));
    objects.set(contentObject(index + 1), stream('', content));
  }
  for (const [index, source] of (options.objects ?? []).entries())
    objects.set(firstExtra(pages.length) + index, source);
  return assemble(objects, options);
}

export function stream(entries: string, data: string): string {
  return `<<${entries}/Length ${Buffer.byteLength(data, 'latin1')}>>\nstream\n${data}\nendstream`;
}

function pageSource(page: TestPage, number: number): string {
  const entries = [
    `/Type/Page/Parent ${PAGES} 0 R/Contents ${contentObject(number)} 0 R/Resources<</Font<</F ${FONT} 0 R>>>>`,
  ];
  if (page.mediaBox !== undefined) entries.push(`/MediaBox[${page.mediaBox.join(' ')}]`);
  if (page.cropBox !== undefined) entries.push(`/CropBox[${page.cropBox.join(' ')}]`);
  if (page.rotate !== undefined) entries.push(`/Rotate ${page.rotate}`);
  if (page.userUnit !== undefined) entries.push(`/UserUnit ${page.userUnit}`);
  return `<<${entries.join('')}${page.extra ?? ''}>>`;
}

function assemble(objects: Map<number, string>, options: TestPdf): Buffer {
  const kind = options.xref ?? 'table';
  // In a hybrid file, the font is hidden from readers that support only tables.
  const hidden = kind === 'hybrid' ? [FONT] : [];
  const header = `${options.junk ?? ''}%PDF-${options.version ?? '1.7'}\n%\xe2\xe3\xcf\xd3\n`;
  const base = (options.junk ?? '').length;
  const offsets = new Map<number, number>();
  let body = header;
  for (const [number, source] of objects) {
    offsets.set(number, body.length - base);
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  const size = Math.max(...objects.keys()) + 1;
  const id = options.id === false ? '' : '/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';
  const trailer = `/Root ${CATALOG} 0 R${id}`;
  const at = body.length - base;
  if (kind === 'stream')
    return Buffer.from(
      `${body}${xrefStream(size, [...offsets], at, size, trailer)}startxref\n${at}\n%%EOF\n`,
      'latin1',
    );
  if (kind === 'table')
    return Buffer.from(
      `${body}${table(size, offsets, [])}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${at}\n%%EOF\n`,
      'latin1',
    );
  const streamPart = xrefStream(
    size,
    hidden.map((number) => [number, offsets.get(number) ?? 0]),
    at,
    size + 1,
    '',
  );
  const tableAt = at + streamPart.length;
  return Buffer.from(
    `${body}${streamPart}${table(size, offsets, hidden)}trailer\n<</Size ${size}${trailer}/XRefStm ${at}>>\nstartxref\n${tableAt}\n%%EOF\n`,
    'latin1',
  );
}

function table(size: number, offsets: Map<number, number>, hidden: number[]): string {
  let rows = `xref\n0 ${size}\n0000000000 65535 f\r\n`;
  for (let number = 1; number < size; number++) {
    const offset = hidden.includes(number) ? undefined : offsets.get(number);
    rows += offset === undefined ? '0000000000 00000 f\r\n' : `${String(offset).padStart(10, '0')} 00000 n\r\n`;
  }
  return rows;
}

function xrefStream(number: number, offsets: [number, number][], at: number, size: number, trailer: string): string {
  const entries: [number, number][] = [...offsets, [number, at]];
  const rows = Buffer.alloc(entries.length * 7);
  for (const [index, [, offset]] of entries.entries()) {
    rows.writeUInt8(1, index * 7);
    rows.writeUInt32BE(offset, index * 7 + 1);
  }
  const data = deflateSync(rows).toString('latin1');
  const ranges = entries.map(([entry]) => `${entry} 1`).join(' ');
  return `${number} 0 obj\n${stream(`/Type/XRef/Size ${size}/W[1 4 2]/Index[${ranges}]/Filter/FlateDecode${trailer}`, data)}\nendobj\n`;
}

/** Appends a correct update with a cross-reference table. The objects are given as source text by number. */
export function appendUpdate(
  file: Buffer,
  objects: Record<number, string>,
  options: { root?: number; prev?: number; entries?: Record<number, number>; size?: number } = {},
): Buffer {
  const tail = file.toString('latin1', Math.max(0, file.length - 200));
  const previous = options.prev ?? Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  const base = file.subarray(0, 1024).indexOf('%PDF-');
  let body = '';
  const offsets = new Map<number, number>(
    Object.entries(options.entries ?? {}).map(([number, offset]) => [Number(number), offset]),
  );
  for (const [number, source] of Object.entries(objects)) {
    offsets.set(Number(number), file.length - base + body.length);
    body += `${number} 0 obj\n${source}\nendobj\n`;
  }
  const at = file.length - base + body.length;
  body += 'xref\n';
  for (const [number, offset] of [...offsets].toSorted((a, b) => a[0] - b[0]))
    body += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n\r\n`;
  body += `trailer\n<</Size ${options.size ?? Math.max(1000, ...offsets.keys()) + 1}/Root ${options.root ?? CATALOG} 0 R/Prev ${previous}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([file, Buffer.from(body, 'latin1')]);
}
