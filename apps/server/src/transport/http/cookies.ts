/**
 * The cookies: the session token, the secret that identifies a known browser, and the state of an unfinished sign-in.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieKind, Effects } from '../../platform/invoke/operations.ts';

/** The lifetime of the device cookie in days, the maximum that browsers allow (RFC 6265bis §5.5). */
const DEVICE_DAYS = 400;

/**
 * Returns the name of a cookie. __Host- ties a cookie to this exact host over HTTPS (RFC 6265bis §4.1.3), so that
 * another host of the domain cannot set it. Browsers refuse the prefix without HTTPS, so loopback uses the plain name,
 * which is not read over HTTPS.
 */
function cookieName(kind: CookieKind, secure: boolean): string {
  return secure ? `__Host-countersign_${kind}` : `countersign_${kind}`;
}

export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}

export function readCookie(request: FastifyRequest, kind: CookieKind, baseUrl: string): string | undefined {
  return request.cookies[cookieName(kind, isSecure(baseUrl))];
}

export function setCookie(reply: FastifyReply, kind: CookieKind, value: string | undefined, baseUrl: string): void {
  const secure = isSecure(baseUrl);
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const name = cookieName(kind, secure);
  if (value === undefined) void reply.clearCookie(name, attributes);
  else
    void reply.setCookie(name, value, {
      ...attributes,
      ...(kind === 'device' && { maxAge: DEVICE_DAYS * 86_400 }),
    });
}

export function cookieEffects(reply: FastifyReply, baseUrl: string): Effects {
  const setter = (kind: CookieKind) => (value: string | undefined) => setCookie(reply, kind, value, baseUrl);
  return {
    setSession: setter('session'),
    setLoginStep: setter('login'),
    setPendingLogin: setter('pending'),
    setDevice: setter('device'),
  };
}
