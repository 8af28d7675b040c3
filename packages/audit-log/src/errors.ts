/** Errors in the bytes of one entry. */
export type EntryProblem =
  | 'too_large'
  | 'not_json'
  | 'not_canonical'
  | 'unknown_version'
  | 'unknown_member'
  | 'missing_member'
  | 'invalid_member';

/** Errors in an entry's position within its stream. The set is closed, so callers can switch over it exhaustively. */
export type StreamProblem =
  | EntryProblem
  | 'other_tenant'
  | 'other_stream'
  | 'wrong_number'
  | 'broken_chain'
  | 'time_back'
  | 'wrong_head';

/** Errors in trees, signed notes, checkpoints and proofs. */
export type LogProblem =
  | 'out_of_range'
  | 'invalid_frontier'
  | 'invalid_key'
  | 'invalid_note'
  | 'invalid_checkpoint'
  | 'invalid_proof'
  | 'wrong_signature'
  | 'unknown_signer'
  | 'not_included';

/** All error codes of this package. */
export type AuditLogErrorCode = EntryProblem | LogProblem | 'not_canonicalizable' | 'invalid_salt';

/** The only error that this package throws. An invalid stream is reported as a result and is never thrown. */
export class AuditLogError extends Error {
  override readonly name = 'AuditLogError';
  readonly code: AuditLogErrorCode;

  constructor(code: AuditLogErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
