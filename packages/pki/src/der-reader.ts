import { asBuffer, Tag } from './der.ts';
import { PkiError } from './errors.ts';

/** Larger input is refused. The biggest public CRLs are smaller than this limit. */
export const MAX_DER_BYTES = 64 * 1024 * 1024;

function malformed(message: string): PkiError {
  return new PkiError('malformed_der', message);
}

/** One element of a DER encoding, as a view into the source without a copy. */
export class DerElement {
  readonly tag: number;
  readonly source: Buffer;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;

  constructor(source: Buffer, tag: number, start: number, contentStart: number, end: number) {
    this.source = source;
    this.tag = tag;
    this.start = start;
    this.contentStart = contentStart;
    this.end = end;
  }

  /** The whole encoding, including the tag and length. */
  get raw(): Buffer {
    return this.source.subarray(this.start, this.end);
  }

  get content(): Buffer {
    return this.source.subarray(this.contentStart, this.end);
  }

  /** Returns a reader for the child elements. */
  children(): DerReader {
    if ((this.tag & 0x20) === 0) throw malformed(`tag 0x${this.tag.toString(16)} is primitive`);
    return new DerReader(this.source, this.contentStart, this.end);
  }

  /** Returns the single child of an EXPLICIT tag. */
  only(tag?: number): DerElement {
    const children = this.children();
    const child = children.next(tag);
    children.end();
    return child;
  }

  /** Returns all children, with any tag. */
  elements(tag?: number): DerElement[] {
    const children = this.children();
    const all: DerElement[] = [];
    while (!children.done) all.push(children.next(tag));
    return all;
  }

  /** Returns this element if it has the given tag. @throws PkiError malformed_der */
  expect(tag: number): this {
    if (this.tag !== tag) throw malformed(`expected tag 0x${tag.toString(16)}, found 0x${this.tag.toString(16)}`);
    return this;
  }
}

/**
 * Reads consecutive DER elements within bounds: definite minimal lengths (X.690 §10.1), low tag numbers, no element
 * beyond its parent. The reader never recurses, so nesting in hostile input cannot exhaust the stack. Callers descend
 * only as deep as the structure they expect.
 */
export class DerReader {
  readonly #source: Buffer;
  readonly #end: number;
  #position: number;

  constructor(source: Uint8Array, start = 0, end = source.length) {
    this.#source = asBuffer(source);
    this.#position = start;
    this.#end = end;
  }

  get done(): boolean {
    return this.#position >= this.#end;
  }

  /** The tag of the next element, or `undefined` at the end. */
  get nextTag(): number | undefined {
    return this.done ? undefined : this.#source[this.#position];
  }

  /** Returns the next element, which must have the given tag. @throws PkiError malformed_der, also at the end */
  next(tag?: number): DerElement {
    const element = readElementAt(this.#source, this.#position, this.#end);
    if (tag !== undefined) element.expect(tag);
    this.#position = element.end;
    return element;
  }

  /**
   * Returns the next element if it has the given tag. Otherwise, the position does not change. @throws PkiError
   * malformed_der
   */
  optional(tag: number): DerElement | undefined {
    return this.nextTag === tag ? this.next() : undefined;
  }

  /** Refuses unexpected elements at the end. */
  end(): void {
    if (!this.done) throw malformed('unexpected element at the end of a structure');
  }
}

function readElementAt(source: Buffer, start: number, limit: number): DerElement {
  if (limit - start < 2) throw malformed('truncated element');
  const tag = source[start] ?? 0;
  if ((tag & 0x1f) === 0x1f) throw malformed('high tag numbers are not supported');
  let length = source[start + 1] ?? 0;
  let contentStart = start + 2;
  if (length >= 0x80) {
    const octets = length & 0x7f;
    if (octets === 0) throw malformed('indefinite length');
    if (octets > 4 || contentStart + octets > limit) throw malformed('length is out of bounds');
    length = source.readUIntBE(contentStart, octets);
    contentStart += octets;
    if (length < 0x80 || (octets > 1 && length < 2 ** (8 * (octets - 1)))) throw malformed('length is not minimal');
  }
  if (length > limit - contentStart) throw malformed('element exceeds its parent');
  return new DerElement(source, tag, start, contentStart, contentStart + length);
}

/**
 * Reads the single element of a buffer. Bytes after the element are refused.
 * @throws PkiError malformed_der
 */
export function readDer(bytes: Uint8Array, tag?: number): DerElement {
  if (bytes.length > MAX_DER_BYTES) throw malformed('encoding is too large');
  const reader = new DerReader(bytes);
  const element = reader.next(tag);
  reader.end();
  return element;
}

/**
 * Reads the first element of a buffer. Bytes after the element are ignored. Use it for a signature's /Contents, whose
 * token is padded with zeros to the reserved size (ISO 32000-2 12.8.1).
 * @throws PkiError malformed_der
 */
export function readLeadingDer(bytes: Uint8Array, tag?: number): DerElement {
  if (bytes.length > MAX_DER_BYTES) throw malformed('encoding is too large');
  return new DerReader(bytes).next(tag);
}

// --- values -------------------------------------------------------------------------------------------------------

/** Returns the content octets of a minimally encoded INTEGER or ENUMERATED, also with an IMPLICIT tag. */
export function integerOctets(element: DerElement): Buffer {
  const content = element.content;
  const [first, second = 0] = content;
  if (first === undefined) throw malformed('empty integer');
  if (content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80))) {
    throw malformed('integer is not minimal');
  }
  return content;
}

const MAX_INTEGER_OCTETS = 2048;

export function readInteger(element: DerElement): bigint {
  const content = integerOctets(element);
  if (content.length > MAX_INTEGER_OCTETS) throw malformed('integer is too large');
  const value = BigInt(`0x${content.toString('hex')}`);
  return (content[0] ?? 0) & 0x80 ? value - (1n << BigInt(8 * content.length)) : value;
}

/** Returns an INTEGER between -2^47 and 2^47 as a number. */
export function readSmallInteger(element: DerElement): number {
  const content = integerOctets(element);
  if (content.length > 6) throw malformed('integer is too large');
  return content.readIntBE(0, content.length);
}

/**
 * Returns the magnitude of an INTEGER in lower-case hexadecimal without leading zeros. Negative numbers have a minus
 * sign.
 */
export function integerHex(element: DerElement): string {
  const content = integerOctets(element);
  if ((content[0] ?? 0) & 0x80) return `-${(-readInteger(element)).toString(16)}`;
  const hex = content.toString('hex').replace(/^0+/, '');
  return hex === '' ? '0' : hex;
}

export function readBoolean(element: DerElement): boolean {
  const content = element.content;
  if (content.length !== 1 || (content[0] !== 0 && content[0] !== 0xff))
    throw malformed('boolean is neither TRUE nor FALSE');
  return content[0] === 0xff;
}

export function readOid(element: DerElement): string {
  return oidText(element.expect(Tag.oid).content);
}

/** Returns the dotted text for the content octets of an OBJECT IDENTIFIER, also with an IMPLICIT tag. */
export function oidText(content: Buffer): string {
  if (content.length === 0 || content.length > 64 || (content[content.length - 1] ?? 0) & 0x80)
    throw malformed('object identifier is incomplete');
  const arcs: (number | bigint)[] = [];
  let value = 0;
  let big: bigint | undefined;
  let first = true;
  for (const octet of content) {
    if (first && octet === 0x80) throw malformed('object identifier is not minimal');
    first = (octet & 0x80) === 0;
    if (big !== undefined) big = (big << 7n) | BigInt(octet & 0x7f);
    else if (value >= 2 ** 45) big = (BigInt(value) << 7n) | BigInt(octet & 0x7f);
    else value = value * 128 + (octet & 0x7f);
    if (first) {
      arcs.push(big ?? value);
      value = 0;
      big = undefined;
    }
  }
  const [joined = 0, ...rest] = arcs;
  const root = joined < 40 ? 0 : joined < 80 ? 1 : 2;
  const second = typeof joined === 'bigint' ? joined - BigInt(root * 40) : joined - root * 40;
  return [root, second, ...rest].join('.');
}

/** Returns the octets of a BIT STRING without unused bits, such as a signature or a key. */
export function bitStringOctets(element: DerElement): Buffer {
  const content = element.expect(Tag.bitString).content;
  if (content[0] !== 0) throw malformed('bit string with unused bits');
  return content.subarray(1);
}

/**
 * Returns the positions of the bits set in a NamedBitList. Trailing zero bits are tolerated, because many issuers write
 * them.
 */
export function readNamedBits(element: DerElement): Set<number> {
  const content = element.content;
  const unused = content[0];
  if (unused === undefined || unused > 7 || (content.length === 1 && unused !== 0) || content.length > 9)
    throw malformed('bit string is invalid');
  const bits = new Set<number>();
  for (let i = 0; i < (content.length - 1) * 8 - unused; i++) {
    if ((content[1 + (i >> 3)] ?? 0) & (0x80 >> (i & 7))) bits.add(i);
  }
  return bits;
}

/**
 * Reads UTCTime or GeneralizedTime in UTC, with seconds (RFC 5280 §4.1.2.5). Fractions are accepted only with
 * `allowFraction` (RFC 3161 §2.4.2).
 */
export function readTime(element: DerElement, allowFraction = false): Date {
  const { tag, content } = element;
  const yearDigits = tag === Tag.utcTime ? 2 : tag === Tag.generalizedTime ? 4 : 0;
  if (yearDigits === 0) throw malformed('not a time');
  const twoDigits = (at: number): number => decimal(content, yearDigits + at, yearDigits + at + 2);
  const [month, day, hour, minute, second] = [twoDigits(0), twoDigits(2), twoDigits(4), twoDigits(6), twoDigits(8)];
  const milliseconds = readFraction(content.subarray(yearDigits + 10), allowFraction && tag === Tag.generalizedTime);
  const written = decimal(content, 0, yearDigits);
  const year = yearDigits === 4 ? written : written < 50 ? 2000 + written : 1900 + written;
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
  // Date.UTC carries overflow (30 February, 24:00, 60 seconds) into the next field, where it is detected. It treats a
  // year below 100 as a year in the previous century.
  const exists = at.getUTCMonth() === month - 1 && at.getUTCHours() === hour && at.getUTCMinutes() === minute;
  if (year < 100 || !exists) throw malformed('time does not exist');
  return at;
}

/**
 * Reads the part after the seconds: `Z`, or a fraction without trailing zeros followed by `Z`. The fraction is
 * truncated to milliseconds.
 */
function readFraction(rest: Buffer, allowed: boolean): number {
  const text = rest.toString('latin1');
  if (text === 'Z') return 0;
  const digits = allowed ? /^\.(\d{0,8}[1-9])Z$/.exec(text)?.[1] : undefined;
  if (digits === undefined) throw malformed('not a time in UTC with seconds');
  return Number(digits.slice(0, 3).padEnd(3, '0'));
}

function decimal(content: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (content[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) throw malformed('not a time');
    value = value * 10 + digit;
  }
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text of any string type. A teletex string is read as Latin-1, as in all other software. */
export function readString(element: DerElement): string {
  const content = element.content;
  switch (element.tag) {
    case Tag.utf8String:
      try {
        return utf8.decode(content);
      } catch {
        throw malformed('not UTF-8');
      }
    case Tag.printableString:
    case Tag.ia5String:
    case Tag.visibleString:
    case Tag.teletexString:
      return content.toString('latin1');
    case Tag.bmpString:
      if (content.length & 1) throw malformed('odd BMPString');
      return Buffer.from(content).swap16().toString('utf16le');
    case Tag.universalString:
      return universalString(content);
    default:
      throw malformed(`tag 0x${element.tag.toString(16)} is not a string`);
  }
}

function universalString(content: Buffer): string {
  if (content.length & 3) throw malformed('bad UniversalString');
  let text = '';
  for (let at = 0; at < content.length; at += 4) {
    const point = content.readUInt32BE(at);
    if (point > 0x10ffff) throw malformed('bad UniversalString');
    text += String.fromCodePoint(point);
  }
  return text;
}
