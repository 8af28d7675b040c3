import { PdfError } from '../errors.ts';
import { PdfDict, PdfName, PdfRef, PdfString } from './objects.ts';
import type { PdfValue } from './objects.ts';

const REGULAR = 0;
const WHITE = 1;
const DELIMITER = 2;
/** The character classes of ISO 32000-2 7.2.3. */
const CLASS = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) CLASS[code] = WHITE;
for (const char of '()<>[]{}/%') CLASS[char.charCodeAt(0)] = DELIMITER;

const MAX_DEPTH = 100;

const UNSIGNED = /^\d{1,10}$/;
const REAL = /^[+-]?(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})$/;

/** The position of a value in its buffer. `end` is exclusive. */
export type Span = readonly [start: number, end: number];

export function isWhite(code: number | undefined): boolean {
  return code !== undefined && CLASS[code] === WHITE;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}

/** Reads PDF objects and tokens from a buffer. Malformed input throws `damaged`. */
export class Lexer {
  readonly buffer: Buffer;
  readonly end: number;
  position: number;
  /** Set this map to receive the positions of the values in the outermost dictionary. */
  spans: Map<string, Span> | null = null;
  private depth = 0;

  constructor(buffer: Buffer, position = 0, end = buffer.length) {
    this.buffer = buffer;
    this.position = position;
    this.end = Math.min(end, buffer.length);
  }

  fail(message: string): never {
    throw new PdfError('damaged', `${message} at byte ${this.position}`);
  }

  private at(position: number): number | undefined {
    return position < this.end ? this.buffer[position] : undefined;
  }

  /** Skips white space and comments. */
  skipWhite(): void {
    const { buffer, end } = this;
    let { position } = this;
    for (;;) {
      while (position < end && CLASS[buffer[position] ?? 0] === WHITE) position++;
      if (position >= end || buffer[position] !== 0x25) break;
      while (position < end && buffer[position] !== 10 && buffer[position] !== 13) position++;
    }
    this.position = position;
  }

  /** Reads the regular characters at the current position. The result may be empty. */
  token(): string {
    const { buffer, end } = this;
    const start = this.position;
    let position = start;
    while (position < end && CLASS[buffer[position] ?? 0] === REGULAR) position++;
    this.position = position;
    return buffer.toString('latin1', start, position);
  }

  keyword(word: string): boolean {
    this.skipWhite();
    const stop = this.position + word.length;
    if (stop > this.end || this.buffer.toString('latin1', this.position, stop) !== word) return false;
    const next = this.at(stop);
    if (next !== undefined && CLASS[next] === REGULAR) return false;
    this.position = stop;
    return true;
  }

  /** Reads an unsigned integer. Returns null if there is none, after consuming only white space. */
  integer(): number | null {
    this.skipWhite();
    let position = this.position;
    let value = 0;
    while (isDigit(this.at(position))) value = value * 10 + (this.buffer[position++] ?? 0) - 48;
    const next = this.at(position);
    if (position === this.position || position - this.position > 15) return null;
    if (next !== undefined && CLASS[next] === REGULAR) return null;
    this.position = position;
    return value;
  }

  value(): PdfValue {
    this.skipWhite();
    const code = this.at(this.position);
    if (code === undefined) this.fail('unexpected end');
    if (code === 0x2f) return this.name();
    if (code === 0x28) return this.literalString();
    if (code === 0x5b) return this.array();
    if (code === 0x3c) return this.at(this.position + 1) === 0x3c ? this.dictionary() : this.hexString();
    if (isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e) return this.number();
    const word = this.token();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    return this.fail(`unexpected '${word.slice(0, 20)}'`);
  }

  private name(): PdfName {
    this.position++;
    const raw = this.token();
    if (!raw.includes('#')) return new PdfName(raw);
    return new PdfName(
      raw.replaceAll(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  /** Reads a number or a reference, such as `12 0 R`. */
  private number(): PdfValue {
    const text = this.token();
    if (UNSIGNED.test(text)) {
      const value = Number(text);
      return this.reference(value) ?? value;
    }
    if (REAL.test(text)) return Number(text);
    // Some files contain numbers with a doubled sign or a sign in the middle. The part that forms a number is used.
    const lenient = Number.parseFloat(text.replace(/^[+-]+(?=[+-])/, ''));
    return Number.isFinite(lenient) ? lenient : 0;
  }

  private reference(number: number): PdfRef | null {
    let position = this.position;
    while (isWhite(this.at(position))) position++;
    if (!isDigit(this.at(position)) || position === this.position) return null;
    let generation = 0;
    while (isDigit(this.at(position)) && generation < 65_536)
      generation = generation * 10 + (this.buffer[position++] ?? 0) - 48;
    const gap = position;
    while (isWhite(this.at(position))) position++;
    if (position === gap || this.at(position) !== 0x52) return null;
    const next = this.at(position + 1);
    if (next !== undefined && CLASS[next] === REGULAR) return null;
    this.position = position + 1;
    return new PdfRef(number, generation);
  }

  private enter(): void {
    if (++this.depth > MAX_DEPTH)
      throw new PdfError('too_complex', `objects are nested more than ${MAX_DEPTH} levels deep`);
  }

  private array(): PdfValue[] {
    this.enter();
    this.position++;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipWhite();
      if (this.at(this.position) === 0x5d) break;
      items.push(this.value());
    }
    this.position++;
    this.depth--;
    return items;
  }

  private dictionary(): PdfDict {
    this.enter();
    const spans = this.depth === 1 ? this.spans : null;
    this.position += 2;
    const result = new PdfDict();
    for (;;) {
      this.skipWhite();
      const code = this.at(this.position);
      if (code === 0x3e && this.at(this.position + 1) === 0x3e) break;
      if (code !== 0x2f) this.fail('a dictionary key is missing');
      const key = this.name().name;
      this.skipWhite();
      const start = this.position;
      const value = this.value();
      if (result.entries.has(key)) result.duplicates.push(key);
      result.entries.set(key, value);
      spans?.set(key, [start, this.position]);
    }
    this.position += 2;
    this.depth--;
    return result;
  }

  private hexString(): PdfString {
    const close = this.buffer.indexOf(0x3e, this.position);
    if (close < 0 || close >= this.end) {
      this.position = this.end;
      this.fail('unterminated string');
    }
    const hex = this.buffer.toString('latin1', this.position + 1, close);
    this.position = close + 1;
    let bytes = Buffer.from(hex, 'hex');
    if (bytes.length * 2 !== hex.length) {
      const digits = hex.replaceAll(/[^0-9a-fA-F]/g, '');
      bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
    }
    return new PdfString(bytes);
  }

  private literalString(): PdfString {
    const { buffer } = this;
    const start = this.position + 1;
    const { close, plain } = this.closingParenthesis(start);
    this.position = close + 1;
    const inside = Buffer.from(buffer.subarray(start, close));
    return new PdfString(plain ? inside : unescape(inside));
  }

  /** Returns the end of a literal string. `plain` means that the string contains no escapes. */
  private closingParenthesis(start: number): { close: number; plain: boolean } {
    const { buffer, end } = this;
    let open = 1;
    let plain = true;
    for (let position = start; position < end; position++) {
      const code = buffer[position];
      if (code === 0x5c) {
        plain = false;
        position++;
      } else if (code === 0x28) {
        open++;
      } else if (code === 0x29 && --open === 0) {
        return { close: position, plain };
      }
    }
    this.position = end;
    return this.fail('unterminated string');
  }
}

const ESCAPES = new Map([
  [0x6e, 10],
  [0x72, 13],
  [0x74, 9],
  [0x62, 8],
  [0x66, 12],
]);

/** Decodes the escapes of a literal string (7.3.4.2) in place, because the result is never longer. */
function unescape(bytes: Buffer): Buffer {
  let length = 0;
  let position = 0;
  while (position < bytes.length) {
    let code = bytes[position++] ?? 0;
    if (code === 0x5c) {
      code = bytes[position++] ?? 0x5c;
      if (code === 13 || code === 10) {
        // A backslash before a line end continues the string on the next line.
        if (code === 13 && bytes[position] === 10) position++;
        continue;
      }
      if (isOctal(code)) {
        let value = code - 48;
        for (let digits = 1; digits < 3 && isOctal(bytes[position]); digits++)
          value = value * 8 + (bytes[position++] ?? 48) - 48;
        code = value & 255;
      } else {
        code = ESCAPES.get(code) ?? code;
      }
    }
    bytes[length++] = code;
  }
  return bytes.subarray(0, length);
}

function isOctal(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 55;
}
