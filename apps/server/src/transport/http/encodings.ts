/**
 * Compressed answers (RFC 9110 §12.5.3). Bytes that are the same for everybody are compressed here: the built pages, their files, and
 * the description of the interface. They hold no secret. json-answers.ts compresses answers in JSON. Files that a credential opens,
 * streams and ranges are sent uncompressed.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Encoded } from '../../platform/invoke/answers.ts';

export type Encoding = 'br' | 'gzip';
const ENCODINGS: Encoding[] = ['br', 'gzip'];
/** Made once for a start of the server: beyond this, minutes of work save a hundredth. */
const BROTLI_QUALITY = 6;

/** Compresses what is sent more than once, each form when it is first asked for: a start waits for none of them. */
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

/** The form that this client is to get, with the headers that say which it is; the caller sends it. */
export function chosen(reply: FastifyReply, forms: Encoded): { bytes: Buffer; suffix: '' | `-${Encoding}` } {
  void reply.header('vary', 'accept-encoding');
  const encoding = encodingFor(reply.request);
  if (encoding === undefined) return { bytes: forms.plain, suffix: '' };
  void reply.header('content-encoding', encoding);
  return { bytes: forms[encoding], suffix: `-${encoding}` };
}

/** What weighs most with the client, of equals the smaller; nothing where it weighs the bytes as they are more than either. */
export function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const best = new Negotiator({ headers }).encoding([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  return ENCODINGS.find((one) => one === best);
}
