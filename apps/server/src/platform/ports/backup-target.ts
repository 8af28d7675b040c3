/**
 * The storage of backups: a folder, or any other store that keeps files under names and replaces each file as a whole.
 */
import type { Readable } from 'node:stream';
import { CommandError } from '../command-error.ts';

/**
 * `not_found`: there is no file of this name. `bad_name`: the name is invalid. `unavailable`: an external target does
 * not respond, refuses access or is full (`outageOf`). The message states what an operator can do.
 */
export type BackupTargetErrorCode = 'not_found' | 'bad_name' | 'unavailable';

export class BackupTargetError extends CommandError {
  override name = 'BackupTargetError';
  readonly code: BackupTargetErrorCode;

  constructor(code: BackupTargetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type TargetFile = { name: string; bytes: number };

/**
 * Names consist of segments of letters, digits, `_`, `.` and `-`, separated by slashes. No segment begins with a dot.
 */
export interface BackupTarget {
  readonly place: string;
  /** Stores a file durably and completely, or not at all. Replaces an existing file of that name. */
  write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Returns the file's bytes. For a missing file, the stream fails with BackupTargetError `not_found`. */
  read: (name: string) => Readable;
  /** Returns the size in bytes, or undefined if there is no such file. */
  size: (name: string) => Promise<number | undefined>;
  /** Yields all files below a name prefix that ends with a slash, in byte order. With '', yields all files. */
  files: (below: string) => AsyncIterable<TargetFile>;
  /** Yields the first segments of all names, without duplicates: one for each backup, and one for shared files. */
  tops: () => AsyncIterable<string>;
  /** Removes a file. A missing file counts as removed. */
  remove: (name: string) => Promise<void>;
  /** Removes the files of interrupted writes below a name prefix. No write may be in progress below it. */
  sweep: (below: string) => Promise<void>;
  close: () => void;
}

const NAME = /^[0-9A-Za-z_-][0-9A-Za-z_.-]*(?:\/[0-9A-Za-z_-][0-9A-Za-z_.-]*)*$/;

/** @throws BackupTargetError `bad_name` */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new BackupTargetError('bad_name', `Invalid backup file name: ${name.slice(0, 120)}`);
  return name;
}
