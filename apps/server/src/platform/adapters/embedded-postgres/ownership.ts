import { chmodSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { RunAs } from './run-as.ts';

/**
 * Gives every file of the data folder to the user that PostgreSQL runs as. The files of a copy made by root belong to
 * root, and files that an earlier version wrote belong to `nobody`. PostgreSQL also refuses a folder that others can
 * access, and some copy tools leave it that way.
 *
 * The folder may have belonged to another user until now, so nothing in it is trusted. The function works from the top
 * down: when a folder is ours and closed to others, nobody else can replace its contents. Links are never followed. A
 * file with more than one hard link is refused, because it may also be in another user's folder.
 *
 * @throws EmbeddedPostgresError `folder_unusable`
 */
export function takeOver(folder: string, runAs: RunAs): void {
  const stat = lstatSync(folder);
  const owner = runAs ?? { uid: stat.uid, gid: stat.gid };
  if (stat.uid !== owner.uid) lchownSync(folder, owner.uid, owner.gid);
  if ((stat.mode & 0o027) !== 0) chmodSync(folder, 0o700);
  // In an ordinary user's own folder, only root can change the owner of files that belong to others.
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
          `${name} is a hard link to a file elsewhere, so the server will not change its owner to user ${owner.uid}. Copy the database folder with \`cp -r\`, and start from the copy.`,
        );
      lchownSync(name, owner.uid, owner.gid);
    }
  }
}
