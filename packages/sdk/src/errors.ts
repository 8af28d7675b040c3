import { ApiError as ClientError } from '@countersign/client';

/** One error in an input: the property, such as `signers[0].email`, a message, and a stable code. */
export type InputFault = { readonly field: string; readonly message: string; readonly code: string };

/**
 * A failed call. The error never contains the API key.
 *
 * - `status`: the HTTP status, or 0 if there was no response.
 * - `code`: a stable code, such as `DOCUMENT_NOT_FOUND`, or `validation_error` for an invalid input. Without a response
 * it is `NETWORK` or `TIMEOUT`, and `UNREADABLE_ANSWER` if the response is not from the API.
 * - `retryAfter`: the number of seconds to wait, if the server requests a pause.
 * - `isOutcomeUnknown`: the request was sent, but its response was lost. Repeat the call with the same
 * `idempotencyKey`.
 */
export interface ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly faults: readonly InputFault[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly documentationUrl: string | null;
  readonly isOutcomeUnknown: boolean;
}

export const ApiError: {
  readonly prototype: ApiError;
  new (failure: { status: number; code: string; message: string }): ApiError;
} = ClientError;

/** Thrown if a document was declined or voided, or has expired, and therefore will not be completed. */
export class DocumentEndedError extends Error {
  readonly documentId: string;
  readonly status: 'declined' | 'voided' | 'expired';

  constructor(documentId: string, status: 'declined' | 'voided' | 'expired') {
    super(`The document ${documentId} was not completed. Its status is "${status}".`);
    this.name = 'DocumentEndedError';
    this.documentId = documentId;
    this.status = status;
  }
}
