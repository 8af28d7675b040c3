/** Limits the files that tools can read to one folder and its subfolders. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { usage } from '../../arguments.ts';

const MAX_BYTES = 50 * 1024 * 1024;
/** The number of bytes that readers accept before the PDF header (ISO 32000-1, annex H.3.4.1). */
const HEADER_WITHIN = 1024;

export class RefusedFileError extends Error {
  override readonly name = 'RefusedFileError';
}

/** Opens the shared folder. Throws CommandError (64) if the folder does not exist. */
export function openRoot(folder: string): string {
  try {
    const root = realpathSync(folder);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // An unreadable folder results in the same message as a missing folder.
  }
  throw usage(`${folder} is not a folder.`);
}

export interface SharedFile {
  readonly name: string;
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * Reads a PDF below the folder, and follows links to it. The file is opened once, and all checks apply to the open
 * file, because the path can point to another file a moment later. Throws RefusedFileError.
 */
export function readBelow(root: string | undefined, name: string): SharedFile {
  if (root === undefined)
    throw new RefusedFileError('No folder is shared. Ask the user to start the server with --root DIR.');
  const shown = JSON.stringify(name);
  const found = realPath(path.resolve(root, name));
  // The response is the same for a missing file and for a file outside the folder, so callers cannot tell them apart.
  const missing = new RefusedFileError(`The file ${shown} does not exist in the shared folder.`);
  if (found === undefined || !isBelow(root, found)) throw missing;
  const handle = openFile(found);
  if (handle === undefined) throw missing;
  try {
    const facts = fstatSync(handle);
    if (!isAt(root, found, facts)) throw missing;
    if (!facts.isFile()) throw new RefusedFileError(`${shown} is not a file.`);
    if (facts.size > MAX_BYTES) throw new RefusedFileError(`${shown} is larger than 50 MB.`);
    const data = new Uint8Array(readFileSync(handle));
    if (!Buffer.from(data.buffer, 0, Math.min(data.length, HEADER_WITHIN)).includes('%PDF-'))
      throw new RefusedFileError(`${shown} is not a PDF.`);
    return { name: path.basename(found), data };
  } finally {
    closeSync(handle);
  }
}

function isBelow(root: string, found: string): boolean {
  const relative = path.relative(root, found);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

/** Whether the real path is unchanged and still refers to the open file. */
function isAt(root: string, found: string, { dev, ino }: Stats): boolean {
  const real = realPath(found);
  if (real === undefined || !isBelow(root, real)) return false;
  const now = lstatSync(real, { throwIfNoEntry: false });
  return now?.dev === dev && now.ino === ino;
}

/**
 * Opens a file. Returns undefined if the path has become a link or the file cannot be opened. A pipe without a writer
 * does not block the call.
 */
function openFile(found: string): number | undefined {
  try {
    return openSync(found, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}

function realPath(name: string): string | undefined {
  try {
    return realpathSync(name);
  } catch {
    return undefined;
  }
}
