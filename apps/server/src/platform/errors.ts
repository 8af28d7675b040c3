/** Errors that use cases throw on purpose. The transport converts them to response bodies. */
import type { ErrorCode, FieldFault, Reason } from '@countersign/contract';

export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  /** The number of seconds after which a retry makes sense (429, 503). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    details: Record<string, unknown> = {},
    options: { cause?: unknown; message?: string; retryAfter?: number } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = details;
    this.retryAfter = options.retryAfter;
  }
}

/**
 * Invalid input: 422 in the object form, which names each invalid field so that a caller can show the message beside
 * the field.
 */
export class ValidationError extends Error {
  override name = 'ValidationError';
  readonly faults: readonly [FieldFault, ...FieldFault[]];
  omitted = 0;

  constructor(first: FieldFault, ...more: FieldFault[]) {
    super(`${first.field}: ${first.message}`);
    this.faults = [first, ...more];
  }
}

export const shownSize = (bytes: number): string =>
  bytes < 2 ** 20 ? `${bytes / 2 ** 10} kB` : `${bytes / 2 ** 20} MB`;

export function fileTooLarge(maxBytes: number): AppError {
  return new AppError('FILE_TOO_LARGE', { maxBytes }, { message: `The file is larger than ${shownSize(maxBytes)}.` });
}

export function invalid(field: string, message: string, code: Reason = 'validation_error'): ValidationError {
  return new ValidationError({ field, message, code });
}
