/** Where files are: in a folder, or with an S3 server beside it (ADR 69). */
import { join } from 'node:path';
import { openLocalBlobs } from '../platform/adapters/local-blobs/index.ts';
import type { S3Blobs } from '../platform/adapters/s3-blobs/index.ts';
import { BlobHome, type Place, selectHome } from '../platform/blobs/blob-home.ts';
import { placedBlobs } from '../platform/blobs/placed-blobs.ts';
import { ConfigFault } from '../platform/config-fault.ts';
import type { ConnectionOptions, Database } from '../platform/db/database.ts';
import type { BlobStore } from '../platform/ports/blob-store.ts';
import { s3Options } from '../platform/adapters/s3/config.ts';
import type { Config } from './config.ts';

type Settings = Pick<Config, 'dataDir' | 's3'>;
type Log = { warn(fields: object, message: string): void };

export type BlobPlaces = { store: BlobStore; close(): Promise<void> };

/** @throws ConfigFault where S3 cannot be used, or files are there and no settings say how to reach it */
export async function openBlobPlaces(
  settings: Settings,
  { database, connection, log }: { database: Database; connection: ConnectionOptions; log: Log },
): Promise<BlobPlaces> {
  const folder = await openLocalBlobs(join(settings.dataDir, 'blobs'));
  const s3 = await openS3(settings, log);
  if (!s3) {
    const [home] = await database.query({ role: 'jobs' }, selectHome());
    if (home && (home.place === 's3' || home.is_moving))
      throw new ConfigFault('S3_ENDPOINT: stored files are in S3; set it and the other S3 settings again');
    return { store: folder, close: async () => {} };
  }
  const home = await BlobHome.open(connection, 's3');
  return {
    store: placedBlobs({ folder, s3 }, home),
    close: async () => {
      await home.stop();
      s3.close();
    },
  };
}

/** Each place by itself, for the move. @throws ConfigFault */
export async function openBothPlaces(
  settings: Settings,
  log: Log,
): Promise<Record<Place, BlobStore> & { close(): void }> {
  const s3 = await openS3(settings, log);
  if (!s3) throw new ConfigFault('S3_ENDPOINT: is needed to move files to S3 or back');
  return { folder: await openLocalBlobs(join(settings.dataDir, 'blobs')), s3, close: () => s3.close() };
}

/** Tried with a write, a read and a removal. Nothing of it is loaded where it is not used. */
async function openS3({ s3, dataDir }: Settings, log: Log): Promise<S3Blobs | undefined> {
  if (!s3) return undefined;
  const { checkS3, openS3Blobs } = await import('../platform/adapters/s3-blobs/index.ts');
  // What is staged and what is read by path; nothing else is kept there.
  const store = await openS3Blobs(join(dataDir, 's3'), await s3Options(s3, log));
  await checkS3(store).catch((error: unknown) => {
    store.close();
    throw error;
  });
  return store;
}
