/** Refuses bodies in an unsupported encoding, instead of storing wrongly decoded text. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid, type ValidationError } from '../../platform/errors.ts';

/** The accepted charsets. US-ASCII is a subset of UTF-8 (RFC 3629 §1). */
const READABLE_CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);
const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i;
/** The encoding that leaves a body unchanged (RFC 9110 §8.4.1; `identity` in §12.5.3). */
const IDENTITY = 'identity';

/** Runs before the body is read. Status 415 covers the content coding as well as the type (RFC 9110 §15.5.16). */
export function refuseUnreadableBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const refusal = encodingRefusal(request) ?? charsetRefusal(request);
    if (!refusal) return done(null, payload);
    void reply.header('accept-encoding', IDENTITY);
    return done(refusal);
  });
}

function encodingRefusal({ headers }: FastifyRequest): AppError | undefined {
  const encoding = headers['content-encoding']?.trim() ?? '';
  if (encoding === '' || encoding.toLowerCase() === IDENTITY) return undefined;
  return unsupported(
    { contentEncoding: encoding },
    `Content-Encoding \`${short(encoding)}\`. Send the body uncompressed.`,
  );
}

function charsetRefusal({ headers }: FastifyRequest): AppError | undefined {
  const type = headers['content-type'] ?? '';
  // The fields of a form have their own encoding.
  if (/^multipart\//i.test(type)) return undefined;
  const [, quoted, plain] = CHARSET.exec(type) ?? [];
  const charset = quoted ?? plain;
  if (charset === undefined || READABLE_CHARSETS.has(charset.toLowerCase())) return undefined;
  return unsupported({ charset }, `charset \`${short(charset)}\`. Send the body as UTF-8.`);
}

const unsupported = (details: Record<string, string>, rest: string): AppError =>
  new AppError('UNSUPPORTED_MEDIA_TYPE', details, { message: `Unsupported ${rest}` });

const short = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}…`);

/**
 * Returns a body as text. Invalid UTF-8 is an error, because lenient decoding would silently lose letters (RFC 8259
 * §8.1).
 */
export function utf8Text(bytes: Uint8Array): string | ValidationError {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return invalid('body', 'is not valid UTF-8. Encode it as UTF-8 and send it again', 'invalid_encoding');
  }
}
