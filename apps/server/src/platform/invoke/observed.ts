/**
 * Computes the fingerprint of a request with an `Idempotency-Key`. The fingerprint is complete only once the request
 * has been read.
 */
import { sha256Stream } from '../crypto/tokens.ts';
import { type Fingerprint, fingerprintOf } from '../idempotency/index.ts';
import type { UploadedFile } from './operations.ts';

type Input = { query: unknown; body: unknown; file: unknown };

/**
 * Returns the input as the handler receives it, and its fingerprint. A file is included by its hash, computed while the
 * handler reads the file. A repeated upload has another boundary, so its bytes differ, but the file is the same.
 */
export function observed<I extends Input>(input: I): { input: I; fingerprint: Fingerprint } {
  const { query, body } = input;
  const file = input.file as UploadedFile<unknown> | undefined;
  if (!file) return { input, fingerprint: () => Promise.resolve(fingerprintOf({ query, body })) };
  const hash = sha256Stream();
  let isRead = false;
  let fields: Promise<unknown> | undefined;
  const seen: UploadedFile<unknown> = {
    ...file,
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
