/**
 * A blob store in one bucket of an S3 server, with one object `<tenantId>/<blobId>` per blob (ADR 69). Bytes are staged
 * on this machine and sent whole in one request. This module does not interpret the bytes.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { BlobError, isKey, putStaged, splitKey, UNHASHED } from '../../ports/blob-store.ts';
import type { BlobSource, BlobStore, ByteRange, StagedBlob, StageOptions } from '../../ports/blob-store.ts';
import { openStagingFolder } from '../local-blobs/staging-folder.ts';
import { drained, QUICK_LIMITS, type S3Client, s3Client, type S3Options } from '../s3/client.ts';
import { absentIsFine, S3Failure, unavailable } from '../s3/failure.ts';
import { listObjects } from '../s3/list.ts';
import { LocalCopies } from './local-copies.ts';
import { readRange } from '../s3/read.ts';

export { checkS3 } from './check.ts';
export type { S3Options } from '../s3/client.ts';

/**
 * The header that identifies the writer of an object. If the response to an attempt is lost, it shows whether the
 * object under the key comes from that attempt or from another writer.
 */
const WRITER = 'x-amz-meta-writer';
const CHUNK = 256 * 1024;

export interface S3Blobs extends BlobStore {
  readonly client: S3Client;
  close: () => void;
}

/** @param folder a local folder for staged files and for files read by path */
export async function openS3Blobs(folder: string, options: S3Options): Promise<S3Blobs> {
  const staging = await openStagingFolder(folder);
  const client = s3Client({ ...options, limits: { ...QUICK_LIMITS, ...options.limits } });
  const copies = new LocalCopies(staging);
  const write = writer(client);

  async function stage(source: BlobSource, stageOptions: StageOptions = {}): Promise<StagedBlob> {
    const { hash = UNHASHED } = stageOptions;
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    const update = (chunk: Uint8Array): void => {
      md5.update(chunk);
      sha256.update(chunk);
    };
    const { remove: discard, isThere, ...staged } = await staging.stage(source, { ...stageOptions, hash }, { update });
    const { path, size } = staged;
    const upload = { path, size, sha256: sha256.digest('hex'), contentMd5: md5.digest('base64') };
    const commit = async (key: string): Promise<void> => {
      splitKey(key);
      if (!isThere()) throw new Error('This staged blob was already committed or discarded');
      await write(key, upload);
      await discard();
    };
    return { ...staged, sha256: stageOptions.hash ? staged.sha256 : upload.sha256, commit, discard };
  }

  const stream = (key: string, range: ByteRange = { start: 0, end: Number.MAX_SAFE_INTEGER }): Readable =>
    Readable.from(bytesOf(client, key, range), { objectMode: false, highWaterMark: CHUNK });

  async function get(key: string, { sha256 }: { sha256?: string } = {}): Promise<Buffer> {
    const bytes = await buffer(stream(key));
    if (sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new BlobError('corrupt', `The blob ${key} differs from the stored data`);
    return bytes;
  }

  return {
    client,
    stage,
    put: putStaged(stage),
    get,
    stream,
    size: async (key) => Number((await head(client, key)).headers['content-length']),
    modifiedAt: async (key) => new Date(String((await head(client, key)).headers['last-modified'])),
    delete: async (key) => {
      splitKey(key);
      copies.forget(key);
      await client.ask({ method: 'DELETE', key }, drained).catch(absentIsFine).catch(fail);
    },
    localFile: async (key, { isFresh = false } = {}) => {
      splitKey(key);
      if (isFresh) copies.forget(key);
      return copies.borrow(key, () => stream(key));
    },
    keys: () => keysOf(client),
    sweep: () => staging.sweep(),
    // Uploads are staged on the local disk first. If that disk is full, uploads fail even if the bucket has room.
    space: async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
    close: () => client.close(),
  };
}

/** Yields the keys. Objects that are not named like a blob are ignored. */
async function* keysOf(client: S3Client): AsyncGenerator<string> {
  for await (const { key } of listObjects(client)) if (isKey(key)) yield key;
}

async function* bytesOf(client: S3Client, key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  splitKey(key);
  yield* readRange(client, key, range);
}

type Upload = { path: string; size: number; sha256: string; contentMd5: string };

/**
 * Writes a key once. A server that supports `If-None-Match` refuses the second write. A server that answers 501, such
 * as Swift, gets a HEAD request first. If two processes wrote one key at the same moment, both would then succeed, and
 * the later bytes would be kept. In practice, this does not happen, because keys are random IDs that only their creator
 * has. Within this process, the second write is refused.
 */
function writer(client: S3Client): (key: string, upload: Upload) => Promise<void> {
  const writing = new Set<string>();
  let isConditional = true;

  async function send(key: string, upload: Upload, id: string, onlyIfAbsent: boolean): Promise<void> {
    await client.persist(upload.size, async (signal, attempt) => {
      const request = {
        method: 'PUT',
        key,
        headers: {
          'content-type': 'application/octet-stream',
          'content-md5': upload.contentMd5,
          [WRITER]: id,
          ...(onlyIfAbsent && { 'if-none-match': '*' }),
        },
        body: {
          open: () => createReadStream(upload.path, { highWaterMark: CHUNK }),
          size: upload.size,
          sha256: upload.sha256,
        },
      } as const;
      // An earlier attempt may have stored the object although its response was lost.
      if ((!onlyIfAbsent || attempt > 1) && (await isWritten(client, key, id, signal))) return;
      try {
        await drained(await client.once(request, signal));
      } catch (error) {
        if (!(error instanceof S3Failure) || error.status !== 412) throw error;
        if (!(await isWritten(client, key, id, signal))) throw error;
      }
    });
  }

  return async (key, upload) => {
    if (writing.has(key)) throw new BlobError('exists', `The blob ${key} is being written`);
    writing.add(key);
    const id = randomBytes(16).toString('hex');
    try {
      // Several requests may detect at the same time that the server does not support `If-None-Match`, and each of them
      // must handle it.
      const onlyIfAbsent = isConditional;
      await send(key, upload, id, onlyIfAbsent).catch((error: unknown) => {
        if (!onlyIfAbsent || !(error instanceof S3Failure) || error.status !== 501) throw error;
        isConditional = false;
        return send(key, upload, id, false);
      });
    } catch (error) {
      throw unavailable(error);
    } finally {
      writing.delete(key);
    }
  };
}

/**
 * Returns whether an earlier attempt of this writer stored the object. @throws BlobError `exists` if another writer
 * stored it
 */
async function isWritten(client: S3Client, key: string, id: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await client.once({ method: 'HEAD', key }, signal);
    await drained(answer);
    if (answer.headers[WRITER] === id) return true;
  } catch (error) {
    if (error instanceof S3Failure && error.status === 404) return false;
    throw error;
  }
  throw new BlobError('exists', `The blob ${key} already exists`);
}

async function head(client: S3Client, key: string): Promise<IncomingMessage> {
  splitKey(key);
  try {
    return await client.ask({ method: 'HEAD', key }, drained);
  } catch (error) {
    if (error instanceof S3Failure && error.status === 404)
      throw new BlobError('not_found', `The blob ${key} does not exist`, { cause: error });
    throw unavailable(error);
  }
}

function fail(error: unknown): never {
  throw unavailable(error);
}
