/**
 * Decodes each encoding in a string once: percent (including overlong UTF-8 and %uXXXX), HTML entities, JavaScript
 * escapes, UTF-7. Each step scans the string once and copies only from the first change on.
 */
import { hexValue, isDigit, isLetter } from './text.ts';

export type Decoded = {
  text: string;
  /** True if the text contains an overlong UTF-8 encoding, which no legitimate program writes. */
  isOverlong: boolean;
};

const PERCENT = 37;
const BACKSLASH = 92;

export function decodeOnce(text: string): Decoded {
  const percent = text.includes('%') ? decodePercent(text) : { text, isOverlong: false };
  let decoded = folded(percent.text);
  if (decoded.includes('&')) decoded = decodeEntities(decoded);
  if (decoded.includes('\\')) decoded = decodeEscapes(decoded);
  if (decoded.includes('+A')) decoded = decodeUtf7(decoded);
  return { text: decoded, isOverlong: percent.isOverlong };
}

/**
 * Characters that look like ASCII characters and that databases and file systems treat as such: full-width characters,
 * other slashes, two dots in one character.
 */
const LOOKALIKES: Readonly<Record<number, string>> = {
  0x2215: '/',
  0x2044: '/',
  0x29f8: '/',
  0x2216: '\\',
  0x2025: '..',
};

export const isLookalike = (code: number): boolean => (code >= 0xff01 && code <= 0xff5e) || code in LOOKALIKES;

function folded(text: string): string {
  const pieces = new Pieces(text);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x2025 || !isLookalike(code)) continue;
    pieces.replace(at, at + 1, LOOKALIKES[code] ?? String.fromCharCode(code - 0xfee0));
  }
  return pieces.whole();
}

/** Builds a changed copy of a string from pieces, most of which are unchanged. */
class Pieces {
  readonly #text: string;
  #made = '';
  #copied = 0;

  constructor(text: string) {
    this.#text = text;
  }

  replace(from: number, to: number, by: string): void {
    this.#made += this.#text.slice(this.#copied, from) + by;
    this.#copied = to;
  }

  whole(): string {
    return this.#copied === 0 ? this.#text : this.#made + this.#text.slice(this.#copied);
  }
}

/** Returns the byte of `%XX` at a position, or -1 if there is none. */
function byteAt(text: string, at: number): number {
  if (text.charCodeAt(at) !== PERCENT || at + 2 >= text.length) return -1;
  const high = hexValue(text.charCodeAt(at + 1));
  const low = hexValue(text.charCodeAt(at + 2));
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function decodePercent(text: string): Decoded {
  const pieces = new Pieces(text);
  let isOverlong = false;
  let at = text.indexOf('%');
  while (at >= 0) {
    const { length, character, overlong } = percentAt(text, at);
    if (length > 0) pieces.replace(at, at + length, character);
    isOverlong ||= overlong;
    at = text.indexOf('%', at + Math.max(1, length));
  }
  return { text: pieces.whole(), isOverlong };
}

type Found = { length: number; character: string; overlong: boolean };
const NOTHING: Found = { length: 0, character: '', overlong: false };

function percentAt(text: string, at: number): Found {
  if ((text.charCodeAt(at + 1) | 32) === 117) return unicodePercentAt(text, at);
  const first = byteAt(text, at);
  if (first < 0) return NOTHING;
  if (first < 0x80) return { length: 3, character: String.fromCharCode(first), overlong: false };
  const count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  let point = count === 1 ? first : first & (0xff >> (count + 1));
  for (let index = 1; index < count; index++) {
    const next = byteAt(text, at + index * 3);
    // Lenient decoders accept any byte in this position, and decode `%c0%2f` as a slash.
    if (next < 0) return { length: 3, character: '\ufffd', overlong: false };
    if (next < 0x80 || next > 0xbf) {
      const slips = first === 0xc0 || first === 0xc1;
      return slips
        ? { length: 6, character: String.fromCharCode(next & 0x7f), overlong: true }
        : { length: 3, character: '\ufffd', overlong: false };
    }
    point = point * 64 + (next & 0x3f);
  }
  const least = [0, 0, 0x80, 0x800, 0x10000][count] ?? 0;
  const isValid = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  const overlong = count > 1 && point < least;
  return { length: count * 3, character: isValid ? String.fromCodePoint(point) : '\ufffd', overlong };
}

/** Reads an escape such as `%u0027`, which old Microsoft servers accept. */
function unicodePercentAt(text: string, at: number): Found {
  const point = hexAt(text, at + 2, 4);
  if (point < 0) return NOTHING;
  return { length: 6, character: String.fromCharCode(point), overlong: false };
}

/** Reads a number with this many hexadecimal digits. Returns -1 if they are missing. */
function hexAt(text: string, from: number, digits: number): number {
  let value = 0;
  for (let at = from; at < from + digits; at++) {
    const digit = at < text.length ? hexValue(text.charCodeAt(at)) : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** The entities that matter to the rules. Other entities stay unchanged. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
    lpar: '(',
    rpar: ')',
    colon: ':',
    semi: ';',
    sol: '/',
    bsol: '\\',
    equals: '=',
    grave: '`',
    tab: '\t',
    newline: '\n',
    nbsp: ' ',
    lbrace: '{',
    lcub: '{',
    rbrace: '}',
    rcub: '}',
    dollar: '$',
    vert: '|',
    num: '#',
    period: '.',
    comma: ',',
  }),
);
const LONGEST_ENTITY = 12;

function decodeEntities(text: string): string {
  const pieces = new Pieces(text);
  let at = text.indexOf('&');
  while (at >= 0) {
    const end = text.charCodeAt(at + 1) === 35 ? numericEntity(text, at, pieces) : namedEntity(text, at, pieces);
    at = text.indexOf('&', Math.max(end, at + 1));
  }
  return pieces.whole();
}

function namedEntity(text: string, at: number, pieces: Pieces): number {
  let end = at + 1;
  while (end < text.length && end - at < LONGEST_ENTITY && isLetter(text.charCodeAt(end))) end++;
  const character = ENTITIES.get(text.slice(at + 1, end).toLowerCase());
  if (character === undefined || text.charCodeAt(end) !== 59) return at;
  pieces.replace(at, end + 1, character);
  return end + 1;
}

/** Reads a numeric entity with any number of leading zeros, even without the `;`, as browsers do. */
function numericEntity(text: string, at: number, pieces: Pieces): number {
  const isHex = (text.charCodeAt(at + 2) | 32) === 120;
  const from = at + (isHex ? 3 : 2);
  let end = from;
  let point = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    const digit = isHex ? hexValue(code) : isDigit(code) ? code - 48 : -1;
    if (digit < 0) break;
    point = Math.min(point * (isHex ? 16 : 10) + digit, 0x110000);
  }
  if (end === from || point === 0 || point >= 0x110000) return at;
  const to = text.charCodeAt(end) === 59 ? end + 1 : end;
  pieces.replace(at, to, String.fromCodePoint(point));
  return to;
}

/** Decodes `\x27`, `\u0027` and `\u{27}`. */
function decodeEscapes(text: string): string {
  const pieces = new Pieces(text);
  let at = text.indexOf('\\');
  while (at >= 0) {
    const kind = text.charCodeAt(at + 1) | 32;
    let length = 0;
    let point = -1;
    if (kind === 120) [length, point] = [4, hexAt(text, at + 2, 2)];
    else if (kind === 117 && text.charCodeAt(at + 2) !== 123) [length, point] = [6, hexAt(text, at + 2, 4)];
    else if (kind === 117) {
      const close = text.slice(at + 3, at + 12).indexOf('}');
      if (close > 0) [length, point] = [close + 4, hexAt(text, at + 3, close)];
    }
    if (point >= 0 && point <= 0x10ffff) pieces.replace(at, at + length, String.fromCodePoint(point));
    else length = text.charCodeAt(at + 1) === BACKSLASH ? 2 : 1;
    at = text.indexOf('\\', at + length);
  }
  return pieces.whole();
}

const UTF7: ReadonlyMap<string, string> = new Map(
  Object.entries({ ADw: '<', AD4: '>', ACI: '"', ACc: "'", ACg: '(', ACk: ')' }),
);

/** Decodes the few UTF-7 sequences that were once used to pass scripts through filters. */
function decodeUtf7(text: string): string {
  const pieces = new Pieces(text);
  for (let at = text.indexOf('+A'); at >= 0; at = text.indexOf('+A', at + 2)) {
    const character = UTF7.get(text.slice(at + 1, at + 4));
    if (character !== undefined && text[at + 4] === '-') pieces.replace(at, at + 5, character);
  }
  return pieces.whole();
}
