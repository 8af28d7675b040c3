/** The cookies: a session's token, the secret by which a browser is known at its next login, and what a login is half done with. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Effects } from './bindings.ts';

export type CookieKind = 'session' | 'device' | 'login' | 'sso' | 'pending';

/** As long as browsers keep a cookie (RFC 6265bis §5.5). */
const DEVICE_DAYS = 400;

/**
 * __Host- ties a cookie to this very host over HTTPS (RFC 6265bis §4.1.3), so that a neighbour under the same domain cannot set it
 * for us. Browsers refuse the prefix without HTTPS, hence the plain name on loopback; over HTTPS that one is not read.
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

export function cookieEffects(reply: FastifyReply, baseUrl: string): Effects {
  const secure = isSecure(baseUrl);
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const setter = (kind: CookieKind) => (value: string | undefined) => {
    const name = cookieName(kind, secure);
    if (value === undefined) void reply.clearCookie(name, attributes);
    else void reply.setCookie(name, value, attributes);
  };
  return {
    setSession: setter('session'),
    setLoginStep: setter('login'),
    setPendingLogin: setter('pending'),
    setDevice: (secret) =>
      void reply.setCookie(cookieName('device', secure), secret, { ...attributes, maxAge: DEVICE_DAYS * 86_400 }),
  };
}

/** Logins at identity providers that this browser has begun. */
export function setAttempts(reply: FastifyReply, baseUrl: string, sealed: string | undefined): void {
  const secure = isSecure(baseUrl);
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const name = cookieName('sso', secure);
  if (sealed === undefined) void reply.clearCookie(name, attributes);
  else void reply.setCookie(name, sealed, attributes);
}
