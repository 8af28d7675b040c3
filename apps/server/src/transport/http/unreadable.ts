/**
 * Responds to requests that Node could not parse, or that did not arrive in time. They are not processed by any hook or
 * route.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@countersign/contract';
import type { FastifyBaseLogger } from 'fastify';
import { newRequestId } from '../../platform/crypto/ids.ts';
import { AppError } from '../../platform/errors.ts';
import { errorAnswer } from '../../platform/invoke/error-answer.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { rateHeaders } from './rate.ts';

/**
 * Headers of every response. Pages replace the policy with their own. An API response runs no code and is never framed.
 */
export const COMMON_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

type Answering = {
  limits: Pick<Limits, 'peekAddress'>;
  log: Pick<FastifyBaseLogger, 'info'>;
  baseUrl: () => string;
};

/**
 * Responds in the format of every other error. The connection is closed, because the start of the next request is
 * unknown.
 */
export function answerUnreadable(
  error: NodeJS.ErrnoException,
  socket: Socket,
  { limits, log, baseUrl }: Answering,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const requestId = newRequestId();
  const refusal = new AppError(UNREADABLE[error.code ?? ''] ?? 'BAD_REQUEST', { requestId });
  const { status, body } = errorAnswer(refusal, { requestId, baseUrl: baseUrl() });
  const text = JSON.stringify(body);
  const headers = {
    ...COMMON_HEADERS,
    ...rateHeaders(limits.peekAddress(socket.remoteAddress)),
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  log.info({ requestId, status, code: error.code, ip: socket.remoteAddress }, 'could not parse a request');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  socket.destroySoon();
}
const UNREADABLE: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
};
