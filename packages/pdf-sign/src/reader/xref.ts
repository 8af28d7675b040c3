import { PdfError } from '../errors.ts';
import type { Budget } from './limits.ts';
import { Lexer } from './lexer.ts';
import { PdfDict, PdfStream } from './objects.ts';
import type { PdfValue } from './objects.ts';

export type XrefEntry =
  | { kind: 'free' }
  | { kind: 'offset'; offset: number; generation: number }
  | { kind: 'compressed'; container: number; index: number };

/** The object numbers from `first` to `first + count - 1`. */
export interface NumberRange {
  first: number;
  count: number;
}

/** A cross-reference section with its trailer (ISO 32000-2 7.5.4, 7.5.8). Entries are decoded on demand. */
export interface XrefSection {
  kind: 'table' | 'stream';
  /** The offset relative to the header, as in `startxref` and /Prev. */
  offset: number;
  /** The first byte after the section and its trailer, relative to the start of the file. */
  end: number;
  /** The object number of a cross-reference stream. */
  ownNumber: number | null;
  trailer: PdfDict;
  ranges: NumberRange[];
  find: (number: number) => XrefEntry | null;
  /** For hybrid files, the cross-reference stream that /XRefStm refers to. */
  hidden: XrefSection | null;
}

/** The parts of the file that the cross-reference reader needs. */
export interface XrefSource {
  bytes: Buffer;
  /** The position in the file that cross-reference offsets are relative to. */
  base: number;
  budget: Budget;
  readObjectAt: (position: number) => { number: number; value: PdfValue; end: number };
  decode: (stream: PdfStream) => Buffer;
}

/** Reads the section at an offset, including its /XRefStm. Throws `damaged`. */
export function readSection(source: XrefSource, offset: number): XrefSection {
  const position = source.base + offset;
  if (!Number.isInteger(offset) || position < 0 || position >= source.bytes.length) {
    throw new PdfError('damaged', `there is no cross-reference section at offset ${offset}`);
  }
  const lexer = new Lexer(source.bytes, position);
  return lexer.keyword('xref') ? readTable(source, lexer, offset) : readStream(source, offset);
}

function readTable(source: XrefSource, lexer: Lexer, offset: number): XrefSection {
  const parts: { range: NumberRange; entry: (index: number) => XrefEntry }[] = [];
  while (!lexer.keyword('trailer')) {
    const first = lexer.integer();
    const count = lexer.integer();
    if (first === null || count === null) return lexer.fail('a cross-reference table is damaged');
    checkRange(source, first, count);
    source.budget.spendEntries(count);
    parts.push({ range: { first, count }, entry: readRows(lexer, count) });
  }
  const trailer = lexer.value();
  if (!(trailer instanceof PdfDict)) return lexer.fail('there is no trailer dictionary');
  const hiddenAt = trailer.get('XRefStm');
  const hidden = typeof hiddenAt === 'number' ? readStream(source, hiddenAt) : null;
  return {
    kind: 'table',
    offset,
    end: lexer.position,
    ownNumber: null,
    trailer,
    ranges: parts.map((part) => part.range),
    hidden,
    find: (number) => {
      const part = parts.find(({ range }) => number >= range.first && number < range.first + range.count);
      return part === undefined ? null : part.entry(number - part.range.first);
    },
  };
}

const ROW = /^\d{10} \d{5} [nf](?: \r| \n|\r\n)$/;

/**
 * Reads the rows of a table. Rows normally have 20 bytes, so the position of each row can be calculated. A table with
 * other row widths is read completely. Afterwards, the lexer is positioned after the last row.
 */
function readRows(lexer: Lexer, count: number): (index: number) => XrefEntry {
  lexer.skipWhite();
  const { buffer } = lexer;
  const start = lexer.position;
  const regular = (index: number) => ROW.test(buffer.toString('latin1', start + 20 * index, start + 20 * index + 20));
  if (count > 0 && regular(0) && regular(count - 1)) {
    lexer.position = start + 20 * count;
    return (index) => {
      const at = start + 20 * index;
      if (!regular(index)) throw new PdfError('damaged', 'a row of a cross-reference table is damaged');
      return row(
        Number(buffer.toString('latin1', at, at + 10)),
        Number(buffer.toString('latin1', at + 11, at + 16)),
        buffer[at + 17] === 0x6e,
      );
    };
  }
  const rows: XrefEntry[] = [];
  for (let index = 0; index < count; index++) {
    const offset = lexer.integer();
    const generation = lexer.integer();
    const inUse = lexer.keyword('n');
    if (offset === null || generation === null || (!inUse && !lexer.keyword('f')))
      return lexer.fail('a row of a cross-reference table is damaged');
    rows.push(row(offset, generation, inUse));
  }
  return (index) => rows[index] ?? { kind: 'free' };
}

function row(offset: number, generation: number, inUse: boolean): XrefEntry {
  // Some producers mark unused objects as in use at offset 0, where no object can start.
  return inUse && offset > 0 ? { kind: 'offset', offset, generation } : { kind: 'free' };
}

function readStream(source: XrefSource, offset: number): XrefSection {
  const { number, value, end } = source.readObjectAt(source.base + offset);
  if (!(value instanceof PdfStream))
    throw new PdfError('damaged', `there is no cross-reference stream at offset ${offset}`);
  const trailer = value.dict;
  const [typeWidth, secondWidth, thirdWidth] = fieldWidths(trailer.get('W'));
  const data = source.decode(value);
  const rowLength = typeWidth + secondWidth + thirdWidth;
  const ranges = streamRanges(source, trailer, Math.floor(data.length / rowLength));
  const read = (start: number, width: number) => {
    let result = 0;
    for (let index = start; index < start + width; index++) result = result * 256 + (data[index] ?? 0);
    return result;
  };
  const entry = (rowIndex: number): XrefEntry | null => {
    const at = rowIndex * rowLength;
    if (at + rowLength > data.length) return null;
    const type = typeWidth === 0 ? 1 : read(at, typeWidth);
    if (type !== 1 && type !== 2) return { kind: 'free' };
    const second = read(at + typeWidth, secondWidth);
    const third = read(at + typeWidth + secondWidth, thirdWidth);
    if (second > Number.MAX_SAFE_INTEGER || third > Number.MAX_SAFE_INTEGER)
      throw new PdfError('damaged', 'a cross-reference stream contains an impossible position');
    if (type === 1) return row(second, third, true);
    return { kind: 'compressed', container: second, index: third };
  };
  return {
    kind: 'stream',
    offset,
    end,
    ownNumber: number,
    trailer,
    ranges,
    hidden: null,
    find: (wanted) => {
      let rows = 0;
      for (const { first, count } of ranges) {
        if (wanted >= first && wanted < first + count) return entry(rows + wanted - first);
        rows += count;
      }
      return null;
    },
  };
}

/** The standard defines no limit (7.5.8.2, table 17). Some writers use eight bytes for every offset. */
const MAX_FIELD_WIDTH = 8;

function fieldWidths(value: PdfValue): [number, number, number] {
  const widths = Array.isArray(value) ? value : [];
  const [type, second, third] = widths;
  const valid = (width: PdfValue | undefined): width is number =>
    typeof width === 'number' && Number.isInteger(width) && width >= 0 && width <= MAX_FIELD_WIDTH;
  if (!valid(type) || !valid(second) || !valid(third) || type + second + third === 0) {
    throw new PdfError('damaged', 'a cross-reference stream has invalid field widths');
  }
  return [type, second, third];
}

/** Returns the ranges of /Index, limited to the existing rows. */
function streamRanges(source: XrefSource, trailer: PdfDict, rows: number): NumberRange[] {
  const index = trailer.get('Index');
  const numbers = Array.isArray(index) ? index : [0, trailer.get('Size')];
  const ranges: NumberRange[] = [];
  let left = rows;
  source.budget.spendEntries(rows);
  for (let position = 0; position + 1 < numbers.length; position += 2) {
    const first = numbers[position];
    const count = numbers[position + 1];
    if (typeof first !== 'number' || typeof count !== 'number')
      throw new PdfError('damaged', 'a cross-reference stream has a damaged /Index');
    checkRange(source, first, count);
    ranges.push({ first, count: Math.min(count, left) });
    left -= Math.min(count, left);
  }
  return ranges;
}

function checkRange(source: XrefSource, first: number, count: number): void {
  if (!Number.isInteger(first) || !Number.isInteger(count) || first < 0 || count < 0)
    throw new PdfError('damaged', 'object numbers are invalid');
  if (first + count > source.budget.limits.objectNumber)
    throw new PdfError('too_complex', 'object numbers are too high');
}
