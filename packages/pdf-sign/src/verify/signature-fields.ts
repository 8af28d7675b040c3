import type { PdfFile } from '../reader/file.ts';
import { docMdpLevel, readFields } from '../reader/form.ts';
import type { FormField } from '../reader/form.ts';
import { Lexer } from '../reader/lexer.ts';
import type { Span } from '../reader/lexer.ts';
import { PdfRef, PdfString, decodeDate, decodeText } from '../reader/objects.ts';
import type { PdfDict } from '../reader/objects.ts';
import { TRAIL_POSITION } from '../trail-position.ts';
import { skipWhite } from './revisions.ts';

export type ByteRange = [number, number, number, number];

/** A signature as found in the file, before any validation. */
export interface FoundSignature {
  field: FormField;
  dict: PdfDict;
  valueRef: PdfRef | null;
  subFilter: string;
  kind: 'signature' | 'timestamp';
  byteRange: ByteRange | null;
  /** /Contents, including its padding. */
  contents: Buffer;
  /** The certificates in /Cert, which are stored outside the container. */
  certificates: Buffer[];
  problems: string[];
  certification: 1 | 2 | 3 | null;
  name: string | null;
  reason: string | null;
  location: string | null;
  contactInfo: string | null;
  claimedTime: Date | null;
  /** The value of `TRAIL_POSITION`. */
  trailPosition: Buffer | null;
}

/**
 * A bare PKCS#1 signature in an OCTET STRING, with its certificates in /Cert. The format is deprecated, but old files
 * still use it.
 */
const BARE_SIGNATURE = 'adbe.x509.rsa_sha1';
const SUB_FILTERS = new Set([
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  BARE_SIGNATURE,
]);

/** Finds all signature fields with a value. Pass a name to find only one field, because reading containers is slow. */
export function findSignatures(file: PdfFile, name?: string): FoundSignature[] {
  const certifying = file.dict(file.catalog.get('Perms'))?.get('DocMDP') ?? null;
  return readFields(file).flatMap((field) => {
    const isWanted = field.type === 'Sig' && (name === undefined || field.name === name);
    const dict = isWanted ? file.dict(field.value) : null;
    return dict === null
      ? []
      : [readSignature(file, field, dict, certifying instanceof PdfRef ? certifying.number : null)];
  });
}

function readSignature(file: PdfFile, field: FormField, dict: PdfDict, certifying: number | null): FoundSignature {
  const text = (key: string) => {
    const value = file.resolve(dict.get(key));
    return value instanceof PdfString ? value : null;
  };
  const words = (key: string) => {
    const value = text(key);
    return value === null ? null : decodeText(value);
  };
  const subFilter = file.name(dict.get('SubFilter')) ?? '';
  const valueRef = field.value instanceof PdfRef ? field.value : null;
  const time = text('M');
  // The value must be a direct object in the dictionary, because a referenced object could be replaced later.
  const position = dict.get(TRAIL_POSITION);
  const problems = dict.duplicates.map((key) => `/${key} appears twice in the signature dictionary`);
  if (!SUB_FILTERS.has(subFilter))
    problems.push(`the signature is of an unsupported kind (${subFilter.slice(0, 60) || 'none named'})`);
  const byteRange = readByteRange(file, dict, problems);
  if (byteRange !== null) checkGap(file, valueRef, byteRange, problems);
  return {
    field,
    dict,
    valueRef,
    subFilter,
    kind: subFilter === 'ETSI.RFC3161' ? 'timestamp' : 'signature',
    byteRange,
    contents: text('Contents')?.bytes ?? Buffer.alloc(0),
    certificates: subFilter === BARE_SIGNATURE ? readCertificates(file, dict) : [],
    problems,
    certification: valueRef !== null && valueRef.number === certifying ? (docMdpLevel(file, dict) ?? 2) : null,
    name: words('Name'),
    reason: words('Reason'),
    location: words('Location'),
    contactInfo: words('ContactInfo'),
    claimedTime: time === null ? null : decodeDate(time),
    trailPosition: position instanceof PdfString ? position.bytes : null,
  };
}

const MAX_CERTIFICATES = 64;

/** Reads /Cert, which is one string or an array of strings (ISO 32000-2 table 255). */
function readCertificates(file: PdfFile, dict: PdfDict): Buffer[] {
  const value = file.resolve(dict.get('Cert'));
  return (Array.isArray(value) ? value : [value]).slice(0, MAX_CERTIFICATES).flatMap((item) => {
    const certificate = file.resolve(item);
    return certificate instanceof PdfString ? [certificate.bytes] : [];
  });
}

/** Reads a byte range: four numbers in ascending order and inside the file, starting with 0 (ISO 32000-2 12.8.1). */
function readByteRange(file: PdfFile, dict: PdfDict, problems: string[]): ByteRange | null {
  const value = dict.get('ByteRange');
  const [start, gapStart, gapEnd, rest] = Array.isArray(value) ? value : [];
  if (
    !Array.isArray(value) ||
    value.length !== 4 ||
    ![start, gapStart, gapEnd, rest].every((item) => typeof item === 'number' && Number.isSafeInteger(item))
  ) {
    problems.push('the byte range is not four numbers');
    return null;
  }
  const range: ByteRange = [Number(start), Number(gapStart), Number(gapEnd), Number(rest)];
  if (
    range[0] !== 0 ||
    range[1] <= 0 ||
    range[2] <= range[1] ||
    range[3] <= 0 ||
    range[2] + range[3] > file.bytes.length
  ) {
    problems.push('the byte range does not cover the file from its start');
    return null;
  }
  return range;
}

/** Checks that the gap is exactly this dictionary's /Contents. Otherwise, unsigned bytes could be hidden in the gap. */
function checkGap(file: PdfFile, valueRef: PdfRef | null, byteRange: ByteRange, problems: string[]): void {
  const entry = valueRef === null ? null : file.locate(valueRef.number);
  if (entry?.kind !== 'offset') {
    problems.push('the signature dictionary is not a separate object');
    return;
  }
  const span = contentsSpan(file, file.base + entry.offset);
  if (span === null || span[0] !== byteRange[1] || span[1] !== byteRange[2]) {
    problems.push('the byte range excludes something other than the signature');
  } else if (
    !/^<[0-9a-fA-F]+>$/.test(file.bytes.toString('latin1', span[0], span[1])) ||
    (span[1] - span[0]) % 2 !== 0
  ) {
    // An odd number of hexadecimal digits is ambiguous (7.3.4.3).
    problems.push('the signature is not written in hexadecimal');
  }
}

function contentsSpan(file: PdfFile, position: number): Span | null {
  const lexer = new Lexer(file.bytes, position);
  if (lexer.integer() === null || lexer.integer() === null || !lexer.keyword('obj')) return null;
  lexer.spans = new Map();
  lexer.value();
  return lexer.spans.get('Contents') ?? null;
}

/** Returns the container without its padding. */
export function trimContents({ contents, subFilter, problems }: FoundSignature): Buffer | null {
  const length = derLength(contents, subFilter === BARE_SIGNATURE ? 0x04 : 0x30);
  if (length === null || length > contents.length) {
    problems.push('the signature has no container');
    return null;
  }
  return contents.subarray(0, length);
}

/**
 * Returns the length of a DER value. Old software writes values with an indefinite length. Such a value extends to the
 * end, and the container check determines its actual length.
 */
function derLength(data: Buffer, tag: number): number | null {
  const first = data[1];
  if (data[0] !== tag || first === undefined) return null;
  if (first < 0x80) return 2 + first;
  if (first === 0x80) return trimZeros(data);
  const count = first & 0x7f;
  if (count > 4 || data.length < 2 + count) return null;
  return 2 + count + data.readUIntBE(2, count);
}

function trimZeros(data: Buffer): number {
  let end = data.length;
  while (end > 0 && data[end - 1] === 0) end--;
  // Data with indefinite lengths ends with two zero bytes for each open level, so up to 16 zeros are kept.
  return Math.min(data.length, end + 16);
}

/**
 * Whether a revision ends where the signed bytes end. In that case, the signed bytes end in `%%EOF` and optional white
 * space.
 */
export function endsRevision(file: PdfFile, end: number): boolean {
  const from = Math.max(0, end - 64);
  const mark = file.bytes.toString('latin1', from, end).lastIndexOf('%%EOF');
  return mark >= 0 && skipWhite(file.bytes, from + mark + 5) >= end;
}
