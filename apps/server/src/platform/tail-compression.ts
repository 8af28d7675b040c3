/**
 * Bytes that the database keeps deflated: half of what a signature appends to a document are hexadecimal digits and room that was
 * left over, and what is left repeats outlines of letters and the certificates of earlier revisions. So digits are kept as the bytes they
 * stand for, and all is deflated against the outlines, and a tail against another one (docs/adr/0077).
 *
 * The first byte tells what is kept, so what was written earlier is read as it is: 1 is followed by the zlib format (RFC 1950) of bytes whose
 * digits are packed, "x" begins that format with the bytes themselves in it, and no PDF and nothing that is appended to one begins with either.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { GLYPHS } from './glyph-dictionary.ts';

const ZLIB = 0x78;
const PACKED = 0x01;
/** Further levels save two hundredths more, at half as much time again. */
const LEVEL = 1;
/** How far the format looks back. */
const WINDOW = 2 ** 15;
/** Digits in a row that are worth an entry in the table. */
const SHORTEST = 64;
/** Bytes of a number in the table. */
const NUMBER = 4;

/**
 * Deflated, unless that makes it no smaller.
 * @param against bytes that have much in common with these; they are needed to unpack
 */
export function pack(bytes: Buffer, against?: Buffer): Buffer {
  const packed = deflateSync(packDigits(bytes), {
    level: LEVEL,
    dictionary: dictionaryOf(against),
  });
  const isTold = bytes[0] === ZLIB || bytes[0] === PACKED;
  return packed.length + 1 < bytes.length || isTold ? Buffer.concat([Buffer.of(PACKED), packed]) : bytes;
}

/**
 * The very bytes that were packed.
 * @param most how many they can be
 * @param against what they may have been packed against: the checksum in the zlib format tells whether they were
 * @returns undefined where what is kept was damaged, which its checksum tells; or what it was packed against, by the checksum of that
 */
export function unpack(kept: Buffer, most: number, against?: Buffer): Buffer | undefined {
  if (kept[0] === ZLIB) return inflate(kept, most);
  if (kept[0] !== PACKED) return kept;
  for (const dictionary of against ? [dictionaryOf(against), GLYPHS] : [GLYPHS]) {
    // An entry of the table takes less than its digits do.
    const packed = inflate(kept.subarray(1), most + NUMBER, dictionary);
    if (packed) return unpackDigits(packed, most);
  }
  return undefined;
}

function inflate(deflated: Buffer, most: number, dictionary?: Buffer): Buffer | undefined {
  try {
    return inflateSync(deflated, { maxOutputLength: Math.max(1, most), ...(dictionary && { dictionary }) });
  } catch {
    return undefined;
  }
}

/** Of bytes that several others were packed against; they are not changed. */
const dictionaries = new WeakMap<Buffer, Buffer>();

function dictionaryOf(against?: Buffer): Buffer {
  if (!against) return GLYPHS;
  const known = dictionaries.get(against);
  if (known) return known;
  const made = Buffer.from(Buffer.concat([GLYPHS, packDigits(against)]).subarray(-WINDOW));
  dictionaries.set(against, made);
  return made;
}

/**
 * Stretches of digits as the bytes they stand for. In front: how many there are, then for each how many bytes are before it, behind the one
 * before, and how many it has.
 */
function packDigits(bytes: Buffer): Buffer {
  const table: number[] = [];
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end } of stretchesOf(bytes)) {
    const packed = Buffer.from(bytes.toString('latin1', start, end), 'hex');
    table.push(start - at, packed.length);
    parts.push(bytes.subarray(at, start), packed);
    at = start + packed.length * 2;
  }
  const head = Buffer.alloc(NUMBER * (1 + table.length));
  for (const [place, number] of [table.length / 2, ...table].entries()) head.writeUInt32LE(number, place * NUMBER);
  return Buffer.concat([head, ...parts, bytes.subarray(at)]);
}

/** Each stretch of at least so many digits, at its longest: one of `SHORTEST` bytes in a row is looked at, and its neighbors where it is a digit. */
function stretchesOf(bytes: Buffer): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = SHORTEST - 1; at < bytes.length; at += SHORTEST) {
    if (!isDigit(bytes[at])) continue;
    let [start, end] = [at, at + 1];
    while (isDigit(bytes[start - 1])) start -= 1;
    while (isDigit(bytes[end])) end += 1;
    if (end - start >= SHORTEST) found.push({ start, end });
    // The next stretch begins behind the byte that ended this one.
    at = end;
  }
  return found;
}

/** 0 to 9, a to f. */
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 102));

function unpackDigits(packed: Buffer, most: number): Buffer | undefined {
  const stretches = packed.readUInt32LE(0);
  const parts: Buffer[] = [];
  let at = NUMBER * (1 + 2 * stretches);
  for (let place = NUMBER; place < NUMBER * (1 + 2 * stretches); place += 2 * NUMBER) {
    const start = at + packed.readUInt32LE(place);
    const end = start + packed.readUInt32LE(place + NUMBER);
    parts.push(packed.subarray(at, start), Buffer.from(packed.toString('hex', start, end), 'latin1'));
    at = end;
  }
  const bytes = Buffer.concat([...parts, packed.subarray(at)]);
  return bytes.length > most ? undefined : bytes;
}
