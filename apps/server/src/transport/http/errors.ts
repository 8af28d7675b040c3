/** Errors as HTTP responses. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { errorAnswer, isRefusal, type Refusal } from '../../platform/invoke/error-answer.ts';
import { outageOf } from '../../platform/outage.ts';
import { unsupportedMediaType } from './media-types.ts';

/**
 * Translates errors of Fastify and its parsers. Every other error is an internal error: 500, with details only in the
 * log.
 */
function fromFramework(error: unknown, request: FastifyRequest): AppError {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('BODY_TOO_LARGE');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return unsupportedMediaType(request);
  const outage = outageOf(error);
  if (outage !== undefined) return new AppError('SERVICE_UNAVAILABLE', { check: outage }, { cause: error });
  return new AppError('INTERNAL_ERROR', {}, { cause: error });
}

/** Returns the refusal for an error of any kind. */
export const refusalOf = (error: unknown, request: FastifyRequest): Refusal =>
  isRefusal(error) ? error : fromFramework(error, request);

declare module 'fastify' {
  // Fastify requires an interface here.
  interface FastifyInstance {
    baseUrl: () => string;
  }
}

export function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const { status, body, retryAfter } = errorAnswer(refusalOf(error, reply.request), {
    requestId: reply.request.id,
    baseUrl: reply.server.baseUrl(),
  });
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  return reply.status(status).send(body);
}
