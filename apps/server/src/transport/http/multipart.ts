/** Reads multipart/form-data with one streamed file. Form fields may come before or after it. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { hasUnseen, LIMITS, withoutUnseen } from '@countersign/contract';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, fileTooLarge, invalid, ValidationError } from '../../platform/errors.ts';
import type { Firewall } from '../../platform/firewall/firewall.ts';
import type { UploadedFile } from '../../platform/invoke/operations.ts';
import { unsupportedMediaType } from './media-types.ts';

/** The allowance for headers and a few short fields next to the file. */
const OVERHEAD = 64 * 1024;

/** The maximum length of a field. Fields are short, unless a form replaces a whole JSON body. */
const FIELD_BYTES = { short: 16 * 1024, whole: 1024 * 1024 };

export async function readUpload(
  request: FastifyRequest,
  { file: fileName, json, maxBytes = LIMITS.uploadBytes }: { file: string; json?: unknown; maxBytes?: number },
  firewall: Firewall,
): Promise<UploadedFile<Record<string, unknown>>> {
  if (!request.isMultipart()) throw unsupportedMediaType(request);
  // If the client announces the length, the error is reported before the body is read.
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + OVERHEAD) throw fileTooLarge(maxBytes);
  const parts = partsOf(request, {
    fileSize: maxBytes + 1,
    files: 2,
    fields: 20,
    fieldSize: json === undefined ? FIELD_BYTES.short : FIELD_BYTES.whole,
    parts: 22,
  });
  const fields: Record<string, unknown> = {};
  const asking = { address: request.ip };
  const checkName = (kind: 'file-name' | 'part-name', name: string) => firewall.checkName(kind, name, asking);
  const file = await nextFile(parts, fields, fileName, checkName);
  if (!file) throw invalid(fileName, 'is required. Send the file in a part with this name');
  return {
    ...cleanedName(file.filename, fileName),
    content: readable(file.file),
    fields: async () => {
      const second = await nextFile(parts, fields, fileName, checkName);
      if (second) throw invalid(fileName, 'must be one file. Upload files one by one', 'several_files');
      return fields;
    },
  };
}

type PartLimits = { fileSize: number; files: number; fields: number; fieldSize: number; parts: number };

/**
 * The maximum number of boundaries. The parser only counts parts with headers, but 1 MB can contain 170,000 parts
 * without headers.
 */
const MAX_BOUNDARIES = 100;

/**
 * Yields the parts of a form as they arrive. Throws if the body was aborted before it was read, because its reader
 * would otherwise wait forever.
 */
export function partsOf(request: FastifyRequest, limits: PartLimits): AsyncIterator<Multipart> {
  const { raw } = request;
  if (raw.destroyed && !raw.readableEnded) throw badMultipart('the connection was closed');
  const form = Object.create(request, { raw: { value: withFewBoundaries(request) } }) as FastifyRequest;
  return form.parts({ limits: { ...limits, headerPairs: 50 } })[Symbol.asyncIterator]();
}

/** Passes on the body as it arrives, unless it contains too many boundaries. */
function withFewBoundaries({ raw }: FastifyRequest): Transform & Pick<IncomingMessage, 'headers'> {
  const { headers } = raw;
  const [, quoted, bare] = /boundary=(?:"([^"]{1,200})"|([^";\s]{1,200}))/i.exec(headers['content-type'] ?? '') ?? [];
  const boundary = Buffer.from(`--${quoted ?? bare ?? ''}`, 'latin1');
  let count = 0;
  const form = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      for (let at = chunk.indexOf(boundary); at >= 0; at = chunk.indexOf(boundary, at + boundary.length)) {
        if (++count <= MAX_BOUNDARIES) continue;
        return done(invalid('body', `has more than ${MAX_BOUNDARIES} boundaries`, 'malformed_multipart'));
      }
      done(null, chunk);
    },
  });
  // Prevents an unhandled error before the parser listens. The parser reports the error later.
  form.on('error', () => raw.unpipe(form));
  raw.once('close', () => {
    if (!raw.readableEnded) form.destroy();
  });
  raw.pipe(form);
  return Object.assign(form, { headers });
}

/** Yields the file. A body that ends in the middle of the file is reported as the sender's fault. */
export async function* readable(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw badMultipart(error);
  }
}

/**
 * Returns the next part with a file. If `fileName` is given, the part must have this name. Earlier parts are added to
 * `fields`.
 */
export async function nextFile(
  parts: AsyncIterator<Multipart>,
  fields: Record<string, unknown>,
  fileName: string | undefined,
  checkName: (kind: 'file-name' | 'part-name', name: string) => Promise<unknown> | undefined,
): Promise<MultipartFile | undefined> {
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      throw badMultipart(error);
    });
    if (next.done) return undefined;
    const part = next.value;
    await checkName('part-name', part.fieldname);
    if (part.type === 'file') await checkName('file-name', part.filename);
    if (part.type === 'file') {
      if (fileName !== undefined && part.fieldname !== fileName)
        throw invalid(part.fieldname, `is not recognized. Send the file in a part named ${fileName}`, 'unknown_field');
      return part;
    }
    if (Object.hasOwn(fields, part.fieldname)) throw invalid(part.fieldname, 'was sent twice');
    // A form also sends its empty inputs, which count as omitted.
    if (typeof part.value === 'string' && part.value.trim() === '') continue;
    if (part.valueTruncated) throw invalid(part.fieldname, 'is too long');
    Object.defineProperty(fields, part.fieldname, { value: part.value, enumerable: true });
  }
}

function badMultipart(error: unknown): Error {
  if (error instanceof AppError || error instanceof ValidationError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return invalid('body', `is not readable as multipart/form-data (${message.slice(0, 100)})`, 'malformed_multipart');
}

/**
 * The escapes that browsers use for characters that would end a quoted file name (HTML Living Standard,
 * multipart/form-data encoding).
 */
const ESCAPED: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };
const NOT_UTF8 = 'has a name that is not valid UTF-8. Encode the name as UTF-8, or send it as filename*';

/**
 * Returns the file name, and whether invisible control characters were removed. The error names `field` if the name
 * cannot be read.
 */
export const cleanedName = (name = '', field: string): { filename: string; isNameCleaned: boolean } => ({
  filename: cleanFilename(name, field),
  isNameCleaned: hasUnseen(name),
});

/**
 * Returns a name under which the file can be displayed and saved: no path, no control characters, line separators or
 * invisible controls. Throws for a name that is not UTF-8, because the parser has already replaced letters.
 */
function cleanFilename(name: string, field: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  if (base.includes('\ufffd')) throw invalid(field, NOT_UTF8, 'invalid_encoding');
  const unescaped = base.replaceAll(/%(?:22|0D|0A)/gi, (escape) => ESCAPED[escape.toUpperCase()] ?? escape);
  const clean = withoutUnseen(unescaped.toWellFormed()).replace(/[\p{Cc}\u2028\u2029]/gu, '');
  // The name has at most 255 UTF-16 units. If the cut splits a character, its first half is removed.
  const short = [...clean.trim()]
    .slice(0, 255)
    .join('')
    .slice(0, 255)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return short === '' || /^\.+$/.test(short) ? 'document.pdf' : short;
}
