import type { Entries, ObjectId, RevisionState } from '../state.ts';
import { formatEntries, formatRef } from './serialize.ts';
import type { Revision, UnsignedRevision } from './types.ts';

/** The width of a /ByteRange `[0 n n n]` with room for three ten-digit numbers. */
const BYTE_RANGE_WIDTH = '[0 0000000000 0000000000 0000000000]'.length;

interface WrittenObject {
  id: ObjectId;
  offset: number;
}

/**
 * One incremental update (ISO 32000-2 7.5.6): objects, a cross-reference section and a trailer. The section is of the
 * same kind as the file's newest section, because a reader that supports only tables cannot start with a stream.
 * Earlier bytes are neither read nor changed, because the state contains everything needed.
 */
export class Update {
  private readonly state: RevisionState;
  private readonly chunks: Buffer[] = [];
  private readonly written: WrittenObject[] = [];
  private length = 0;
  private next: number;
  private placeholder: { byteRange: number; contents: number; contentsEnd: number } | null = null;

  constructor(state: RevisionState) {
    this.state = state;
    this.next = state.nextObject;
    if (!state.endsWithNewline) this.append('\n');
  }

  /** The PDF/A rules for objects. Undefined for a file without a PDF/A claim. */
  get archive(): RevisionState['archive'] {
    return this.state.archive;
  }

  allocate(): ObjectId {
    return [this.next++, 0];
  }

  /** Writes an object, given as source text or as the entries of a dictionary. */
  write(id: ObjectId, value: string | Entries): void {
    this.begin(id);
    this.append(typeof value === 'string' ? value : formatEntries(value));
    this.append('\nendobj\n');
  }

  add(value: string | Entries): ObjectId {
    const id = this.allocate();
    this.write(id, value);
    return id;
  }

  /** Writes a new stream and sets /Length. */
  addStream(entries: Entries, data: Uint8Array): ObjectId {
    const id = this.allocate();
    this.writeStream(id, entries, data);
    return id;
  }

  /** Writes a stream under a new ID or the ID of the object that it replaces, and sets /Length. */
  writeStream(id: ObjectId, entries: Entries, data: Uint8Array): void {
    this.begin(id);
    this.append(`${formatEntries([...entries, ['Length', String(data.length)]])}\nstream\n`);
    this.appendBytes(data);
    this.append('\nendstream\nendobj\n');
  }

  /**
   * Writes a signature dictionary with room for a container of `reserve` bytes. The positions of /ByteRange and
   * /Contents are recorded while writing, because a later search for a placeholder could match user text.
   */
  writeSignature(id: ObjectId, entries: Entries, reserve: number): void {
    this.begin(id);
    const [head] = formatEntries(entries).split(/>>$/);
    this.append(`${head}\n/ByteRange `);
    const byteRange = this.length;
    this.append(' '.repeat(BYTE_RANGE_WIDTH));
    this.append('\n/Contents ');
    const contents = this.length;
    this.append(`<${'0'.repeat(2 * reserve)}>`);
    this.placeholder = { byteRange, contents, contentsEnd: this.length };
    this.append('\n>>\nendobj\n');
  }

  /** Closes the update. `changes` contains the parts of the state that the caller's objects changed. */
  finish(fileId: Uint8Array, changes: Partial<RevisionState>): Revision {
    const { state } = this;
    const start = state.length - state.headerOffset;
    const firstId = state.firstId ?? Buffer.from(fileId).toString('hex');
    const startxref = start + this.length;
    const trailer: Entries = [
      ['Root', formatRef(state.root)],
      ['ID', `[<${firstId}><${Buffer.from(fileId).toString('hex')}>]`],
      ['Prev', String(state.startxref)],
    ];
    if (state.info !== null) trailer.push(['Info', formatRef(state.info)]);
    if (state.xrefKind === 'table') this.appendTable(start, trailer);
    else this.appendXrefStream(start, trailer);
    this.append(`startxref\n${startxref}\n%%EOF\n`);
    const tail = Buffer.concat(this.chunks, this.length);
    const length = state.length + tail.length;
    return {
      tail,
      state: { ...state, ...changes, length, startxref, endsWithNewline: true, nextObject: this.next, firstId },
    };
  }

  /** Closes an update with a signature dictionary and fills in its /ByteRange (12.8.1). */
  finishUnsigned(fileId: Uint8Array, changes: Partial<RevisionState>): UnsignedRevision {
    const { tail, state } = this.finish(fileId, changes);
    const { placeholder } = this;
    if (placeholder === null) throw new TypeError('the update contains no signature');
    const start = this.state.length;
    const byteRange: UnsignedRevision['byteRange'] = [
      0,
      start + placeholder.contents,
      start + placeholder.contentsEnd,
      tail.length - placeholder.contentsEnd,
    ];
    const text = `[${byteRange.join(' ')}]`;
    tail.write(text, placeholder.byteRange, 'latin1');
    return {
      tail,
      state,
      byteRange,
      contents: { offset: placeholder.contents, length: placeholder.contentsEnd - placeholder.contents },
    };
  }

  private begin(id: ObjectId): void {
    this.written.push({ id, offset: this.length });
    this.append(`${id[0]} ${id[1]} obj\n`);
  }

  private append(text: string): void {
    this.appendBytes(Buffer.from(text, 'latin1'));
  }

  private appendBytes(bytes: Uint8Array): void {
    this.chunks.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    this.length += bytes.length;
  }

  /** Groups the objects into runs of consecutive numbers. */
  private runs(): WrittenObject[][] {
    const runs: WrittenObject[][] = [];
    for (const object of this.written.toSorted((a, b) => a.id[0] - b.id[0])) {
      const run = runs.at(-1);
      if (run !== undefined && run.at(-1)?.id[0] === object.id[0] - 1) run.push(object);
      else runs.push([object]);
    }
    return runs;
  }

  private appendTable(start: number, trailer: Entries): void {
    const digits = (value: number, width: number) => String(value).padStart(width, '0');
    let table = 'xref\n';
    for (const run of this.runs()) {
      table += `${run[0]?.id[0] ?? 0} ${run.length}\n`;
      for (const { id, offset } of run) table += `${digits(start + offset, 10)} ${digits(id[1], 5)} n\r\n`;
    }
    this.append(`${table}trailer\n${formatEntries([['Size', String(this.next)], ...trailer])}\n`);
  }

  private appendXrefStream(start: number, trailer: Entries): void {
    const id = this.allocate();
    this.written.push({ id, offset: this.length });
    const runs = this.runs();
    const rows = Buffer.alloc(7 * this.written.length);
    for (const [index, object] of runs.flat().entries()) {
      rows.writeUInt8(1, 7 * index);
      rows.writeUInt32BE(start + object.offset, 7 * index + 1);
      rows.writeUInt16BE(object.id[1], 7 * index + 5);
    }
    const entries: Entries = [
      ['Type', '/XRef'],
      ['Size', String(this.next)],
      ['W', '[1 4 2]'],
      ['Index', `[${runs.map((run) => `${run[0]?.id[0] ?? 0} ${run.length}`).join(' ')}]`],
      ...trailer,
      ['Length', String(rows.length)],
    ];
    this.append(`${formatRef(id).replace('R', 'obj')}\n${formatEntries(entries)}\nstream\n`);
    this.appendBytes(rows);
    this.append('\nendstream\nendobj\n');
  }
}
