import { asBuffer, Tag, tlv } from './der.ts';
import { MAX_DER_BYTES } from './der-reader.ts';
import { PkiError } from './errors.ts';

// Some signers stream their CMS, using indefinite lengths and octet strings in segments (X.690 §8.1.3.6, §8.7.3). The
// rest of this package reads only definite lengths, so such input is converted first.

const MAX_DEPTH = 32;

function malformed(message: string): PkiError {
  return new PkiError('malformed_der', message);
}

/**
 * Converts BER to definite lengths and whole octet strings. Parts that already use definite lengths keep their exact
 * bytes, so an embedded certificate does not change.
 * @returns the encoding, and the number of input octets that were read
 * @throws PkiError malformed_der, also for nesting deeper than 32
 */
export function toDefiniteLengths(bytes: Uint8Array): { readonly der: Buffer; readonly consumed: number } {
  if (bytes.length > MAX_DER_BYTES) throw malformed('encoding is too large');
  const { encoding, end } = rewrite(asBuffer(bytes), 0, bytes.length, 0);
  return { der: encoding, consumed: end };
}

type Rewritten = { readonly encoding: Buffer; readonly end: number; readonly changed: boolean };

function rewrite(source: Buffer, start: number, limit: number, depth: number): Rewritten {
  if (depth > MAX_DEPTH) throw malformed('nesting is too deep');
  const header = readHeader(source, start, limit);
  const { tag, contentStart } = header;
  const constructed = (tag & 0x20) !== 0;
  if (!constructed) {
    if (header.length === undefined) throw malformed('a primitive has an indefinite length');
    const end = contentStart + header.length;
    return { encoding: source.subarray(start, end), end, changed: false };
  }
  const contentEnd = header.length === undefined ? limit : contentStart + header.length;
  const { parts, end } = rewriteChildren(source, contentStart, contentEnd, header.length === undefined, depth);
  const inPieces = tag === (Tag.octetString | 0x20);
  if (header.length !== undefined && !inPieces && parts.every((part) => !part.changed)) {
    return { encoding: source.subarray(start, end), end, changed: false };
  }
  if (!inPieces) return { encoding: tlv(tag, Buffer.concat(parts.map((part) => part.encoding))), end, changed: true };
  return {
    encoding: tlv(Tag.octetString, Buffer.concat(parts.map(({ encoding }) => pieceContent(encoding)))),
    end,
    changed: true,
  };
}

function rewriteChildren(
  source: Buffer,
  start: number,
  limit: number,
  indefinite: boolean,
  depth: number,
): { parts: Rewritten[]; end: number } {
  const parts: Rewritten[] = [];
  let position = start;
  for (;;) {
    if (indefinite && position + 2 <= limit && source[position] === 0 && source[position + 1] === 0)
      return { parts, end: position + 2 };
    if (!indefinite && position === limit) return { parts, end: position };
    const part = rewrite(source, position, limit, depth + 1);
    parts.push(part);
    position = part.end;
  }
}

/** Returns the content of an octet string segment. Nested segments are already joined. */
function pieceContent(encoding: Buffer): Buffer {
  const { tag, contentStart } = readHeader(encoding, 0, encoding.length);
  if (tag !== Tag.octetString) throw malformed('an octet string contains other types');
  return encoding.subarray(contentStart);
}

function readHeader(
  source: Buffer,
  start: number,
  limit: number,
): { tag: number; length: number | undefined; contentStart: number } {
  const tag = source[start];
  const first = source[start + 1];
  if (tag === undefined || first === undefined || start + 2 > limit) throw malformed('truncated element');
  if ((tag & 0x1f) === 0x1f) throw malformed('high tag numbers are not supported');
  if (first === 0x80) return { tag, length: undefined, contentStart: start + 2 };
  const octets = first < 0x80 ? 0 : first & 0x7f;
  const contentStart = start + 2 + octets;
  if (octets > 4 || contentStart > limit) throw malformed('the length is out of bounds');
  const length = octets === 0 ? first : source.readUIntBE(start + 2, octets);
  if (length > limit - contentStart) throw malformed('element exceeds its parent');
  return { tag, length, contentStart };
}
