/**
 * How a task on untrusted PDF bytes can end other than with a result.
 *
 * - `rejected`: the file was judged and is not acceptable; `reason` says why (a code of pdf-sign, or one of ours)
 * - `timeout`, `out_of_memory`, `crashed`: the worker was ended; the file is hostile, too heavy, or hits a defect of ours
 * - `aborted`: the caller gave up, or the pool was closed
 * - `busy`: too many tasks wait already; nothing was started
 */
export type PdfTaskErrorCode = 'timeout' | 'out_of_memory' | 'crashed' | 'aborted' | 'rejected' | 'busy';

/** The one error of the pool. */
export class PdfTaskError extends Error {
  override readonly name = 'PdfTaskError';
  readonly code: PdfTaskErrorCode;
  /** With code `rejected`: the closed code of the judgement, such as `encrypted_pdf`. */
  readonly reason: string | undefined;

  constructor(code: PdfTaskErrorCode, message: string, options?: { reason?: string; cause?: unknown }) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options?.reason;
  }
}
