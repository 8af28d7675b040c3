/** `npm start -- storage move` moves all files to S3, or back to the folder, while servers run. */
import { BlobFence, FOLDER_ALONE, type Place } from '../../platform/blobs/blob-home.ts';
import { CommandError } from '../../platform/command-error.ts';
import type { Console, Opened } from '../../platform/console.ts';
import { tryAdvisoryLock } from '../../platform/db/advisory-lock.ts';
import type { ConnectionOptions } from '../../platform/db/database.ts';
import type { BlobStore } from '../../platform/ports/blob-store.ts';
import { moveFiles } from './move-files.ts';
import { PLACE_NAMES } from './file-locations.ts';

export type MoveConsole = {
  readonly openBothStores: () => Promise<Record<Place, BlobStore> & { close(): void }>;
};

export function readTarget([option, to, ...rest]: readonly string[]): Place | undefined {
  return option === '--to' && (to === 's3' || to === 'folder') && rest.length === 0 ? to : undefined;
}

export function move(console: Console & MoveConsole, to: Place): Promise<number> {
  return console.open((opened) => alone(opened.connection, () => moveAll(console, opened, to)));
}

async function moveAll(
  { openBothStores, out, clock }: Console & MoveConsole,
  { database, connection }: Opened,
  to: Place,
): Promise<number> {
  const places = await openBothStores();
  try {
    const fence = new BlobFence(connection);
    const { moved, left } = await moveFiles({ database, clock, places, fence, say: out }, to);
    if (left > 0)
      throw new CommandError(
        `${left} files could not be moved and are still in the old storage. Run the command again.`,
      );
    out(`All files are now in ${PLACE_NAMES[to]}. ${moved.files} files were moved.`);
    return 0;
  } finally {
    places.close();
  }
}

/** Runs `work` unless another move, or a process that supports only the folder, is running. */
async function alone(connection: ConnectionOptions, work: () => Promise<number>): Promise<number> {
  const only = await tryAdvisoryLock(connection, 'countersign storage move');
  if (!only) throw new CommandError('Another command is already moving files.');
  try {
    const unaware = await tryAdvisoryLock(connection, FOLDER_ALONE);
    if (!unaware)
      throw new CommandError(
        'A server process without S3 settings is running. Give it the same settings, restart it, and run this command again.',
      );
    await unaware.release();
    return await work();
  } finally {
    await only.release();
  }
}
