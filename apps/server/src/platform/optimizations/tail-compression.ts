/**
 * Bytes that the database stores deflated. Half of the bytes that a signature appends to a document are hexadecimal
 * digits and unused space, and the rest repeats outlines of letters and the certificates of earlier revisions. Digits
 * are therefore stored as bytes, and everything is deflated against the outlines, or the bytes of one revision against
 * those of another (docs/adr/0077).
 *
 * The first byte identifies the format, so older data stays readable: 1 is followed by the zlib format (RFC 1950) of
 * bytes with packed digits, and "x" begins the zlib format of the bytes themselves. No PDF and no appended revision
 * begins with either.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { GLYPHS } from './glyph-dictionary.ts';

const ZLIB = 0x78;
const PACKED = 0x01;
/** The compression level. Higher levels save another two percent but take 50% longer. */
const LEVEL = 1;
const WINDOW = 2 ** 15;
/** The shortest run of digits that is worth an entry in the table. */
const SHORTEST = 64;
/** The number of bytes per number in the table. */
const NUMBER = 4;

/**
 * Returns the data deflated, unless that does not make it smaller.
 * @param against bytes that have much in common with the data. The same bytes are needed to unpack it
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
 * Returns the exact bytes that were packed.
 * @param most the maximum length of the result
 * @param against the dictionary that may have been used for packing. The checksum in the zlib format shows whether it
 * was used
 * @returns undefined if the stored data or the dictionary was damaged, according to their checksums
 */
export function unpack(kept: Buffer, most: number, against?: Buffer): Buffer | undefined {
  if (kept[0] === ZLIB) return inflate(kept, most);
  if (kept[0] !== PACKED) return kept;
  for (const dictionary of against ? [dictionaryOf(against), GLYPHS] : [GLYPHS]) {
    // The packed bytes are at most `NUMBER` bytes longer than the original, because each table entry is smaller than
    // the digits that it replaces.
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

/**
 * Caches a dictionary for each byte string against which several others are packed. These byte strings do not change.
 */
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
 * Packs runs of digits as bytes. A table precedes the data: the number of runs, then for each the number of bytes since
 * the previous run, and its length.
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

/**
 * Finds each complete run of at least `SHORTEST` digits. Reads every `SHORTEST`th byte, and checks the neighbors of
 * each digit it finds.
 */
function stretchesOf(bytes: Buffer): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = SHORTEST - 1; at < bytes.length; at += SHORTEST) {
    if (!isDigit(bytes[at])) continue;
    let [start, end] = [at, at + 1];
    while (isDigit(bytes[start - 1])) start -= 1;
    while (isDigit(bytes[end])) end += 1;
    if (end - start >= SHORTEST) found.push({ start, end });
    at = end;
  }
  return found;
}

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
