/**
 * The reason why an embedded PostgreSQL could not start or keep running. The message is one line on which an operator
 * can act.
 */
export type EmbeddedPostgresErrorCode =
  | 'unsupported_platform'
  | 'binaries_missing'
  | 'binaries_unusable'
  | 'no_unprivileged_user'
  | 'wrong_owner'
  | 'folder_unusable'
  | 'not_a_database_folder'
  | 'wrong_version'
  | 'runtime_folder'
  | 'init_failed'
  | 'in_use'
  | 'start_failed'
  | 'gave_up';

export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}
