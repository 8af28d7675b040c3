import { AppError } from '../errors.ts';
import type { PdfTaskError } from './pdf-task-error.ts';

const RETRY_SECONDS = 5;

/**
 * Returns the error if the workers did not accept a task, for reasons unrelated to the file. Returns undefined if they
 * accepted the task and it failed.
 */
export function refusalOf(error: PdfTaskError): AppError | undefined {
  const retryAfter = error.retryAfterSeconds ?? RETRY_SECONDS;
  if (error.code === 'too_many')
    return new AppError(
      'RATE_LIMIT_EXCEEDED',
      { retryAfterSeconds: retryAfter },
      {
        message: 'Too many of your pages and files are waiting to be processed. Try again shortly.',
        retryAfter,
        cause: error,
      },
    );
  if (error.code === 'busy' || error.code === 'aborted')
    return new AppError('SERVICE_UNAVAILABLE', {}, { cause: error, retryAfter });
  return undefined;
}

export function pageRefusalOf(error: PdfTaskError): AppError {
  const isKnown = error.retryAfterSeconds !== undefined;
  return (
    refusalOf(error) ??
    new AppError(
      'SERVICE_UNAVAILABLE',
      {},
      {
        cause: error,
        message: isKnown
          ? 'This page is too complex to be shown here. Download the document to read it.'
          : 'This page cannot be shown at the moment.',
        retryAfter: error.retryAfterSeconds ?? RETRY_SECONDS,
      },
    )
  );
}
