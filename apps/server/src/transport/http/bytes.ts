/** Sends files as responses: single ranges (RFC 9110 §14), ETag, and a file name. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { ByteAnswer, Encoded, StreamAnswer } from '../../platform/invoke/answers.ts';
import { chosen } from './encodings.ts';

/**
 * Sends bytes. Headers are sent with the first available byte, so a file that cannot be read results in a normal error
 * response. If damage is found later, the connection is closed, and the client receives fewer bytes than Content-Length
 * states.
 */
export async function sendBytes(reply: FastifyReply, contentType: string, answer: ByteAnswer): Promise<FastifyReply> {
  const { headers } = reply.request;
  if (answer.forms !== undefined) {
    if (headers.range === undefined) return sendForm(reply, contentType, answer, answer.forms);
    void reply.header('vary', 'accept-encoding');
  }
  const usable = headers['if-range'] === undefined || headers['if-range'] === answer.etag;
  const range = usable ? parseRange(headers.range, answer.size) : undefined;
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${answer.size}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', { size: answer.size });
  }
  // The response is private, because a file opened with a credential is only for its holder. It is revalidated each
  // time, because documents grow.
  const shared = { etag: answer.etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' };
  if (headers['if-none-match'] === answer.etag) return reply.headers(shared).status(304).send();
  const { start, end } = range ?? { start: 0, end: answer.size - 1 };
  const bytes = answer.open({ start, end });
  if (bytes instanceof Readable) await firstBytes(bytes);
  if (reply.request.method !== 'HEAD') {
    await answer.beforeBytes().catch((error: unknown) => {
      if (bytes instanceof Readable) bytes.destroy();
      throw error;
    });
  }
  void reply.headers({
    ...shared,
    'content-type': answer.contentType ?? contentType,
    'content-length': end - start + 1,
    ...(answer.filename !== undefined && { 'content-disposition': disposition(answer.filename) }),
  });
  if (range) void reply.status(206).header('content-range', `bytes ${start}-${end}/${answer.size}`);
  return reply.send(bytes);
}

/**
 * Sends content that is generated while it is sent. An error before the first byte results in a normal error response.
 */
export async function sendStream(reply: FastifyReply, answer: StreamAnswer): Promise<FastifyReply> {
  const bytes = answer.open();
  await firstBytes(bytes);
  void reply.headers({
    'content-type': answer.contentType,
    'content-disposition': disposition(answer.filename),
    'cache-control': 'private, no-store',
  });
  return reply.send(bytes);
}

/** Sends one encoding. Each encoding is a separate representation with its own ETag (RFC 9110 §8.8.3.3). */
function sendForm(reply: FastifyReply, contentType: string, answer: ByteAnswer, forms: Encoded): FastifyReply {
  const { bytes, suffix } = chosen(reply, forms);
  const etag = `${answer.etag.slice(0, -1)}${suffix}"`;
  void reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' });
  if (reply.request.headers['if-none-match'] === etag) return reply.removeHeader('content-encoding').status(304).send();
  return reply.headers({ 'content-type': contentType, 'content-length': bytes.length }).send(bytes);
}

/** Waits for the first data or the end. Throws the stream's error. */
async function firstBytes(stream: Readable): Promise<void> {
  // Later errors are handled by the code that sends the rest of the stream. Without this listener, an error before then
  // would end the process.
  stream.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    const done = () => {
      stream.off('readable', done).off('end', done).off('error', reject);
      resolve();
    };
    stream.once('readable', done).once('end', done).once('error', reject);
  });
}

/** Parses a single range. For several or invalid ranges, the whole file is sent, which RFC 9110 §14.2 allows. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * Returns the Content-Disposition header with an ASCII name for all clients, and the real name for clients that support
 * `filename*` (RFC 6266).
 */
export function disposition(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
