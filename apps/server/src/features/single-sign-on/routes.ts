/**
 * The addresses for browsers on the way to and from identity providers: SAML 2.0 (metadata, sign-in, assertion consumer
 * service) and OpenID Connect (sign-in, callback). People see the responses, so errors redirect to the sign-in page
 * with an error code after the `#`, and never result in a JSON body.
 */
import { isId } from '@countersign/contract';
import { randomToken } from '../../platform/crypto/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CookieKind } from '../../platform/invoke/operations.ts';
import type { Route, RouteAnswer, RouteRequest } from '../../platform/invoke/route.ts';
import type { Clock } from '../../platform/ports/clock.ts';
import type { RequestContext } from '../../platform/principal.ts';
import { authenticateSession, type NewSession } from '../accounts/index.ts';
import type { SsoDependencies } from './dependencies.ts';
import {
  type Attempt,
  beginLogin,
  endSession,
  finishOidc,
  finishSaml,
  openAttempts,
  type Outcome,
  ownPath,
  samlMetadata,
  sealAttempts,
  sealPending,
} from './index.ts';

export type RouteServices = {
  sso: SsoDependencies;
  database: Database;
  clock: Clock;
};

/**
 * The limit for a form: 256 KB of XML are 350 KB of base64, plus escaping. Forms are accepted only here and by the link
 * that turns off reminders. All other addresses require JSON, which a page of another site cannot send without
 * permission.
 */
const FORM = { types: ['application/x-www-form-urlencoded'], maxBytes: 512 * 1024 };
type Protocol = 'saml' | 'oidc';
type Cookies = Partial<Record<CookieKind, string | undefined>>;

export function routes(services: RouteServices): Route[] {
  const { sso } = services;
  const saml = '/api/auth/saml/:organizationId';
  const oidc = '/api/auth/oidc/:organizationId';
  return [
    {
      method: 'GET',
      path: `${saml}/metadata`,
      rate: 'address',
      handle: async (request) => ({
        type: 'application/samlmetadata+xml; charset=utf-8',
        body: await samlMetadata(sso, request.baseUrl, organizationOf(request)),
      }),
    },
    { method: 'GET', path: `${saml}/login`, rate: 'address', handle: (request) => begin(services, 'saml', request) },
    { method: 'GET', path: `${oidc}/login`, rate: 'address', handle: (request) => begin(services, 'oidc', request) },
    {
      method: 'POST',
      path: `${saml}/acs`,
      rate: 'open',
      body: FORM,
      handle: async (request) => {
        const form = new URLSearchParams(Buffer.from(request.body ?? []).toString());
        if (request.isCrossSite && !form.has('again')) return sendAgain(form);
        return finish(services, request, { state: form.get('RelayState'), protocol: 'saml' }, (context, attempt) =>
          finishSaml(sso, context, {
            organizationId: organizationOf(request),
            response: form.get('SAMLResponse') ?? '',
            attempt,
          }),
        );
      },
    },
    {
      method: 'GET',
      path: `${oidc}/callback`,
      rate: 'open',
      handle: async (request) => {
        // The callback URL is the one that the provider knows, regardless of proxies.
        const callback = new URL(`${request.baseUrl}/api/auth/oidc/${organizationOf(request)}/callback`);
        callback.search = new URL(request.url, request.baseUrl).search;
        const state = callback.searchParams.get('state');
        return finish(services, request, { state, protocol: 'oidc' }, (context, attempt) =>
          finishOidc(sso, context, { organizationId: organizationOf(request), callback, attempt }),
        );
      },
    },
  ];
}

async function begin(services: RouteServices, protocol: Protocol, request: RouteRequest): Promise<RouteAnswer> {
  const { baseUrl, query } = request;
  try {
    const organizationId = organizationOf(request);
    const to = ownPath(typeof query['to'] === 'string' ? query['to'] : undefined);
    // A step-up is a sign-in at which the provider authenticates again (ADR 41).
    const isFresh = query['fresh'] === '1';
    const { url, attempt } = await beginLogin(services.sso, baseUrl, { organizationId, protocol, to, isFresh });
    const sealed = sealAttempts(services.sso.vault, [...attemptsOf(services, request), attempt]);
    return { redirect: url, cookies: { sso: sealed } };
  } catch (error) {
    return { redirect: loginPage(baseUrl, error) };
  }
}

async function finish(
  services: RouteServices,
  request: RouteRequest,
  { state, protocol }: { state: string | null; protocol: Protocol },
  work: (context: RequestContext, attempt: Attempt | undefined) => Promise<Outcome>,
): Promise<RouteAnswer> {
  const { baseUrl } = request;
  const attempts = attemptsOf(services, request);
  const { organizationId } = request.params;
  // The attempt belongs to this browser, organization and protocol, so that an attacker cannot inject their own
  // sign-in.
  const attempt = attempts.find(
    (one) => one.state === state && one.organizationId === organizationId && one.protocol === protocol,
  );
  const left = attempts.filter((one) => one !== attempt);
  const sso = left.length === 0 ? undefined : sealAttempts(services.sso.vault, left);
  try {
    const outcome = await work(contextOf(request), attempt);
    if (outcome.kind !== 'session')
      return { redirect: `${baseUrl}/login#sso=CONFIRMATION_SENT`, cookies: { sso, device: outcome.device } };
    const { path, cookies } = await enter(services, request, outcome.session, attempt?.to ?? '/');
    return { redirect: baseUrl + path, cookies: { sso, device: outcome.session.device, ...cookies } };
  } catch (error) {
    return { redirect: loginPage(baseUrl, error), cookies: { sso } };
  }
}

/** Continues in the new session. If the new session would replace another person's session, asks first. */
async function enter(
  { sso, database, clock }: RouteServices,
  request: RouteRequest,
  { token, view }: NewSession,
  to: string,
): Promise<{ path: string; cookies: Cookies }> {
  const before = request.cookie('session');
  const current = before === undefined ? undefined : await authenticateSession(database, clock, before, undefined);
  const isSame =
    current?.principal.userId === view.user.id && current.principal.organizationId === view.organization.id;
  if (current && !isSame) {
    const pending = sealPending(sso.vault, { token, to, startedAt: clock.now().getTime() });
    return { path: '/switch-account', cookies: { pending } };
  }
  if (before !== undefined) await endSession(sso, before);
  return { path: to, cookies: { pending: undefined, session: token } };
}

/** Redirects to the sign-in page. Unexpected errors go to the error handler, which logs them. */
function loginPage(baseUrl: string, error: unknown): string {
  if (!(error instanceof AppError) || error.code === 'INTERNAL_ERROR') throw error;
  return `${baseUrl}/login#sso=${error.code}`;
}

function organizationOf({ params: { organizationId } }: RouteRequest): string {
  if (!isId('organization', organizationId)) throw new AppError('SSO_NOT_FOUND');
  return organizationId;
}

function attemptsOf({ sso, clock }: RouteServices, request: RouteRequest): Attempt[] {
  return openAttempts(sso.vault, request.cookie('sso'), clock.now());
}

function contextOf(request: RouteRequest): RequestContext {
  const { requestId, address, userAgent, baseUrl } = request;
  return {
    requestId,
    principal: { kind: 'public' },
    environment: 'live',
    address,
    userAgent,
    device: request.cookie('device'),
    // The browser's current session does not matter here. `enter` decides whether it ends, once it is known who is
    // signing in.
    language: () => 'en',
    baseUrl,
    linkBase: () => baseUrl,
  };
}

/**
 * Submits the form again from our own page, so that the request includes the cookies that bind it to this browser. The
 * alternative would be to send cookies with every cross-site request (SameSite=None).
 */
function sendAgain(form: URLSearchParams): RouteAnswer {
  const nonce = randomToken(16);
  const inputs = ['SAMLResponse', 'RelayState']
    .filter((name) => form.has(name))
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(form.get(name) ?? '')}">`);
  return {
    headers: {
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      // With a stricter policy, the browser would not send its origin to this server when it submits the form again.
      'referrer-policy': 'same-origin',
    },
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<form method="post">${inputs.join('')}<input type="hidden" name="again" value="1"><noscript><button>Continue</button></noscript></form>
<script nonce="${nonce}">document.forms[0].submit()</script></html>`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
