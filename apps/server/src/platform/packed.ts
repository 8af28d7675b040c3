/**
 * Bytes that the database keeps deflated: half of what a signature appends to a document are hexadecimal digits and room that was
 * left over. The first byte tells what is kept, so what was written before any was deflated is read as it is: no PDF and nothing
 * that is appended to one begins with an "x", as the zlib format (RFC 1950) does at this window. What has much in common with others of
 * its kind is deflated against a dictionary, which the format names by its checksum.
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { DICTIONARIES } from './dictionaries.ts';

const ZLIB = 0x78;
/** Of the second byte: a dictionary's checksum follows (RFC 1950 2.2). */
const HAS_DICTIONARY = 0x20;
/** Further levels save two hundredths more, at half as much time again; with a dictionary they halve what is left. */
const LEVEL = 1;
const LEVEL_WITH_DICTIONARY = 6;

const checksum = (packed: Buffer): number => packed.readUInt32BE(2);
const dictionaries = new Map(
  DICTIONARIES.map((dictionary) => [checksum(deflateSync(Buffer.alloc(0), { dictionary })), dictionary]),
);

/** Deflated, unless that makes it no smaller. */
export function pack(bytes: Buffer, dictionary?: Buffer): Buffer {
  const packed = deflateSync(bytes, dictionary ? { level: LEVEL_WITH_DICTIONARY, dictionary } : { level: LEVEL });
  return packed.length < bytes.length || bytes[0] === ZLIB ? packed : bytes;
}

/**
 * The very bytes that were packed.
 * @param most how many they can be
 * @returns undefined where what is kept was damaged, which its checksum tells
 */
export function unpack(kept: Buffer, most: number): Buffer | undefined {
  if (kept[0] !== ZLIB) return kept;
  const hasDictionary = kept.length > 6 && ((kept[1] ?? 0) & HAS_DICTIONARY) !== 0;
  const dictionary = hasDictionary ? dictionaries.get(checksum(kept)) : undefined;
  try {
    return inflateSync(kept, { maxOutputLength: Math.max(1, most), ...(dictionary && { dictionary }) });
  } catch {
    return undefined;
  }
}
