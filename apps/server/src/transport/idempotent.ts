/** The header Idempotency-Key: around the handler, once input and caller are known. */
import type { Operation } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import { sha256Stream } from '../platform/crypto/tokens.ts';
import { invalid } from '../platform/errors.ts';
import { type Fingerprint, fingerprintOf } from '../platform/idempotency/index.ts';
import type { UploadedFile } from './multipart.ts';

/** The key of this request; undefined where none came or the operation takes none. Throws ValidationError for a bad one. */
export function idempotencyKey(request: FastifyRequest, operation: Operation): string | undefined {
  if (operation.method !== 'POST' || operation.idempotency === 'none') return undefined;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'must be one value of 1 to 255 visible ASCII characters, such as a UUID');
  return key;
}

type Input = { query: unknown; body: unknown; file: unknown };

/**
 * The input as the handler gets it, and what it comes to. A file goes in by its hash, taken while the handler reads it: a
 * repeated upload has another boundary and so other bytes, but the same file.
 */
export function observed<I extends Input>(input: I): { input: I; fingerprint: Fingerprint } {
  const { query, body } = input;
  const file = input.file as UploadedFile<unknown> | undefined;
  if (!file) return { input, fingerprint: () => Promise.resolve(fingerprintOf({ query, body })) };
  const hash = sha256Stream();
  let isRead = false;
  let fields: Promise<unknown> | undefined;
  const seen: UploadedFile<unknown> = {
    filename: file.filename,
    content: (async function* () {
      for await (const chunk of file.content) {
        hash.update(chunk);
        yield chunk;
      }
      isRead = true;
    })(),
    fields: () => (fields ??= file.fields()),
  };
  return {
    input: { ...input, file: seen },
    fingerprint: async (isReplay) => {
      if (isReplay) for await (const chunk of seen.content) void chunk;
      if (!isRead) return undefined;
      return fingerprintOf({ filename: file.filename, file: hash.hex(), fields: await seen.fields() });
    },
  };
}
