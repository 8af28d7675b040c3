/**
 * The two forms of error bodies: the object form for 422, and the flat form for all other errors. Stack traces are
 * never sent.
 */
import { ERRORS, type FieldFault, type Reason } from '@countersign/contract';
import { AppError, ValidationError } from '../errors.ts';
import { outageOf } from '../outage.ts';
import { FAULTS_NAMED } from './validation.ts';

export type ErrorBody =
  | {
      error: {
        code: 'validation_error';
        message: string;
        field: string;
        status: 422;
        reason?: Reason;
        errors: readonly FieldFault[];
        omitted?: number;
      };
    }
  | { error: string; message: string; details: Record<string, unknown> };

export type About = { requestId: string; documentationUrl: string };

/** The request that failed. `baseUrl` is the start of the documentation URL. */
export type FailedRequest = { requestId: string; baseUrl: string };

export type ErrorAnswer = { status: number; body: ErrorBody & About; retryAfter: number | undefined };

/** Errors that are thrown on purpose. Every other error is an outage or a bug. */
export type Refusal = AppError | ValidationError;

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof AppError || error instanceof ValidationError;

/** The maximum lengths of names and messages, which could otherwise repeat the caller's input at full length. */
const FAULT_LENGTH = { field: 200, message: 500 };

const short = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
const shortened = (fault: FieldFault): FieldFault => ({
  ...fault,
  field: short(fault.field, FAULT_LENGTH.field),
  message: short(fault.message, FAULT_LENGTH.message),
});

export function errorAnswer(error: Refusal, request: FailedRequest): ErrorAnswer {
  if (error instanceof ValidationError) {
    const errors = error.faults.slice(0, FAULTS_NAMED).map(shortened);
    const omitted = error.omitted + error.faults.length - errors.length;
    const { field, message, code } = shortened(error.faults[0]);
    const named = { code: 'validation_error' as const, message: `${field}: ${message}`, field, status: 422 as const };
    return {
      status: 422,
      retryAfter: undefined,
      body: {
        error: {
          ...named,
          ...(code !== 'validation_error' && { reason: code }),
          errors,
          ...(omitted > 0 && { omitted }),
        },
        ...about(request, code === 'validation_error' ? code : `reason-${code}`),
      },
    };
  }
  const [status, text] = ERRORS[error.code];
  const details = status >= 500 ? { ...error.details, requestId: request.requestId } : error.details;
  const message = error.message === error.code ? text : error.message;
  return {
    status,
    retryAfter: error.retryAfter ?? (status === 503 ? RETRY_SECONDS : undefined),
    body: { error: error.code, message, details, ...about(request, error.code) },
  };
}

const about = ({ requestId, baseUrl }: FailedRequest, anchor: string): About => ({
  requestId,
  documentationUrl: `${baseUrl}/docs/reference/errors#${anchor}`,
});

/** Outages are temporary. A caller that retries too early gets the same response. */
const RETRY_SECONDS = 5;
const UNKNOWN = {
  keyed: ERRORS.OUTCOME_UNKNOWN[1],
  plain:
    'The result is unknown: the request may or may not have taken effect. Check before you send it again. Requests with an Idempotency-Key can be repeated safely.',
} as const;

/**
 * Returns the error that interrupted a request whose changes may have been committed. After an outage or a bug, the
 * error must not claim that nothing was changed. Refusals by use cases already take this into account.
 */
export function unknownOutcome(error: unknown, { keyed }: { keyed: boolean }): unknown {
  if (isRefusal(error)) return error;
  const message = UNKNOWN[keyed ? 'keyed' : 'plain'];
  const outage = outageOf(error);
  return outage === undefined
    ? new AppError('INTERNAL_ERROR', {}, { cause: error, message: `Something went wrong on our side. ${message}` })
    : new AppError('OUTCOME_UNKNOWN', { check: outage }, { cause: error, message });
}
