import { CommandError } from '../command-error.ts';

/**
 * `damaged`: something of it is missing or is not what was written. `locked`: no key at hand opens it. `incomplete`: rows that the backup
 * should have seen were kept from it. `busy`: another backup is being made. `changing`: files were erased faster than they could be copied.
 * `not_empty`: there is something already where it should be restored to. `unknown`: there is no such backup.
 * `no_space`: the disk has too little room to restore it.
 */
export type BackupErrorCode =
  | 'damaged'
  | 'locked'
  | 'incomplete'
  | 'busy'
  | 'changing'
  | 'not_empty'
  | 'unknown'
  | 'no_space';

export class BackupError extends CommandError {
  override name = 'BackupError';
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
