/** The two error bodies (decisions §7): the object form for 422, the flat form for all else. No stack ever leaves. */
import { ERRORS, type FieldFault, jsonFault } from '@countersign/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AppError, invalid, ValidationError } from '../platform/errors.ts';
import { outageOf } from '../platform/outage.ts';
import { faultSentence } from '../platform/fault-sentence.ts';

export type ErrorBody =
  | {
      error: {
        code: 'validation_error';
        message: string;
        field: string;
        status: 422;
        errors: readonly FieldFault[];
        omitted?: number;
      };
    }
  | { error: string; message: string; details: Record<string, unknown> };

export type ErrorAnswer = { status: number; body: ErrorBody; retryAfter: number | undefined };

/** Faults that an answer names; the rest is counted. Names and messages repeat what the caller sent, at their whole length. */
const FAULTS_TOLD = 20;
const FAULT_LENGTH = { field: 200, message: 500 };

const short = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
const shortened = (fault: FieldFault): FieldFault => ({
  ...fault,
  field: short(fault.field, FAULT_LENGTH.field),
  message: short(fault.message, FAULT_LENGTH.message),
});

export function errorAnswer(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof ValidationError) {
    const errors = error.faults.slice(0, FAULTS_TOLD).map(shortened);
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
      },
    };
  }
  const known = error instanceof AppError ? error : fromFramework(error);
  const [status, text] = ERRORS[known.code];
  const details = status >= 500 ? { ...known.details, requestId } : known.details;
  const message = known.message === known.code ? text : known.message;
  return {
    status,
    retryAfter: known.retryAfter ?? (status === 503 ? RETRY_SECONDS : undefined),
    body: { error: known.code, message, details },
  };
}

/** Outages pass, and who comes back too early is only told so again. */
const RETRY_SECONDS = 5;
const UNKNOWN = {
  keyed: ERRORS.OUTCOME_UNKNOWN[1],
  plain:
    'It is unknown whether this was done. Look before you repeat it; requests with an Idempotency-Key can be repeated safely.',
} as const;

/**
 * What broke off a request of which something may have been committed: neither an outage nor a defect may claim then that nothing
 * was changed. What a use case refuses on purpose it has thought about itself.
 */
export function unknownOutcome(error: unknown, { keyed }: { keyed: boolean }): unknown {
  if (error instanceof AppError || error instanceof ValidationError) return error;
  const message = UNKNOWN[keyed ? 'keyed' : 'plain'];
  const outage = outageOf(error);
  return outage === undefined
    ? new AppError('INTERNAL_ERROR', {}, { cause: error, message: `Something went wrong on our side. ${message}` })
    : new AppError('OUTCOME_UNKNOWN', { check: outage }, { cause: error, message });
}

/** What Fastify and its parsers throw, in our words. Everything else is a defect of ours: 500, told to nobody but the log. */
function fromFramework(error: unknown): AppError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('BODY_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('UNSUPPORTED_MEDIA_TYPE');
  const outage = outageOf(error);
  if (outage !== undefined) return new AppError('SERVICE_UNAVAILABLE', { check: outage }, { cause: error });
  return new AppError('INTERNAL_ERROR', {}, { cause: error });
}

export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, retryAfter } = errorAnswer(error, reply.request.id);
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  return reply.status(status).send(body);
}

/** zod's issues as faults, with paths as callers write them: `signers[0].email`. */
export function validationError(error: z.ZodError, root = 'body'): ValidationError {
  const faults: FieldFault[] = [];
  let omitted = 0;
  for (const issue of error.issues) {
    const left = FAULTS_TOLD - faults.length;
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
    omitted += Math.max(0, (keys?.length ?? 1) - left);
    if (left <= 0) continue;
    const path = fieldPath(issue.path);
    if (keys) faults.push(...keys.slice(0, left).map((key) => unknownField(path, key)));
    else faults.push({ field: path || root, message: faultSentence(issue), code: issue.code });
  }
  const [first, ...more] = faults;
  const refusal = new ValidationError(
    first ?? { field: root, message: 'is not valid', code: 'validation_error' },
    ...more,
  );
  refusal.omitted = omitted;
  return refusal;
}

const unknownField = (path: string, key: string): FieldFault => ({
  field: path ? `${path}.${key}` : key,
  message: 'is not known here',
  code: 'unknown_field',
});

/** JSON that is too large or too deep to be judged. */
export function unbounded(value: unknown): ValidationError | undefined {
  const tooLarge = jsonFault(value);
  return tooLarge && invalid(fieldPath(tooLarge.path) || 'body', tooLarge.message, 'too_large');
}

function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : text === '' ? String(part) : `.${String(part)}`;
  return text;
}
