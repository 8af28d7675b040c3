import { PdfError } from '../errors.ts';
import { ObjectCipher } from './encryption.ts';
import { applyFilter, assertWhole } from './filters.ts';
import type { FilterParameters } from './filters.ts';
import { Lexer } from './lexer.ts';
import { Budget, DEFAULT_LIMITS } from './limits.ts';
import type { Limits } from './limits.ts';
import { PdfDict, PdfName, PdfRef, PdfStream } from './objects.ts';
import type { PdfValue } from './objects.ts';
import { readSection } from './xref.ts';
import type { XrefEntry, XrefSection } from './xref.ts';

const MAX_REFERENCE_CHAIN = 16;
/**
 * The maximum number of objects being read at the same time. A stream's /Length may be in another stream, whose /Length
 * is in a third stream, and so on.
 */
const MAX_READING = 32;

/**
 * A PDF file, read lazily: opening it reads the headers of the cross-reference sections, and an object is parsed on
 * demand. Files are not repaired, and reading a damaged part throws `PdfError`. In a section recovered from a damaged
 * file, an unreadable object is null instead.
 */
export class PdfFile {
  readonly bytes: Buffer;
  /** The number of bytes before the header. Cross-reference offsets are relative to the header. */
  readonly base: number;
  /** The offset of `%PDF-`. Zero in a file that conforms to the standard (7.5.2). */
  readonly headerAt: number;
  readonly startxref: number;
  /** The cross-reference sections, newest first. */
  readonly sections: XrefSection[] = [];
  readonly headerVersion: string;
  /** The number of streams with a wrong /Length, among the streams read so far. */
  wrongLengths = 0;
  /** The number of streams, among those read so far, with spaces between the keyword and the line end. */
  looseStreams = 0;
  /** The number of objects followed by unexpected content, among the objects read so far. */
  looseEnds = 0;
  private readonly budget: Budget;
  private readonly isLenient: boolean;
  private readonly cache = new Map<number, PdfValue>();
  private readonly containers = new Map<number, Map<number, PdfValue>>();
  private readonly reading = new Set<number>();
  private cipher: ObjectCipher | null = null;

  /** Opens a file. `bytes` is not copied and must not change. */
  constructor(bytes: Uint8Array, limits: Limits = DEFAULT_LIMITS, recovered: XrefSection | null = null) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.budget = new Budget(limits, bytes.byteLength);
    const header = this.bytes.subarray(0, 1024).indexOf('%PDF-');
    if (header < 0) throw new PdfError('not_a_pdf', 'the file does not start with a PDF header');
    this.headerAt = header;
    this.headerVersion = /^\d\.\d/.exec(this.bytes.toString('latin1', header + 5, header + 8))?.[0] ?? '1.0';
    this.isLenient = recovered !== null;
    if (recovered !== null) {
      this.startxref = this.base = 0;
      this.sections.push(recovered);
      return;
    }
    this.startxref = this.findStartxref();
    this.base = this.isSection(header + this.startxref) || !this.isSection(this.startxref) ? header : 0;
    this.readSections();
    // The cache is cleared, because look-ups may have returned wrong results while sections were missing.
    this.cache.clear();
  }

  /** The trailer dictionary of the newest section. */
  get trailer(): PdfDict {
    return this.sections[0]?.trailer ?? new PdfDict();
  }

  get encrypted(): boolean {
    return this.sections.some((section) => section.trailer.has('Encrypt'));
  }

  get isLocked(): boolean {
    return this.encrypted && this.cipher === null;
  }

  /**
   * After this call, objects are decrypted when they are read. Throws `encrypted` if the password does not open the
   * file.
   */
  unlock(password: string): void {
    this.cipher = null;
    this.cache.clear();
    this.containers.clear();
    const cipher = ObjectCipher.open(this, password);
    if (cipher === null) throw new PdfError('encrypted', 'the file is encrypted');
    this.cache.clear();
    this.cipher = cipher;
  }

  /** The reference to the document catalog. */
  get root(): PdfRef {
    const root = this.trailer.get('Root');
    if (!(root instanceof PdfRef)) throw new PdfError('damaged', 'the trailer does not refer to a catalog');
    return root;
  }

  get catalog(): PdfDict {
    const catalog = this.resolve(this.root);
    if (!(catalog instanceof PdfDict)) throw new PdfError('damaged', 'there is no catalog');
    return catalog;
  }

  /** The lowest object number that no section contains. */
  get nextObject(): number {
    let next = 1;
    for (const section of this.sections) {
      const size = section.trailer.get('Size');
      if (typeof size === 'number' && Number.isInteger(size)) next = Math.max(next, size);
      for (const part of [section, section.hidden]) {
        for (const { first, count } of part?.ranges ?? []) next = Math.max(next, first + count);
      }
    }
    if (next > this.budget.limits.objectNumber) throw new PdfError('too_complex', 'object numbers are too high');
    return next;
  }

  /** Follows references. A dangling reference is null (7.3.10). */
  resolve(value: PdfValue): PdfValue {
    let result = value;
    for (let steps = 0; result instanceof PdfRef; steps++) {
      if (steps > MAX_REFERENCE_CHAIN) throw new PdfError('damaged', 'references are circular');
      result = this.object(result.number);
    }
    return result;
  }

  dict(value: PdfValue): PdfDict | null {
    const resolved = this.resolve(value);
    return resolved instanceof PdfDict ? resolved : null;
  }

  array(value: PdfValue): PdfValue[] {
    const resolved = this.resolve(value);
    return Array.isArray(resolved) ? resolved : [];
  }

  number(value: PdfValue): number | null {
    const resolved = this.resolve(value);
    return typeof resolved === 'number' ? resolved : null;
  }

  name(value: PdfValue): string | null {
    const resolved = this.resolve(value);
    return resolved instanceof PdfName ? resolved.name : null;
  }

  /** Returns the position of an object according to the newest section that contains its number. */
  locate(number: number): XrefEntry | null {
    for (const section of this.sections) {
      const entry = section.find(number);
      if (entry?.kind === 'offset') return entry;
      // In hybrid files, objects that are hidden from old readers are free in the table and in use in the stream
      // (7.5.8.4).
      const hidden = section.hidden?.find(number) ?? null;
      if (hidden !== null) return hidden;
      if (entry !== null) return entry;
    }
    return null;
  }

  /** Returns the value of an indirect object, or null if the object does not exist. */
  object(number: number): PdfValue {
    const cached = this.cache.get(number);
    if (cached !== undefined) return cached;
    // An object whose value depends on itself is null, such as a stream whose /Length is the stream itself.
    if (this.reading.has(number)) return null;
    if (this.reading.size >= MAX_READING)
      throw new PdfError('too_complex', 'objects depend on each other in too many levels');
    this.reading.add(number);
    try {
      const value = this.load(number);
      this.cache.set(number, value);
      return value;
    } finally {
      this.reading.delete(number);
    }
  }

  /** Like `object`, but does not cache the value. Use it for passes over the whole file. */
  peek(number: number): PdfValue {
    return this.cache.get(number) ?? this.load(number);
  }

  private load(number: number): PdfValue {
    if (!this.isLenient) return this.read(number);
    try {
      return this.read(number);
    } catch (error) {
      if (!(error instanceof PdfError) || error.code === 'too_complex') throw error;
      return null;
    }
  }

  private read(number: number): PdfValue {
    const entry = this.locate(number);
    if (entry === null || entry.kind === 'free') return null;
    this.budget.spendObject();
    if (entry.kind === 'compressed') return this.container(entry.container).get(number) ?? null;
    const found = this.readObjectAt(this.base + entry.offset);
    if (found.number !== number)
      throw new PdfError('damaged', `object ${number} is not at the position in the cross-reference`);
    return found.value;
  }

  /** Returns the objects of an object stream (7.5.7), which are parsed on demand. */
  private container(number: number): Map<number, PdfValue> {
    const known = this.containers.get(number);
    if (known !== undefined) return known;
    const stream = this.locate(number)?.kind === 'offset' ? this.object(number) : null;
    if (!(stream instanceof PdfStream)) throw new PdfError('damaged', `object stream ${number} is missing`);
    const data = this.decode(stream);
    const count = this.number(stream.dict.get('N')) ?? 0;
    const first = this.number(stream.dict.get('First')) ?? 0;
    const lexer = new Lexer(data);
    const result = new Map<number, PdfValue>();
    const starts: [number, number][] = [];
    for (let index = 0; index < count; index++) {
      const member = lexer.integer();
      const start = lexer.integer();
      if (member === null || start === null) throw new PdfError('damaged', `object stream ${number} is damaged`);
      starts.push([member, first + start]);
    }
    for (const [member, start] of starts) {
      this.budget.spendObject();
      result.set(member, this.parse(new Lexer(data, start)));
    }
    this.containers.set(number, result);
    return result;
  }

  /** Returns the numbers of the objects in an object stream, in order. Empty if the stream is unreadable. */
  members(number: number): number[] {
    try {
      return [...this.container(number).keys()];
    } catch (error) {
      if (!(error instanceof PdfError) || error.code === 'too_complex') throw error;
      return [];
    }
  }

  /** Reads the indirect object that starts at the given byte of the file. `end` is the first byte after its value. */
  readObjectAt(position: number): { number: number; value: PdfValue; end: number } {
    const lexer = new Lexer(this.bytes, position);
    const number = lexer.integer();
    const generation = lexer.integer();
    if (number === null || generation === null || !lexer.keyword('obj')) {
      throw new PdfError('damaged', `there is no object at byte ${position}`);
    }
    if (lexer.keyword('endobj')) return { number, value: null, end: lexer.position };
    const value = this.parse(lexer);
    if (!(value instanceof PdfDict) || !lexer.keyword('stream')) {
      const end = lexer.position;
      if (!endsWell(lexer)) this.noteLooseEnd(number);
      return { number, value: this.decrypted(value, number, generation), end };
    }
    const raw = this.streamBytes(value, lexer.position);
    const end = raw.byteOffset - this.bytes.byteOffset + raw.length;
    return { number, value: this.decrypted(new PdfStream(value, raw), number, generation), end };
  }

  private decrypted(value: PdfValue, number: number, generation: number): PdfValue {
    return this.cipher === null ? value : this.cipher.decrypt(value, number, generation);
  }

  /**
   * Counts unexpected content between a value and the object's end, such as a misspelled `stream`. Readers disagree on
   * its meaning.
   */
  private noteLooseEnd(number: number): void {
    this.looseEnds++;
    if (this.isLenient) throw new PdfError('damaged', `object ${number} has no end`);
  }

  private parse(lexer: Lexer): PdfValue {
    const start = lexer.position;
    try {
      return lexer.value();
    } finally {
      this.budget.spendParsed(lexer.position - start);
    }
  }

  private streamBytes(dict: PdfDict, afterKeyword: number): Buffer {
    const { bytes } = this;
    let start = this.lineEndAfter(afterKeyword);
    if (bytes[start] === 13) start++;
    if (bytes[start] === 10) start++;
    const length = this.resolve(dict.get('Length'));
    if (typeof length === 'number' && Number.isInteger(length) && length >= 0 && start + length <= bytes.length) {
      const lexer = new Lexer(bytes, start + length);
      if (lexer.keyword('endstream')) return bytes.subarray(start, start + length);
    }
    // Wrong /Length values are so common that every reader searches for the end of the stream itself.
    this.wrongLengths++;
    const found = bytes.indexOf('endstream', start);
    if (found < 0) {
      // Failed searches are charged to the budget. Otherwise, a malicious file could trigger the same search
      // repeatedly.
      this.budget.spendParsed(bytes.length - start);
      throw new PdfError('damaged', 'a stream has no end');
    }
    this.budget.spendParsed(found - start);
    let end = found;
    if (bytes[end - 1] === 10) end--;
    if (bytes[end - 1] === 13) end--;
    return bytes.subarray(start, Math.max(start, end));
  }

  /**
   * Returns the end of the line with the `stream` keyword. The standard (7.3.8.1) requires an immediate line end. Some
   * writers add spaces before the line end, which are not part of the data.
   */
  private lineEndAfter(keyword: number): number {
    const { bytes } = this;
    let at = keyword;
    while (bytes[at] === 32 || bytes[at] === 9) at++;
    if (at === keyword || (bytes[at] !== 13 && bytes[at] !== 10)) return keyword;
    this.looseStreams++;
    return at;
  }

  /**
   * Decodes a stream's filters. Only structural filters are supported, no image codecs. If `isWhole` is true, truncated
   * compressed data is treated as damage. Otherwise, the available data is used.
   */
  decode(stream: PdfStream, { isWhole = false } = {}): Buffer {
    const filter = this.resolve(stream.dict.get('Filter'));
    const filters = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
    const parameter = this.resolve(stream.dict.get('DecodeParms'));
    const parameters = Array.isArray(parameter) ? parameter : [parameter];
    if (filters.length > 8) throw new PdfError('too_complex', 'a stream has too many filters');
    let data = stream.raw;
    for (const [index, item] of filters.entries()) {
      if (isWhole) assertWhole(this.name(item) ?? '', data, this.budget);
      data = applyFilter(this.name(item) ?? '', data, this.filterParameters(parameters[index] ?? null), this.budget);
    }
    return data;
  }

  private filterParameters(value: PdfValue): FilterParameters {
    const result: Record<string, number> = {};
    for (const [key, item] of this.dict(value)?.entries ?? []) {
      const resolved = this.resolve(item);
      if (typeof resolved === 'number') result[key] = resolved;
    }
    return result;
  }

  private findStartxref(): number {
    const { bytes } = this;
    const from = Math.max(0, bytes.length - 4096);
    const found = bytes.subarray(from).lastIndexOf('startxref');
    if (found < 0) throw new PdfError('damaged', 'the file has no end marker');
    const value = new Lexer(bytes, from + found + 9).integer();
    if (value === null) throw new PdfError('damaged', 'startxref contains no offset');
    return value;
  }

  private isSection(position: number): boolean {
    if (position < 0 || position >= this.bytes.length) return false;
    const lexer = new Lexer(this.bytes, position);
    if (lexer.keyword('xref')) return true;
    return lexer.integer() !== null && lexer.integer() !== null && lexer.keyword('obj');
  }

  private readSections(): void {
    const { sections } = this;
    const source = {
      bytes: this.bytes,
      base: this.base,
      budget: this.budget,
      readObjectAt: (position: number) => this.readObjectAt(position),
      decode: (stream: PdfStream) => this.decode(stream),
    };
    const seen = new Set<number>();
    let offset: PdfValue = this.startxref;
    while (typeof offset === 'number' && !seen.has(offset)) {
      if (sections.length >= this.budget.limits.sections)
        throw new PdfError('too_complex', 'the file has too many revisions');
      seen.add(offset);
      const section: XrefSection = readSection(source, offset);
      sections.push(section);
      offset = section.trailer.get('Prev');
    }
  }
}

/**
 * Whether the token after an object's value is allowed: the object's end, which some producers omit, or the next part
 * of a file (7.5).
 */
function endsWell(lexer: Lexer): boolean {
  if (['endobj', 'xref', 'trailer', 'startxref'].some((word) => lexer.keyword(word))) return true;
  lexer.skipWhite();
  if (lexer.position >= lexer.end) return true;
  return lexer.integer() !== null && lexer.integer() !== null && lexer.keyword('obj');
}
