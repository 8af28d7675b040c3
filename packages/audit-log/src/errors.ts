/** What can be wrong with the bytes of one entry. */
export type EntryProblem =
  | 'too_large'
  | 'not_json'
  | 'not_canonical'
  | 'unknown_version'
  | 'unknown_member'
  | 'missing_member'
  | 'invalid_member';

/** What can be wrong with an entry's place among the others. The set is closed: callers may switch over it exhaustively. */
export type StreamProblem =
  | EntryProblem
  | 'other_tenant'
  | 'other_stream'
  | 'wrong_number'
  | 'broken_chain'
  | 'time_back'
  | 'wrong_head';

/** Everything that this package throws for. */
export type AuditLogErrorCode = EntryProblem | 'not_canonicalizable' | 'invalid_salt';

/** The one error of this package. A stream that does not verify is never thrown: it is a result. */
export class AuditLogError extends Error {
  override readonly name = 'AuditLogError';
  readonly code: AuditLogErrorCode;

  constructor(code: AuditLogErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
