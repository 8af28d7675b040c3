/** Where backups are kept: a folder, or anything else that holds files under names and replaces one as a whole. */
import type { Readable } from 'node:stream';
import { CommandError } from '../command-error.ts';

/**
 * `not_found`: there is no file of this name. `bad_name`: nothing could be kept under it. `unavailable`: a place elsewhere does not
 * answer, refuses us or is full (`outageOf`); the message says what an operator can do.
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

/** Names are parts of letters, digits, `_`, `.` and `-` with slashes between them; no part begins with a dot. */
export interface BackupTarget {
  /** What an operator knows it by. */
  readonly place: string;
  /** Keeps a file; it is there whole and durably, or not at all. One of the same name is replaced. */
  write: (name: string, source: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Its bytes. The stream fails with BackupTargetError `not_found`. */
  read: (name: string) => Readable;
  /** Bytes; undefined where there is no such file. */
  size: (name: string) => Promise<number | undefined>;
  /** All files below a part of the name that ends with a slash, in the order of their names' bytes; '' for all there are. */
  files: (below: string) => AsyncIterable<TargetFile>;
  /** What names begin with up to their first slash, each once: a backup each, and what all of them share. */
  tops: () => AsyncIterable<string>;
  /** One that is absent is removed already. */
  remove: (name: string) => Promise<void>;
  /** Removes what writes below a part of the name have left that broke off. Nobody may be writing there. */
  sweep: (below: string) => Promise<void>;
  /** Lets go of connections. */
  close: () => void;
}

const NAME = /^[0-9A-Za-z_-][0-9A-Za-z_.-]*(?:\/[0-9A-Za-z_-][0-9A-Za-z_.-]*)*$/;

/** @throws BackupTargetError `bad_name` */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new BackupTargetError('bad_name', `Not a name of a backup's file: ${name.slice(0, 120)}`);
  return name;
}
