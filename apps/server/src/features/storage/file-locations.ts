/** Shows the operator where files are stored and how many of them are encrypted. */
import { otherPlace, type Place } from '../../platform/blobs/blob-home.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import { batchesOf } from './batches.ts';
import { countFiles, measureFiles, selectEncryption, selectHomeState } from './store.ts';

const JOBS = { role: 'jobs' } as const;
const BATCH = 1000;
export const PLACE_NAMES: Readonly<Record<Place, string>> = { folder: 'the folder', s3: 'S3' };

export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const amount = ({ files, bytes }: Amount): string => `${files} ${files === 1 ? 'file' : 'files'} (${megabytes(bytes)})`;
type Amount = { files: number; bytes: number };

/** @param open opens both locations; called only while a move between them is unfinished */
export async function describeFiles(
  database: Database,
  open: () => Promise<Record<Place, BlobStore> & { close(): void }>,
): Promise<string[]> {
  const [count] = await database.query(JOBS, countFiles());
  const { sealed, sealed_bytes: sealedBytes, plain, plain_bytes: plainBytes } = count ?? NONE;
  const all = { files: sealed + plain, bytes: sealedBytes + plainBytes };
  const [home] = await database.query(JOBS, selectHomeState());
  const place = home?.place ?? 'folder';
  const where =
    home?.move_started_at && !home.move_ended_at
      ? await describeMove(database, { all, place, since: home.move_started_at, open })
      : `${amount(all)} in ${PLACE_NAMES[place]}.`;
  const [before] = await database.query(JOBS, selectEncryption());
  const encrypted =
    plain === 0
      ? 'All files are encrypted.'
      : `${amount({ files: sealed, bytes: sealedBytes })} encrypted, ${amount({ files: plain, bytes: plainBytes })} not; ${before?.files ?? 0} of the older unencrypted files have been encrypted so far.`;
  return [where, encrypted];
}

const NONE = { sealed: 0, sealed_bytes: 0, plain: 0, plain_bytes: 0 };
type Move = { all: Amount; place: Place; since: Date; open: Parameters<typeof describeFiles>[1] };

/** Describes the progress of a move. The files that are still in the old location have not been moved yet. */
async function describeMove(database: Database, { all, place, since, open }: Move): Promise<string> {
  const places = await open();
  const left = { files: 0, bytes: 0 };
  try {
    for await (const keys of batchesOf(places[otherPlace(place)].keys(), BATCH)) {
      const [found] = await database.query(JOBS, measureFiles(keys));
      left.files += found?.files ?? 0;
      left.bytes += found?.bytes ?? 0;
    }
  } finally {
    places.close();
  }
  const done = { files: all.files - left.files, bytes: all.bytes - left.bytes };
  return `${amount(done)} in ${PLACE_NAMES[place]}, ${amount(left)} still in ${PLACE_NAMES[otherPlace(place)]}: the move that began at ${since.toISOString()} has not finished. Resume it with npm start -- storage move --to ${place}.`;
}
