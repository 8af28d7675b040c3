/** Extracts the credentials of a request. */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { Presented } from '../../platform/invoke/credentials.ts';
import { readCookie } from './cookies.ts';

export function presentedBy(request: FastifyRequest, baseUrl: string): Presented {
  const params = request.params as { token?: string };
  return {
    bearer: bearerOf(request),
    session: readCookie(request, 'session', baseUrl),
    loginStep: readCookie(request, 'login', baseUrl),
    fileLink: params.token,
    body: request.body,
    organization: request.headers['x-organization-id'],
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** Returns the bearer token. Null for a header without a bearer token. */
function bearerOf({ headers: { authorization } }: FastifyRequest): string | null | undefined {
  if (authorization === undefined) return undefined;
  return /^Bearer +([\x21-\x7e]{1,400})$/i.exec(authorization)?.[1] ?? null;
}

/**
 * Prevents cross-site request forgery: a change authenticated by a cookie must come from our own pages. Browsers state
 * this in Sec-Fetch-Site, and older browsers in Origin. Programs do not send these headers, but have no cookie that an
 * attacker could use.
 */
export function refuseCrossSite(request: FastifyRequest, baseUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.headers.authorization !== undefined) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new AppError('CROSS_SITE_REQUEST');
    return;
  }
  const { origin } = request.headers;
  if (origin !== undefined && !isOwnOrigin(origin, request, baseUrl)) throw new AppError('CROSS_SITE_REQUEST');
}

/**
 * Compares scheme, host and port (RFC 6454 §4). A proxy may terminate TLS without indicating this. Requests to the host
 * of the public address are therefore compared with the scheme of that address, and all others with the scheme of the
 * request.
 */
function isOwnOrigin(origin: string, { host, protocol }: FastifyRequest, baseUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const base = new URL(baseUrl);
  return new URL(origin).origin === new URL(`${host === base.host ? base.protocol : `${protocol}:`}//${host}`).origin;
}

/** Returns whether another site submitted the form. Browsers do not include our cookies in it (SameSite=Lax). */
export function isCrossSite(request: FastifyRequest, baseUrl: string): boolean {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site';
  const { origin } = headers;
  return origin !== undefined && !isOwnOrigin(origin, request, baseUrl);
}
