/**
 * The ways in which a task on untrusted PDF bytes can end without a result.
 *
 * - `rejected`: the file was inspected and is not acceptable; `reason` is the cause (a code of pdf-sign, or one of
 *   ours)
 * - `timeout`, `out_of_memory`, `crashed`: the worker was ended; the file is hostile, too heavy, or triggers a bug of
 *   ours
 * - `aborted`: the caller canceled the task, or the pool was closed
 * - `busy`: too many tasks are already waiting, or others need the memory or the CPU
 * - `too_many`: too many tasks of this credential are already waiting
 */
export type PdfTaskErrorCode = 'timeout' | 'out_of_memory' | 'crashed' | 'aborted' | 'rejected' | 'busy' | 'too_many';

export class PdfTaskError extends Error {
  override readonly name = 'PdfTaskError';
  readonly code: PdfTaskErrorCode;
  /** The code of the finding, such as `encrypted_pdf`, from a closed list. Set with code `rejected`. */
  readonly reason: string | undefined;
  /** The number of seconds after which a retry makes sense, if known. */
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
