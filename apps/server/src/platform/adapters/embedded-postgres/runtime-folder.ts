import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { RunAs } from './run-as.ts';

/** The port number in the socket's file name. PostgreSQL does not listen on this TCP port. */
export const SOCKET_PORT = 5432;

/** The maximum length of a socket path. sun_path is limited to 107 bytes on Linux and 103 on macOS (unix(7)). */
const LONGEST_SOCKET_PATH = 103;

/**
 * Creates a private folder (mode 0700) for the socket of one start. It is not in the data folder, because a socket path
 * is limited to about a hundred bytes and the path of a data folder may be long. Its name is new each time. Otherwise,
 * another user of the machine could create a predictable name first, and a server that stops could remove the folder of
 * its successor.
 *
 * @throws EmbeddedPostgresError `runtime_folder`
 */
export function makeRuntimeFolder(runAs: RunAs): string {
  const fits =
    Buffer.byteLength(path.join(tmpdir(), `${PREFIX}XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
  try {
    const folder = mkdtempSync(path.join(fits ? tmpdir() : '/tmp', PREFIX));
    if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid);
    return folder;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'runtime_folder',
      `Could not create a folder for PostgreSQL's socket: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

const PREFIX = 'countersign-pg-';
