/** The two error bodies (decisions §7): the object form for 422, the flat form for all else. No stack ever leaves. */
import { ERRORS, type FieldFault } from '@countersign/contract';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { AppError, ValidationError } from '../platform/errors.ts';
import { faultSentence } from '../platform/fault-sentence.ts';

export type ErrorBody =
  | { error: { code: 'validation_error'; message: string; field: string; status: 422; errors: readonly FieldFault[] } }
  | { error: string; message: string; details: Record<string, unknown> };

export type ErrorAnswer = { status: number; body: ErrorBody; retryAfter: number | undefined };

export function errorAnswer(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof ValidationError) {
    const { faults } = error;
    const [{ field, message, code }] = faults;
    const named = { code: 'validation_error' as const, message: `${field}: ${message}`, field, status: 422 as const };
    return {
      status: 422,
      retryAfter: undefined,
      body: { error: { ...named, ...(code !== 'validation_error' && { reason: code }), errors: faults } },
    };
  }
  const known = error instanceof AppError ? error : fromFramework(error);
  const [status, text] = ERRORS[known.code];
  const details = status >= 500 ? { ...known.details, requestId } : known.details;
  const message = known.message === known.code ? text : known.message;
  return { status, retryAfter: known.retryAfter, body: { error: known.code, message, details } };
}

/** What Fastify and its parsers throw, in our words. Everything else is a defect of ours: 500, told to nobody but the log. */
function fromFramework(error: unknown): AppError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('BODY_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError('UNSUPPORTED_MEDIA_TYPE');
  return new AppError('INTERNAL_ERROR', {}, { cause: error });
}

export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, retryAfter } = errorAnswer(error, reply.request.id);
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  return reply.status(status).send(body);
}

/** zod's issues as faults, with paths as callers write them: `signers[0].email`. */
export function validationError(error: z.ZodError, root = 'body'): ValidationError {
  const faults = error.issues.flatMap((issue): FieldFault[] => {
    const path = fieldPath(issue.path);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: path ? `${path}.${key}` : key,
        message: 'is not known here',
        code: 'unknown_field',
      }));
    }
    return [{ field: path || root, message: faultSentence(issue), code: issue.code }];
  });
  const [first, ...more] = faults;
  return new ValidationError(first ?? { field: root, message: 'is not valid', code: 'validation_error' }, ...more);
}

function fieldPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path)
    text += typeof part === 'number' ? `[${part}]` : text === '' ? String(part) : `.${String(part)}`;
  return text;
}
