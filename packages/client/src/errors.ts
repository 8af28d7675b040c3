import type { ErrorCode, FieldFault, Reason } from '@countersign/contract';

/** An input error as received. A newer server may send reasons that this client does not know. */
export type ReceivedFault = Omit<FieldFault, 'code'> & { code: Reason | (string & {}) };

/**
 * The codes that the client creates for a missing response, a timeout, and a response that is not from the API, such as
 * a proxy's error page.
 */
export type ClientCode = 'NETWORK' | 'TIMEOUT' | 'UNREADABLE_ANSWER';
/** All known error codes: those of the API, those of this client, and `validation_error` for a 422. */
export type KnownCode = ErrorCode | ClientCode | 'validation_error';

type Failure = {
  status: number;
  code: string;
  message: string;
  faults?: readonly ReceivedFault[];
  details?: Readonly<Record<string, unknown>>;
  requestId?: string | null;
  retryAfter?: number | null;
  documentationUrl?: string | null;
  isOutcomeUnknown?: boolean;
};

const NOTHING_KNOWN = {
  faults: [],
  details: {},
  requestId: null,
  retryAfter: null,
  documentationUrl: null,
  isOutcomeUnknown: false,
};

/**
 * A failed call. `status` is the HTTP status, or 0 if there was no response. `retryAfter` is in seconds. The properties
 * of `details` depend on the code, and any of them may be missing.
 */
export class ApiError extends Error {
  declare readonly status: number;
  declare readonly code: KnownCode | (string & {});
  declare readonly faults: readonly ReceivedFault[];
  declare readonly details: Readonly<Record<string, unknown>>;
  declare readonly requestId: string | null;
  declare readonly retryAfter: number | null;
  declare readonly documentationUrl: string | null;
  /** True if the request was sent but its response was lost, so the request may have been executed. */
  declare readonly isOutcomeUnknown: boolean;

  constructor({ message, ...failure }: Failure, options?: ErrorOptions) {
    super(message, options);
    Object.assign(this, NOTHING_KNOWN, failure, { name: 'ApiError' });
  }

  /** The name of the first invalid field, such as `signers[0].email`. */
  get field(): string | null {
    return this.faults[0]?.field ?? null;
  }

  /** The reason why the first field is invalid, such as `invalid_email`. */
  get reason(): ReceivedFault['code'] | null {
    return this.faults[0]?.code ?? null;
  }
}

/** Whether an error is an API response with the given code. Never throws. */
export const isCode = (error: unknown, code: KnownCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise);

function readFaults(error: Record<string, unknown>, code: string, message: string): ReceivedFault[] {
  const listed = Array.isArray(error['errors']) ? error['errors'].filter(isRecord) : [];
  const faults = listed.map((fault) => ({
    ...(fault as Partial<ReceivedFault>),
    field: textOr(fault['field'], ''),
    message: textOr(fault['message'], message),
    code: textOr(fault['code'], code),
  }));
  if (faults.length > 0) return faults;
  return typeof error['field'] === 'string'
    ? [{ field: error['field'], message, code: textOr(error['reason'], code) }]
    : [];
}

/** Parses a Retry-After header, which contains seconds or a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds));
}

/**
 * Creates an error from either kind of error body: the object form of a 422, `{error: {code, message, field, status,
 * errors}}`, or the flat form of all other errors, `{error: "CODE", message, details}`. Any other body becomes
 * `UNREADABLE_ANSWER`. Never throws.
 */
export function errorFrom(status: number, answer: unknown, headers: Pick<Headers, 'get'>): ApiError {
  const body = isRecord(answer) ? answer : {};
  const { error } = body;
  const context = {
    status,
    requestId: headers.get('x-request-id'),
    retryAfter: secondsOf(headers.get('retry-after')),
    documentationUrl: textOr(body['documentationUrl'], null),
  };
  if (isRecord(error)) {
    const code = textOr(error['code'], 'validation_error');
    const message = textOr(error['message'], code);
    return new ApiError({ ...context, code, message, faults: readFaults(error, code, message) });
  }
  if (typeof error !== 'string') return unreadable(context);
  const details = isRecord(body['details']) ? body['details'] : {};
  return new ApiError({ ...context, code: error, message: textOr(body['message'], error), details });
}

export const unreadable = (context: Pick<Failure, 'status' | 'requestId' | 'retryAfter'>): ApiError =>
  new ApiError({
    ...context,
    code: 'UNREADABLE_ANSWER',
    message: `The server responded with status ${context.status}.`,
  });

/** Creates the error for a request that got no response. Never throws. */
export const networkError = (cause?: unknown): ApiError =>
  new ApiError({ status: 0, code: 'NETWORK', message: 'The server cannot be reached.' }, { cause });

export const timeoutError = (ms: number): ApiError =>
  new ApiError({ status: 0, code: 'TIMEOUT', message: `The server did not respond within ${ms / 1000} seconds.` });
