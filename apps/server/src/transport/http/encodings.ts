/**
 * Compressed responses (RFC 9110 §12.5.3). Public bytes are compressed here: the built pages, their files, and the API
 * description. They contain no secrets. json-answers.ts compresses JSON responses. Private files, streams and ranges
 * are sent uncompressed.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Encoded } from '../../platform/invoke/answers.ts';

export type Encoding = 'br' | 'gzip';
const ENCODINGS: Encoding[] = ['br', 'gzip'];
/**
 * The compression level. Compression runs once per start of the server. A higher level would take minutes and save one
 * percent.
 */
const BROTLI_QUALITY = 6;

/** Compresses content that is sent repeatedly, in each encoding on its first use, so that startup is not delayed. */
export function encoded(plain: Buffer): Encoded {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    plain,
    get br() {
      return (br ??= brotliCompressSync(plain, { params }));
    },
    get gzip() {
      return (gzip ??= gzipSync(plain, { level: 9 }));
    },
  };
}

/** Returns the encoding for this client, and sets the matching headers. The caller sends the bytes. */
export function chosen(reply: FastifyReply, forms: Encoded): { bytes: Buffer; suffix: '' | `-${Encoding}` } {
  void reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(reply.request);
  if (encoding === undefined) return { bytes: forms.plain, suffix: '' };
  void reply.header('content-encoding', encoding);
  return { bytes: forms[encoding], suffix: `-${encoding}` };
}

/**
 * Returns the client's preferred encoding, or the smaller one if it has no preference. Returns undefined if the client
 * prefers uncompressed bytes.
 */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const best = new Negotiator({ headers }).encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  return ENCODINGS.find((one) => one === best);
}
