/** `npm start -- storage move`: all files to S3, or back to the folder, beside running servers. */
import { moveFiles } from '../features/storage/index.ts';
import { BlobFence, type Place } from '../platform/blobs/blob-home.ts';
import { tryAdvisoryLock } from '../platform/db/advisory-lock.ts';
import { type ConnectionOptions, Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/ports/clock.ts';
import { FOLDER_ALONE, openBothPlaces } from './blob-places.ts';
import type { Config } from './config.ts';
import type { CommandIo } from './keys-command.ts';
import { openDatabase } from './open-database.ts';

const NAMES: Readonly<Record<Place, string>> = { folder: 'the folder', s3: 'S3' };

/** @returns the exit code: 0, 1 where it cannot be done or files are left, 64 (EX_USAGE) for a command that is none */
export async function runMoveCommand(
  config: Config,
  args: readonly string[],
  io: CommandIo,
  clock: Clock,
  usage: string,
): Promise<number> {
  const [option, to, ...rest] = args;
  if (option !== '--to' || (to !== 's3' && to !== 'folder') || rest.length > 0) {
    io.err(usage);
    return 64;
  }
  const opened = await openDatabase(config, { beside: true });
  try {
    return await alone(opened.connection, io, () => move(config, { connection: opened.connection, io, clock, to }));
  } finally {
    await opened.stop();
  }
}

type Move = { connection: ConnectionOptions; io: CommandIo; clock: Clock; to: Place };

async function move(config: Config, { connection, io, clock, to }: Move): Promise<number> {
  const places = await openBothPlaces(config, { warn: (_, message) => io.err(message) });
  const database = new Database({ ...connection, maxConnections: 2, onError: () => {}, name: 'countersign storage' });
  try {
    const fence = new BlobFence(connection);
    const { moved, left } = await moveFiles({ database, clock, places, fence, say: (line) => io.out(line) }, to);
    if (left > 0) {
      io.err(`${left} files could not be moved and are still read from where they are. Run the command again.`);
      return 1;
    }
    io.out(`All files are in ${NAMES[to]} now; ${moved.files} were moved.`);
    return 0;
  } finally {
    await database.close();
    places.close();
  }
}

/** One move at a time, and none while a process runs that knows the folder alone. */
async function alone(connection: ConnectionOptions, io: CommandIo, work: () => Promise<number>): Promise<number> {
  const only = await tryAdvisoryLock(connection, 'countersign storage move');
  if (!only) {
    io.err('Files are being moved already, by another command.');
    return 1;
  }
  try {
    const unaware = await tryAdvisoryLock(connection, FOLDER_ALONE);
    if (!unaware) {
      io.err(
        'A server process without S3 settings is running. Give it the same settings, restart it, and call this again.',
      );
      return 1;
    }
    await unaware.release();
    return await work();
  } finally {
    await only.release();
  }
}
