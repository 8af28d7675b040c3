/** Where backups are kept: a folder, or anything else that holds files under names and replaces one as a whole. */
import type { Readable } from 'node:stream';

/** `not_found`: there is no file of this name. `bad_name`: nothing could be kept under it. */
export class BackupTargetError extends Error {
  readonly code: 'not_found' | 'bad_name';

  constructor(code: 'not_found' | 'bad_name', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupTargetError';
    this.code = code;
  }
}

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
  /** The names of all files below a part of the name that ends with a slash, in no particular order; '' for all there are. */
  names: (below: string) => AsyncIterable<string>;
  /** What names begin with up to their first slash, each once: a backup each, and what all of them share. */
  tops: () => AsyncIterable<string>;
  /** One that is absent is removed already. */
  remove: (name: string) => Promise<void>;
}

const NAME = /^[0-9A-Za-z_-][0-9A-Za-z_.-]*(?:\/[0-9A-Za-z_-][0-9A-Za-z_.-]*)*$/;

/** @throws BackupTargetError `bad_name` */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new BackupTargetError('bad_name', `Not a name of a backup's file: ${name.slice(0, 120)}`);
  return name;
}
