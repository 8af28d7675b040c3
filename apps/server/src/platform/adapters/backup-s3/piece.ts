/**
 * Splits an object into pieces, one for each request. The bytes of a piece are kept until its request succeeds, so that
 * the request can be retried.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { drained, type S3Client, type S3Request } from '../s3/client.ts';

/** The size of a piece. S3 allows ten thousand parts per object, which is 160 GB at this size. */
const PIECE_BYTES = 16 * 2 ** 20;

export type Piece = { bytes: readonly Uint8Array[]; size: number };

/**
 * Yields at least one piece, which may be empty. All pieces except the last have the same size, which some servers
 * require.
 */
export async function* piecesOf(source: AsyncIterable<Uint8Array>, pieceBytes = PIECE_BYTES): AsyncGenerator<Piece> {
  let [bytes, size]: [Uint8Array[], number] = [[], 0];
  let given = 0;
  for await (const chunk of source)
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + pieceBytes - size);
      bytes.push(part);
      size += part.length;
      at += part.length;
      if (size < pieceBytes) continue;
      yield { bytes, size };
      [bytes, size] = [[], 0];
      given += 1;
    }
  if (size > 0 || given === 0) yield { bytes, size };
}

/** Sends a piece with its MD5 and SHA-256 hashes, which the server compares with the bytes that it receives. */
export async function put(
  client: S3Client,
  request: Pick<S3Request, 'query'> & { key: string },
  { bytes, size }: Piece,
): Promise<IncomingMessage> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  for (const part of bytes) {
    md5.update(part);
    sha256.update(part);
  }
  return client.ask(
    {
      method: 'PUT',
      ...request,
      headers: { 'content-type': 'application/octet-stream', 'content-md5': md5.digest('base64') },
      body: { open: () => Readable.from(bytes, { objectMode: false }), size, sha256: sha256.digest('hex') },
    },
    drained,
  );
}
