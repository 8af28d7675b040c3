import { chmodSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { RunAs } from './run-as.ts';

/**
 * Gives every file of the data folder to the user PostgreSQL runs as: after a
 * copy made by root they belong to root, after an earlier version to `nobody`.
 * PostgreSQL also refuses a folder that others can look into, which is what
 * some ways of copying leave behind.
 *
 * The folder may have been another user's until now, so nothing in it is
 * trusted. We go from the top down: once a folder is ours and closed to
 * others, nobody else can exchange what is in it. Links are never followed, and
 * a file with a second name is refused: it may be anybody's.
 *
 * @throws EmbeddedPostgresError `folder_unusable`
 */
export function takeOver(folder: string, runAs: RunAs): void {
  const stat = lstatSync(folder);
  const owner = runAs ?? { uid: stat.uid, gid: stat.gid };
  if (stat.uid !== owner.uid) lchownSync(folder, owner.uid, owner.gid);
  if ((stat.mode & 0o027) !== 0) chmodSync(folder, 0o700);
  // An ordinary user's own folder: what belongs to others in it, nobody but root can give away.
  if (runAs === undefined) return;
  for (const entry of readdirSync(folder)) {
    const name = path.join(folder, entry);
    const file = lstatSync(name, { throwIfNoEntry: false });
    if (file === undefined) continue;
    if (file.isDirectory()) takeOver(name, runAs);
    else if (file.uid !== owner.uid) {
      if (file.isFile() && file.nlink > 1)
        throw new EmbeddedPostgresError(
          'folder_unusable',
          `${name} is a hard link to a file elsewhere, so it is not given to user ${owner.uid}. Copy the database folder with \`cp -r\`, and start from the copy.`,
        );
      lchownSync(name, owner.uid, owner.gid);
    }
  }
}
