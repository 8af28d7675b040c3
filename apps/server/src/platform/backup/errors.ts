import { CommandError } from '../command-error.ts';

/**
 * `damaged`: a file is missing or was changed. `locked`: no available key opens the backup. `incomplete`: rows were
 * hidden from the backup. `busy`: another backup is running. `changing`: files were erased faster than they could be
 * copied. `not_empty`: the target of the restore is not empty. `unknown`: the backup does not exist. `no_space`: the
 * disk has too little space for the restore.
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
