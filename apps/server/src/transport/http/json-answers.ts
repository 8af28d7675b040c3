/**
 * JSON responses: an ETag if the operation declares one, and compression for signed-in callers (ADR 99). A response
 * with a secret is never compressed, because its length could reveal the secret to an attacker who controls other text
 * in it (BREACH).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Operation } from '@countersign/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textDigest } from '../../platform/crypto/tokens.ts';
import type { Principal } from '../../platform/principal.ts';
import { type Encoding, encodingFor } from './encodings.ts';

/** The minimum size of a compressed response. Smaller responses fit into one packet, compressed or not. */
const SMALLEST = 1024;
/** The compression level. Each response is compressed only once, so the cheapest level is best. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 2;
const CALLERS: ReadonlySet<Principal['kind']> = new Set(['user', 'api-key', 'service']);

const compressions: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  gzip: (plain) => promisify(gzip)(plain, { level: GZIP_LEVEL }),
  br: (plain) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
};

export async function sendJson(reply: FastifyReply, operation: Operation, answer: unknown): Promise<FastifyReply> {
  const mayCompress = isCompressible(operation, reply.request);
  if (mayCompress) void reply.header('vary', 'accept-encoding');
  const encoding = mayCompress ? encodingFor(reply.request) : undefined;
  const isTagged = operation.conditional === true && reply.statusCode < 300;
  if (answer === undefined || (encoding === undefined && !isTagged)) return reply.send(answer);

  // The response is sent as text, because Node sends headers and text in one write, but headers and bytes in two.
  const plain = JSON.stringify(answer);
  const used = plain.length < SMALLEST ? undefined : encoding;
  if (isTagged) {
    const tag = textDigest(plain);
    void reply.header('etag', etagOf(tag, used));
    if (isUnchanged(reply.request, tag)) return reply.status(304).send();
  }
  void reply.type('application/json; charset=utf-8');
  if (used === undefined) return reply.send(plain);
  const bytes = await compressions[used](Buffer.from(plain));
  return reply.header('content-encoding', used).send(bytes);
}

function isCompressible({ secretAnswer }: Operation, { caller }: FastifyRequest): boolean {
  return secretAnswer !== true && caller !== undefined && CALLERS.has(caller.kind);
}

/** Returns the ETag. Each encoding has its own (RFC 9110 §8.8.3.3). */
const etagOf = (tag: string, encoding?: Encoding): string => `"${tag}${encoding === undefined ? '' : `-${encoding}`}"`;

/** Returns whether the client has this response in any encoding. The comparison is weak (RFC 9110 §13.1.2). */
function isUnchanged({ headers }: FastifyRequest, tag: string): boolean {
  const sent = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return sent.some((one) => one === '*' || [etagOf(tag), etagOf(tag, 'gzip'), etagOf(tag, 'br')].includes(one));
}
