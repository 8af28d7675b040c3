import type { IncomingMessage } from 'node:http';
import { BlobError, type ByteRange } from '../../ports/blob-store.ts';
import { noAnswer, type S3Client } from './client.ts';
import { S3Failure, unavailable } from './failure.ts';

/**
 * Yields the bytes of a range as they arrive. If a connection ends early, the missing bytes are requested again. Only
 * attempts that returned no byte count toward the limit. The time limits apply only while waiting for bytes. A slow
 * reader may pause, but does not keep its connection during that time, because there are few connections and slow
 * readers would block everyone else.
 */
export async function* readRange(client: S3Client, key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  let at = range.start;
  let last: number | undefined;
  // Attempts are limited even if each one returns some bytes. Otherwise, a connection that is cut after every byte
  // would be retried for every byte.
  for (let answers = 1; last === undefined || at <= last; answers += 1) {
    const answer = await begin(client, key, { start: at, end: last ?? range.end });
    if (answer === undefined) return;
    last = Math.min(range.end, lastByte(answer, at));
    let timer: NodeJS.Timeout | undefined;
    let isReleased = false;
    const release = (): void => {
      isReleased = true;
      answer.destroy();
    };
    try {
      for await (const chunk of withinLimits(answer, client.limits.answer)) {
        // Drops bytes that the server sends beyond the requested range.
        const bytes = chunk.subarray(0, last - at + 1);
        at += bytes.length;
        if (bytes.length > 0) {
          timer = setTimeout(release, client.limits.reader);
          yield bytes;
          clearTimeout(timer);
        }
        if (at > last) return;
        if (isReleased) break;
      }
      if (isReleased) answers = 0;
      else if (answers > MAX_ANSWERS) throw new S3Failure(0, 'ECONNRESET', 'the response ended early several times');
    } catch (error) {
      if (answers > MAX_ANSWERS || !(error instanceof S3Failure)) throw unavailable(error);
    } finally {
      clearTimeout(timer);
      answer.destroy();
    }
  }
}

const MAX_ANSWERS = 8;

/**
 * Requests the range, and resolves with the beginning of the response. Returns undefined if the range is beyond the
 * end.
 */
async function begin(client: S3Client, key: string, { start, end }: ByteRange): Promise<IncomingMessage | undefined> {
  const isWhole = start === 0 && end === Number.MAX_SAFE_INTEGER;
  const headers = isWhole ? {} : { range: `bytes=${start}-${end === Number.MAX_SAFE_INTEGER ? '' : end}` };
  try {
    return await client.persist(0, async (signal) => {
      // The total limit applies only until the response begins. After that, it would cut off slow readers.
      const beginning = new AbortController();
      const end = () => beginning.abort(signal.reason);
      signal.addEventListener('abort', end);
      const answer = await client
        .once({ method: 'GET', key, headers }, beginning.signal)
        .finally(() => signal.removeEventListener('abort', end));
      if (answer.statusCode === 206 || start === 0) return answer;
      answer.destroy();
      throw new S3Failure(200, 'NoRange', 'the server responded to a range request with the whole object');
    });
  } catch (error) {
    if (error instanceof S3Failure && error.status === 416) return undefined;
    if (error instanceof S3Failure && error.status === 404)
      throw new BlobError('not_found', `The blob ${key} does not exist`, { cause: error });
    throw unavailable(error);
  }
}

/**
 * Returns the position of the last byte that the response announces (RFC 9110 §14.4), to detect a response that ends
 * early.
 */
function lastByte(answer: IncomingMessage, start: number): number {
  const length = Number(answer.headers['content-length']);
  if (!Number.isSafeInteger(length))
    throw unavailable(new S3Failure(200, 'NoLength', 'the server did not state the length of its response'));
  return start + length - 1;
}

async function* withinLimits(answer: IncomingMessage, limitMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = answer.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(
      () => answer.destroy(new S3Failure(0, 'ETIMEDOUT', `no data within ${limitMs} ms`)),
      limitMs,
    );
    try {
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      if (done === true) return;
      yield value;
    } catch (error) {
      throw noAnswer(error);
    }
  }
}
