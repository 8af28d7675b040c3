// A process for the crash test to kill. Moves all files of the database and the locations in argv to S3, and stops at a
// failpoint if one is named.
import path from 'node:path';
import { moveFiles } from './move-files.ts';
import { openLocalBlobs } from '../../platform/adapters/local-blobs/index.ts';
import { openS3Blobs, type S3Options } from '../../platform/adapters/s3-blobs/index.ts';
import { BlobFence } from '../../platform/blobs/blob-home.ts';
import { type ConnectionOptions, Database } from '../../platform/db/database.ts';
import { armFailpoint, FAILPOINTS } from '../../platform/failpoints.ts';
import { systemClock } from '../../platform/ports/clock.ts';

type Given = { connection: ConnectionOptions; folder: string; s3: Omit<S3Options, 'log'>; point?: string };

const { connection, folder, s3, point: wanted } = JSON.parse(process.argv[2] ?? '') as Given;
const database = new Database({ ...connection, maxConnections: 3, onError: () => {} });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const bucket = await openS3Blobs(path.join(folder, 'copies'), { ...s3, log: { warn: (_, line) => say(line) } });
const point = FAILPOINTS.find((one) => one === wanted);
if (point) armFailpoint(point, 1);
const { left } = await moveFiles(
  {
    database,
    clock: systemClock,
    places: { folder: await openLocalBlobs(path.join(folder, 'blobs')), s3: bucket },
    fence: new BlobFence(connection),
    say,
  },
  's3',
);
bucket.close();
await database.close();
process.exitCode = left;
