/**
 * Stores backups in one bucket of an S3 server, each file as the object `<prefix><name>`. An object becomes visible
 * only when it is complete: a small file is one PUT, a larger one a multipart upload.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ConfigFault } from '../../config-fault.ts';
import { type BackupTarget, BackupTargetError, checkName, type TargetFile } from '../../ports/backup-target.ts';
import { BlobError } from '../../ports/blob-store.ts';
import { drained, s3Client, type S3Options } from '../s3/client.ts';
import { BACKUPS } from '../s3/config.ts';
import { absentIsFine, S3Failure } from '../s3/failure.ts';
import { listFolders, listObjects } from '../s3/list.ts';
import { readRange } from '../s3/read.ts';
import { settingOf } from '../s3/setting.ts';
import { sweepUploads, uploadInParts } from './multipart.ts';
import { piecesOf, put } from './piece.ts';

export type BackupS3Options = S3Options & {
  /** Prefix of object names: empty, or path segments that each end with a slash. */
  readonly prefix: string;
  /** The maximum size of a request body, at least 5 MiB. */
  readonly pieceBytes?: number;
};

const CHUNK = 256 * 1024;

/** Creates the target. Sends no request to the server before the first operation. */
export function backupS3(options: BackupS3Options): BackupTarget {
  const client = s3Client({ ...options, settings: BACKUPS.settings });
  const { prefix } = options;
  const keyOf = (name: string): string => prefix + checkName(name);

  async function write(name: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const key = keyOf(name);
    const pieces = piecesOf(source, options.pieceBytes);
    try {
      const first = await pieces.next();
      const second = await pieces.next();
      if (first.done === true) throw new Error('the source of the backup file returned no data');
      if (second.done === true) await put(client, { key }, first.value);
      else await uploadInParts(client, key, first.value, second.value, pieces);
    } catch (error) {
      throw explained(error);
    } finally {
      await pieces.return(undefined);
    }
  }

  async function* read(name: string): AsyncGenerator<Uint8Array> {
    try {
      yield* readRange(client, keyOf(name), { start: 0, end: Number.MAX_SAFE_INTEGER });
    } catch (error) {
      throw explained(error, name);
    }
  }

  async function size(name: string): Promise<number | undefined> {
    try {
      const answer = await client.ask({ method: 'HEAD', key: keyOf(name) }, drained);
      return Number(answer.headers['content-length']);
    } catch (error) {
      if (error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
      throw explained(error);
    }
  }

  async function* files(below: string): AsyncGenerator<TargetFile> {
    try {
      for await (const object of listObjects(client, prefix + below))
        yield { name: object.key.slice(prefix.length), bytes: object.size };
    } catch (error) {
      throw explained(error);
    }
  }

  async function* tops(): AsyncGenerator<string> {
    try {
      yield* listFolders(client, prefix);
    } catch (error) {
      throw explained(error);
    }
  }

  return {
    place: `s3://${options.bucket}/${prefix}`,
    write,
    read: (name) => Readable.from(read(name), { objectMode: false, highWaterMark: CHUNK }),
    size,
    files,
    tops,
    remove: async (name) => {
      await client
        .ask({ method: 'DELETE', key: keyOf(name) }, drained)
        .catch(absentIsFine)
        .catch((error: unknown) => {
          throw explained(error);
        });
    },
    sweep: (below) =>
      sweepUploads(client, prefix + below).catch((error: unknown) => {
        throw explained(error);
      }),
    close: () => client.close(),
  };
}

/**
 * Writes, reads, lists and removes an object at startup. An error that only the operator can fix is reported as a wrong
 * setting. A server that does not respond is not, because it may respond by the time of the next backup, and signing
 * does not depend on it.
 * @throws ConfigFault, BackupTargetError `unavailable`
 */
export async function checkBackupS3(target: BackupTarget): Promise<void> {
  const name = `trial-${randomBytes(8).toString('hex')}/bytes`;
  try {
    await target.write(name, Readable.from([randomBytes(1024)]));
    for await (const piece of target.read(name)) void piece;
    const { value } = await target.files(name.slice(0, -'bytes'.length))[Symbol.asyncIterator]().next();
    await target.remove(name);
    if (value?.name !== name) throw new ConfigFault('BACKUP_S3_BUCKET: an object that was written is not listed');
  } catch (error) {
    const failure = failureOf(error);
    if (!failure || failure.isPassing) throw error;
    throw new ConfigFault(
      `${BACKUPS.settings}${settingOf(failure)}: ${failure.adviceFor(BACKUPS.settings) ?? failure.message}`,
      {
        cause: failure,
      },
    );
  }
}

function failureOf(error: unknown): S3Failure | undefined {
  if (error instanceof S3Failure) return error;
  return error instanceof BlobError || error instanceof BackupTargetError ? failureOf(error.cause) : undefined;
}

function explained(error: unknown, name?: string): unknown {
  const failure = failureOf(error);
  if (!failure) return error;
  if (name !== undefined && error instanceof BlobError && error.code === 'not_found' && failure.code !== 'NoSuchBucket')
    return new BackupTargetError('not_found', `The backup has no file ${name}`, { cause: failure });
  const why =
    failure.adviceFor(BACKUPS.settings) ?? `A request to the S3 server of the backups failed: ${failure.message}.`;
  return new BackupTargetError('unavailable', why, { cause: failure });
}
