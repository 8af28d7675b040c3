import { createHash } from 'node:crypto';
import { PdfError } from '../errors.ts';
import type { PdfFile } from '../reader/file.ts';
import { PdfDict, PdfRef, PdfStream, PdfString } from '../reader/objects.ts';
import type { PdfValue } from '../reader/objects.ts';
import { formatName, serialize } from '../writer/serialize.ts';

export interface CleanOptions {
  /** Objects that replace objects of the file or are added to it. */
  changed?: ReadonlyMap<number, PdfValue>;
  /** Transforms each dictionary, including the dictionaries of streams. References must remain references. */
  edit: (dict: PdfDict, isStream: boolean) => PdfDict;
  trailer: PdfDict;
  root: PdfRef;
}

/** `%PDF-1.7` and a comment that marks the file as binary (ISO 32000-2 7.5.2). */
const BINARY_MARK = Buffer.from('\n%\xe2\xe3\xcf\xd3\n', 'latin1');
const MAX_OBJECTS = 1_000_000;
const ID_BYTES = 16;

/**
 * Writes everything reachable from the catalog as a new file. The file has one body, one cross-reference table and no
 * history, and its objects are numbered in order of discovery. Streams are copied unchanged. The same input always
 * produces the same bytes, because the second part of the ID (14.4) is derived from the content.
 */
export function writeClean(file: PdfFile, { changed, edit, trailer, root }: CleanOptions): Buffer {
  const writer = new CleanWriter(file, changed ?? new Map(), edit);
  return writer.write(trailer, root);
}

class CleanWriter {
  private readonly file: PdfFile;
  private readonly changed: ReadonlyMap<number, PdfValue>;
  private readonly edit: (dict: PdfDict, isStream: boolean) => PdfDict;
  private readonly chunks: Buffer[] = [];
  private readonly numbers = new Map<number, number>();
  /** The old object numbers in their new order. */
  private readonly order: number[] = [];
  private length = 0;

  constructor(file: PdfFile, changed: ReadonlyMap<number, PdfValue>, edit: CleanOptions['edit']) {
    this.file = file;
    this.changed = changed;
    this.edit = edit;
  }

  write(trailer: PdfDict, root: PdfRef): Buffer {
    this.append(Buffer.from(`%PDF-${this.file.headerVersion}`, 'latin1'));
    this.append(BINARY_MARK);
    const rootSource = this.source(root);
    const infoSource = this.file.dict(trailer.get('Info')) === null ? '' : `/Info ${this.source(trailer.get('Info'))}`;
    const offsets: number[] = [];
    // The list grows during the iteration, because each object adds the objects it refers to.
    for (const number of this.order) {
      offsets.push(this.length);
      this.writeObject(offsets.length, this.changed.get(number) ?? this.file.peek(number));
    }
    const start = this.length;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`).join('');
    const size = offsets.length + 1;
    this.append(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f\r\n${rows}trailer\n`, 'latin1'));
    const id = this.id(trailer);
    this.append(
      Buffer.from(
        `<</Size ${size}/Root ${rootSource}${infoSource}/ID[${id}]>>\nstartxref\n${start}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(this.chunks, this.length);
  }

  private writeObject(number: number, value: PdfValue): void {
    if (!(value instanceof PdfStream)) {
      this.append(Buffer.from(`${number} 0 obj\n${this.source(value)}\nendobj\n`, 'latin1'));
      return;
    }
    const entries = new Map(this.edit(value.dict, true).entries);
    const { raw } = value;
    entries.set('Length', raw.length);
    const head = this.entriesSource(entries);
    this.append(Buffer.from(`${number} 0 obj\n${head}\nstream\n`, 'latin1'));
    this.append(raw);
    this.append(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  /** Returns the source text of a value with renumbered references. A dangling reference becomes null (7.3.10). */
  private source(value: PdfValue): string {
    if (value instanceof PdfRef) return this.reference(value);
    if (Array.isArray(value)) return `[${value.map((item) => this.source(item)).join(' ')}]`;
    if (value instanceof PdfDict) return this.entriesSource(this.edit(value, false).entries);
    if (value instanceof PdfStream) throw new PdfError('damaged', 'a stream is inside another object');
    return serialize(value);
  }

  private entriesSource(entries: ReadonlyMap<string, PdfValue>): string {
    const parts: string[] = [];
    for (const [key, value] of entries) parts.push(`${formatName(key)} ${this.source(value)}`);
    return `<<${parts.join('\n')}>>`;
  }

  private reference({ number }: PdfRef): string {
    const known = this.numbers.get(number);
    if (known !== undefined) return `${known} 0 R`;
    const isThere = this.changed.has(number) || (this.file.locate(number)?.kind ?? 'free') !== 'free';
    if (!isThere) return 'null';
    if (this.order.length >= MAX_OBJECTS) throw new PdfError('too_complex', 'the file has too many objects');
    this.order.push(number);
    this.numbers.set(number, this.order.length);
    return `${this.order.length} 0 R`;
  }

  /** The first part of the ID is permanent. The second part changes with the content. */
  private id(trailer: PdfDict): string {
    const hash = createHash('sha256');
    for (const chunk of this.chunks) hash.update(chunk);
    const second = hash.digest('hex').slice(0, 2 * ID_BYTES);
    const first = this.file.resolve(this.file.array(trailer.get('ID'))[0] ?? null);
    const isUsable = first instanceof PdfString && first.bytes.length > 0 && first.bytes.length <= 1024;
    return `<${isUsable ? first.bytes.toString('hex') : second}><${second}>`;
  }

  private append(bytes: Buffer): void {
    this.chunks.push(bytes);
    this.length += bytes.length;
  }
}
