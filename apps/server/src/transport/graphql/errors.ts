/** Errors in GraphQL format: the REST code, status and details in `extensions`. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { AppError } from '../../platform/errors.ts';
import {
  type ErrorBody,
  errorAnswer,
  type About,
  type FailedRequest,
  isRefusal,
} from '../../platform/invoke/error-answer.ts';
import { outageOf } from '../../platform/outage.ts';

/** Errors before execution, which have no code in REST. */
export type RequestCode =
  | 'GRAPHQL_REQUEST_INVALID'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'GRAPHQL_TOO_COMPLEX'
  | 'GRAPHQL_BATCHING_DISABLED'
  | 'GRAPHQL_METHOD_NOT_ALLOWED'
  | 'INTROSPECTION_DISABLED'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_QUERY_MISMATCH';

export function requestError(
  code: RequestCode,
  message: string,
  details: Record<string, unknown> = {},
  status = 400,
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, status, details } });
}

/** A refusal that was stored under an Idempotency-Key and is returned again. */
export class KeptRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: unknown) {
    super('kept');
    this.status = status;
    this.body = body as ErrorBody;
  }
}

/** Returns the time-out error for a query, or for a mutation that had not begun. */
export function stopped(limitMs: number): GraphQLError {
  const limitSeconds = limitMs / 1000;
  return new GraphQLError(
    `This request took longer than ${limitSeconds} seconds and was stopped before this field was resolved. Request less data, such as a smaller page.`,
    { extensions: { code: 'GRAPHQL_TIMEOUT', status: 503, details: { limitSeconds } } },
  );
}

/** Returns the time-out error for a change that may or may not have been made. */
export function tooLate(limitMs: number): AppError {
  return new AppError(
    'OUTCOME_UNKNOWN',
    { limitSeconds: limitMs / 1000 },
    {
      message: `This field took longer than ${limitMs / 1000} seconds. Its operation may or may not have been performed.`,
    },
  );
}

/** Returns the error of a field as shown to the caller. Everything except refusals is logged with its cause. */
export function formatted(
  error: GraphQLError,
  request: FailedRequest,
): { error: GraphQLFormattedError; retryAfter?: number } {
  const { originalError, message, locations, path, extensions } = error;
  const at = { ...(locations && { locations }), ...(path && { path }) };
  // The document is invalid, or a type did not accept a value.
  if (originalError === undefined || originalError instanceof GraphQLError) {
    const told = {
      code: 'GRAPHQL_VALIDATION_FAILED',
      status: 400,
      ...extensions,
      requestId: request.requestId,
      documentationUrl: `${request.baseUrl}/docs/reference/graphql#errors`,
    };
    return { error: { message, ...at, extensions: told } };
  }
  const { status, body, retryAfter } = answerTo(originalError, request);
  return {
    error: { ...restError(status, body), ...at },
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Converts the REST body to a GraphQL error. A refusal stored by an older version has no `requestId`. */
export function restError(
  status: number,
  body: ErrorBody & Partial<About>,
): { message: string; extensions: Record<string, unknown> } {
  const { requestId, documentationUrl } = body;
  const about = { ...(requestId && { requestId }), ...(documentationUrl && { documentationUrl }) };
  if ('details' in body)
    return { message: body.message, extensions: { code: body.error, status, details: body.details, ...about } };
  const { code, message, field, errors, ...more } = body.error;
  return { message, extensions: { ...more, code, status, path: field, errors, ...about } };
}

function answerTo(
  error: Error,
  request: FailedRequest,
): { status: number; body: ErrorBody; retryAfter?: number | undefined } {
  if (error instanceof KeptRefusal) return error;
  return errorAnswer(refusalOf(error), request);
}

function refusalOf(error: Error) {
  if (isRefusal(error)) return error;
  const outage = outageOf(error);
  if (outage !== undefined) return new AppError('SERVICE_UNAVAILABLE', { check: outage }, { cause: error });
  return new AppError('INTERNAL_ERROR', {}, { cause: error });
}
