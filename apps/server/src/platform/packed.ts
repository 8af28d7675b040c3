/**
 * Bytes that the database keeps deflated: half of what a signature appends to a document are hexadecimal digits and room that was
 * left over. The first byte tells what is kept, so what was written before any was deflated is read as it is: no PDF and nothing
 * that is appended to one begins with an "x", as the zlib format (RFC 1950) does at this window.
 */
import { deflateSync, inflateSync } from 'node:zlib';

const ZLIB = 0x78;
/** Further levels save two hundredths more, at half as much time again. */
const LEVEL = 1;

/** Deflated, unless that makes it no smaller. */
export function pack(bytes: Buffer): Buffer {
  const packed = deflateSync(bytes, { level: LEVEL });
  return packed.length < bytes.length || bytes[0] === ZLIB ? packed : bytes;
}

/**
 * The very bytes that were packed.
 * @param most how many they can be
 * @returns undefined where what is kept was damaged, which its checksum tells
 */
export function unpack(kept: Buffer, most: number): Buffer | undefined {
  if (kept[0] !== ZLIB) return kept;
  try {
    return inflateSync(kept, { maxOutputLength: Math.max(1, most) });
  } catch {
    return undefined;
  }
}
