/** The only files that tools can read: those below one folder. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { usage } from '../../arguments.ts';

const MOST_BYTES = 50 * 1024 * 1024;

export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
}

/** Throws CommandError (64) if the folder does not exist. */
export function openRoot(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // The same message.
  }
  throw usage(`${folder} is not a folder.`);
}

/** The real path of a file below the folder, after links were followed. Throws RefusedFileError. */
export function fileBelow(root: string | undefined, name: string): string {
  if (root === undefined)
    throw new RefusedFileError('No folder is shared. Ask the person to start the server with --root DIR.');
  const found = realPath(path.resolve(root, name));
  const relative = found === undefined ? '..' : path.relative(root, found);
  // The same answer for a missing file and for one outside of the folder, which must not be found out.
  if (found === undefined || relative.startsWith('..') || path.isAbsolute(relative))
    throw new RefusedFileError(`There is no file ${JSON.stringify(name)} below the shared folder.`);
  const facts = statSync(found);
  if (!facts.isFile()) throw new RefusedFileError(`${JSON.stringify(name)} is not a file.`);
  if (facts.size > MOST_BYTES) throw new RefusedFileError(`${JSON.stringify(name)} is larger than 50 MB.`);
  return found;
}

function realPath(name: string): string | undefined {
  try {
    return realpathSync(name);
  } catch {
    return undefined;
  }
}
