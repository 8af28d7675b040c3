import { PkiError } from './errors.ts';

/**
 * Identifier octets used in this package (X.690 §8.1.2). X.509, CMS, RFC 3161 and OCSP use only low tag numbers.
 */
export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  visibleString: 0x1a,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns the tag of `[n]` around a primitive value (IMPLICIT OCTET STRING, INTEGER, ...). */
export const contextPrimitive = (n: number): number => 0x80 | n;
/** Returns the tag of `[n]` around a constructed value (EXPLICIT, or IMPLICIT SEQUENCE and SET). */
export const contextConstructed = (n: number): number => 0xa0 | n;

/** Views any Uint8Array as a Buffer without copying. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Encodes one element from a tag, a minimal definite length (X.690 §10.1), and the concatenated parts as content. */
export function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  let length = 0;
  for (const part of parts) length += part.length;
  const lengthOctets = length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
  const out = Buffer.allocUnsafe(2 + lengthOctets + length);
  out[0] = tag;
  if (lengthOctets === 0) {
    out[1] = length;
  } else {
    out[1] = 0x80 | lengthOctets;
    out.writeUIntBE(length, 2, lengthOctets);
  }
  let position = 2 + lengthOctets;
  for (const part of parts) {
    out.set(part, position);
    position += part.length;
  }
  return out;
}

/** Encodes a SEQUENCE of the elements in the given order. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(Tag.sequence, ...parts);

/** Returns a copy of the encodings in the DER order of a SET OF (X.690 §11.6). */
export function derSorted(parts: readonly Uint8Array[]): Uint8Array[] {
  return parts.length < 2 ? [...parts] : [...parts].sort((a, b) => Buffer.compare(a, b));
}

/** Encodes a SET OF in DER order. */
export const setOf = (...parts: readonly Uint8Array[]): Buffer => tlv(Tag.set, ...derSorted(parts));

/** Encodes an OCTET STRING with these bytes. */
export const octetString = (bytes: Uint8Array): Buffer => tlv(Tag.octetString, bytes);
/** Encodes [n] EXPLICIT, which wraps the elements in a tag. */
export const explicit = (n: number, ...parts: readonly Uint8Array[]): Buffer => tlv(contextConstructed(n), ...parts);
/** Encodes a primitive [n] IMPLICIT value, which has the content octets under another tag. */
export const implicit = (n: number, content: Uint8Array): Buffer => tlv(contextPrimitive(n), content);

const TRUE = Buffer.from([Tag.boolean, 1, 0xff]);
const FALSE = Buffer.from([Tag.boolean, 1, 0]);
const NULL = Buffer.from([Tag.null, 0]);
/** Encodes a BOOLEAN. TRUE is 0xff (X.690 §11.1). */
export const boolean = (value: boolean): Buffer => (value ? TRUE : FALSE);
/** Encodes NULL, which has no content. */
export const nullValue = (): Buffer => NULL;

/** The first content octet of a BIT STRING that has whole octets. */
const NO_UNUSED_BITS = Buffer.from([0]);
/** Encodes a BIT STRING of whole octets, such as a key or a signature. */
export const bitString = (bytes: Uint8Array): Buffer => tlv(Tag.bitString, NO_UNUSED_BITS, bytes);

/**
 * Encodes a NamedBitList as a BIT STRING. DER drops trailing zero bits (X.690 §11.2.2).
 * @param bits positions that are set; bit 0 is the first one
 */
export function namedBits(bits: readonly number[]): Buffer {
  const highest = Math.max(-1, ...bits);
  const content = Buffer.alloc(Math.floor((highest + 8) / 8) + 1);
  for (const bit of bits) {
    const at = 1 + (bit >> 3);
    content[at] = (content[at] ?? 0) | (0x80 >> (bit & 7));
  }
  if (highest >= 0) content[0] = 7 - (highest & 7);
  return tlv(Tag.bitString, content);
}

/** Encodes an INTEGER from a number, a bigint, or the big-endian octets of a non-negative number. */
export function integer(value: number | bigint | Uint8Array): Buffer {
  return tlv(Tag.integer, integerContent(value));
}

/** Encodes an ENUMERATED with this number. */
export const enumerated = (value: number): Buffer => tlv(Tag.enumerated, integerContent(value));

/** Returns the two's complement in the fewest octets (X.690 §8.3.2). */
export function integerContent(value: number | bigint | Uint8Array): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint') return integerFromNumber(BigInt(value));
  let start = 0;
  while (start < value.length - 1 && value[start] === 0) start++;
  const magnitude = asBuffer(value.subarray(start));
  if (magnitude.length === 0) return Buffer.from([0]);
  return (magnitude[0] ?? 0) & 0x80 ? Buffer.concat([NO_UNUSED_BITS, magnitude]) : magnitude;
}

function integerFromNumber(value: bigint): Buffer {
  if (value >= 0n) {
    const hex = value.toString(16);
    return integerContent(Buffer.from(hex.length & 1 ? `0${hex}` : hex, 'hex'));
  }
  let octets = 1;
  while (value < -(1n << BigInt(8 * octets - 1))) octets++;
  const hex = ((1n << BigInt(8 * octets)) + value).toString(16);
  return Buffer.from(hex.padStart(octets * 2, '0'), 'hex');
}

// Looking up an encoded OID is cheaper than encoding it, and we write only a small fixed set of OIDs. The limit keeps
// the table small even if a caller writes OIDs from untrusted input.
const encodedOids = new Map<string, Buffer>();
const ENCODED_OIDS_LIMIT = 512;

/** Encodes an OBJECT IDENTIFIER from dotted text. */
export function oid(text: string): Buffer {
  const known = encodedOids.get(text);
  if (known) return known;
  const encoded = tlv(Tag.oid, oidContent(text));
  if (encodedOids.size < ENCODED_OIDS_LIMIT) encodedOids.set(text, encoded);
  return encoded;
}

function oidContent(text: string): Buffer {
  if (!/^[0-2](\.(0|[1-9][0-9]{0,38}))+$/.test(text))
    throw new PkiError('invalid_argument', `not an object identifier: ${text}`);
  const arcs = text.split('.').map(BigInt);
  const [first = 0n, second = 0n, ...rest] = arcs;
  if (first < 2n && second > 39n) throw new PkiError('invalid_argument', `not an object identifier: ${text}`);
  const octets: number[] = [];
  for (const arc of [first * 40n + second, ...rest]) {
    const groups = [Number(arc & 0x7fn)];
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80);
    octets.push(...groups);
  }
  return Buffer.from(octets);
}

/** Encodes a UTF8String. */
export const utf8String = (text: string): Buffer => tlv(Tag.utf8String, Buffer.from(text, 'utf8'));

/** Encodes a PrintableString, which allows letters, digits, spaces and `'()+,-./:=?`. Other characters are refused. */
export function printableString(text: string): Buffer {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) throw new PkiError('invalid_argument', 'not a PrintableString');
  return tlv(Tag.printableString, Buffer.from(text, 'latin1'));
}

/** Encodes an IA5String (ASCII). Other characters are refused. */
export function ia5String(text: string): Buffer {
  return tlv(Tag.ia5String, asciiBytes(text));
}

/** Returns the octets of ASCII text. Other characters are refused. */
export function asciiBytes(text: string): Buffer {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 0x7f) throw new PkiError('invalid_argument', 'not an ASCII string');
  }
  return Buffer.from(text, 'latin1');
}

/** Formats a date in UTC as `YYYYMMDDhhmmss`. */
function compactTime(at: Date): string {
  const iso = at.toISOString();
  if (iso.length !== 24) throw new PkiError('invalid_argument', 'the year is not between 0000 and 9999');
  return (
    iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10) + iso.slice(11, 13) + iso.slice(14, 16) + iso.slice(17, 19)
  );
}

/** Encodes a UTCTime with whole seconds (years 1950 to 2049). */
export function utcTime(at: Date): Buffer {
  return tlv(Tag.utcTime, Buffer.from(`${compactTime(at).slice(2)}Z`, 'latin1'));
}

/**
 * Encodes a GeneralizedTime in UTC.
 * @param precision `seconds` (the only precision that RFC 5280 §4.1.2.5.2 allows) or `milliseconds` without trailing
 * zeros (X.690 §11.7)
 */
export function generalizedTime(at: Date, precision: 'seconds' | 'milliseconds' = 'seconds'): Buffer {
  const fraction = at.getUTCMilliseconds();
  const digits =
    precision === 'milliseconds' && fraction !== 0 ? `.${String(fraction).padStart(3, '0').replace(/0+$/, '')}` : '';
  return tlv(Tag.generalizedTime, Buffer.from(`${compactTime(at)}${digits}Z`, 'latin1'));
}

/**
 * Encodes a time for certificates, CRLs and signing-time: UTCTime until 2049, and GeneralizedTime from 2050 (RFC 5280
 * §4.1.2.5).
 */
export function time(at: Date): Buffer {
  const year = at.getUTCFullYear();
  return year >= 1950 && year < 2050 ? utcTime(at) : generalizedTime(at);
}
