import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { EmbeddedPostgresError } from './errors.ts';

/**
 * The operating system user PostgreSQL runs as. PostgreSQL refuses to run as
 * root, so a root server starts it under somebody else; an ordinary user's
 * server starts it as itself (`undefined`: nothing to switch).
 */
export type RunAs = { uid: number; gid: number } | undefined;

/**
 * Who may own and serve `dataDir`. A folder that exists keeps its owner, so a
 * server first started by an ordinary user can later be started by root.
 *
 * @throws EmbeddedPostgresError `wrong_owner` when the folder belongs to
 *   another user and we are not root.
 */
export function chooseUser(dataDir: string): RunAs {
  const ownUid = process.getuid?.();
  if (ownUid === undefined)
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      'The embedded PostgreSQL needs a Unix system. Set DATABASE_URL to use another PostgreSQL.',
    );
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (ownUid !== 0) {
    if (owner !== undefined && owner.uid !== ownUid) {
      throw new EmbeddedPostgresError(
        'wrong_owner',
        `The database folder ${dataDir} belongs to user ${owner.uid}, but this process runs as user ${ownUid}. Start the server as its owner or as root.`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Our own login name, or undefined for a user id without an account (a container started with a bare uid). */
export function ownName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function idOf(flag: '-u' | '-g'): number {
  try {
    // macOS answers 4294967294 for -2; the bitwise or brings it into the signed range that spawn takes.
    return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })) | 0;
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'no_unprivileged_user',
      'PostgreSQL does not run as root and this system has no user `nobody`. Start the server as an ordinary user.',
      { cause },
    );
  }
}
