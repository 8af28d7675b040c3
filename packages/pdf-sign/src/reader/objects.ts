/**
 * The PDF object types (ISO 32000-2 7.3). Numbers, booleans, null and arrays are represented by their JavaScript
 * equivalents.
 */
export type PdfValue = null | boolean | number | PdfName | PdfRef | PdfString | PdfDict | PdfStream | PdfValue[];

export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class PdfRef {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation = 0) {
    this.number = number;
    this.generation = generation;
  }
}

export class PdfString {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export class PdfDict {
  readonly entries: Map<string, PdfValue>;
  /** Keys that occur more than once. Readers disagree on which value to use. */
  readonly duplicates: string[] = [];
  constructor(entries: Map<string, PdfValue> = new Map()) {
    this.entries = entries;
  }
  get(key: string): PdfValue {
    return this.entries.get(key) ?? null;
  }
  has(key: string): boolean {
    return this.entries.has(key);
  }
}

export class PdfStream {
  readonly dict: PdfDict;
  private readonly source: Buffer | (() => Buffer);

  /**
   * Creates a stream. `source` may be a function that decrypts on demand, because most streams are never read and
   * decrypted copies would fill the memory.
   */
  constructor(dict: PdfDict, source: Buffer | (() => Buffer)) {
    this.dict = dict;
    this.source = source;
  }

  /** The bytes of the stream as stored in the file, still encoded. Encrypted data is decrypted at each access. */
  get raw(): Buffer {
    return typeof this.source === 'function' ? this.source() : this.source;
  }
}

/** Creates a dictionary from an object literal. Undefined members are omitted. */
export function dict(entries: Record<string, PdfValue | undefined>): PdfDict {
  const map = new Map<string, PdfValue>();
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) map.set(key, value);
  }
  return new PdfDict(map);
}

export function name(value: string): PdfName {
  return new PdfName(value);
}

/**
 * Creates a text string (7.9.2.2). ASCII is unchanged, and other text is encoded as UTF-16BE with a byte order mark.
 */
export function textString(value: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(value)) return new PdfString(Buffer.from(value, 'latin1'));
  return new PdfString(Buffer.from(`\ufeff${value}`, 'utf16le').swap16());
}

/** Formats a date in UTC (7.9.4). */
export function dateString(date: Date): PdfString {
  const digits = date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14);
  return new PdfString(Buffer.from(`D:${digits}Z`, 'latin1'));
}

export function nameOf(value: PdfValue): string | null {
  return value instanceof PdfName ? value.name : null;
}

/** Characters that PDFDocEncoding and Latin-1 encode differently (ISO 32000-2 annex D.3), by code. */
const PDF_DOC_SIGNS: ReadonlyMap<number, string> = new Map([
  ...Array.from('\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc', (sign, index): [number, string] => [
    0x18 + index,
    sign,
  ]),
  ...Array.from('•†‡…—–ƒ⁄‹›−‰„“”‘’‚™\ufb01\ufb02ŁŒŠŸŽıłœšž', (sign, index): [number, string] => [0x80 + index, sign]),
  [0xa0, '€'],
]);

/** Reads a text string (7.9.2.2). */
export function decodeText(value: PdfString): string {
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return even.swap16().toString('utf16le');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  const text = bytes.toString('latin1');
  if (!bytes.some((code) => PDF_DOC_SIGNS.has(code))) return text;
  return Array.from(text, (sign) => PDF_DOC_SIGNS.get(sign.charCodeAt(0)) ?? sign).join('');
}

export function decodeDate(value: PdfString): Date | null {
  const match = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z)|([+-])(\d{2})'?(\d{2})?'?)?/.exec(
    decodeText(value),
  );
  if (match === null) return null;
  const part = (index: number, otherwise: number) => Number(match[index] ?? otherwise);
  const utc = Date.UTC(part(1, 0), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0));
  const offset = (part(9, 0) * 60 + part(10, 0)) * 60_000;
  return new Date(match[8] === '-' ? utc + offset : utc - offset);
}
