/**
 * How a task on untrusted PDF bytes can end other than with a result.
 *
 * - `rejected`: the file was judged and is not acceptable; `reason` says why (a code of pdf-sign, or one of ours)
 * - `timeout`, `out_of_memory`, `crashed`: the worker was ended; the file is hostile, too heavy, or hits a defect of ours
 * - `aborted`: the caller gave up, or the pool was closed
 * - `busy`: too many tasks wait already, or others need the memory or the processor
 * - `too_many`: too many tasks of this credential wait already
 */
export type PdfTaskErrorCode = 'timeout' | 'out_of_memory' | 'crashed' | 'aborted' | 'rejected' | 'busy' | 'too_many';

/** The one error of the pool. */
export class PdfTaskError extends Error {
  override readonly name = 'PdfTaskError';
  readonly code: PdfTaskErrorCode;
  /** With code `rejected`: the closed code of the judgement, such as `encrypted_pdf`. */
  readonly reason: string | undefined;
  /** When trying again makes sense, where that is known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: PdfTaskErrorCode,
    message: string,
    options?: { reason?: string; cause?: unknown; retryAfterSeconds?: number },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options?.reason;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}
