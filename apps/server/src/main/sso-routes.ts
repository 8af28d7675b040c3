/**
 * Where browsers are led to and from identity providers: SAML 2.0 (metadata, login, assertion consumer service) and OpenID Connect
 * (login, callback). They answer people, so what goes wrong leads to the login page with a code of the error catalogue
 * behind the `#`, and never to a body of JSON.
 */
import { isId } from '@countersign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
} from '../features/single-sign-on/index.ts';
import type { NewSession } from '../features/accounts/index.ts';
import { randomToken } from '../platform/crypto/tokens.ts';
import { AppError } from '../platform/errors.ts';
import type { RequestContext } from '../platform/principal.ts';
import { cookieEffects, readCookie, setAttempts } from '../transport/cookies.ts';
import type { Services } from './wiring.ts';

/** 256 KB of XML are 350 KB of base64, and a few more when they are escaped for a form. */
const FORM_LIMIT = 512 * 1024;
type Protocol = 'saml' | 'oidc';
type Route = { Params: { organizationId: string }; Querystring: { to?: string; fresh?: string } };
/** Counts the request against its address; throws when there were too many. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => void;

export function serveSso(app: FastifyInstance, services: Services, count: CountRequest): void {
  void app.register((scope, _options, done) => {
    // Forms are taken here and nowhere else: every other address of ours wants JSON, which no foreign page can send unasked.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, parsed) => parsed(null, new URLSearchParams(String(body))),
    );
    scope.addHook('preHandler', (request, reply, next) => {
      count(request, reply);
      next();
    });
    for (const prefix of ['', '/v1']) addRoutes(scope, prefix, services);
    done();
  });
}

function addRoutes(app: FastifyInstance, prefix: string, services: Services): void {
  const { sso } = services;
  const saml = `${prefix}/api/auth/saml/:organizationId`;
  const oidc = `${prefix}/api/auth/oidc/:organizationId`;

  app.get<Route>(`${saml}/metadata`, async (request, reply) => {
    const xml = await samlMetadata(sso, services.baseUrl(), organizationOf(request));
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(xml);
  });
  for (const [protocol, path] of [
    ['saml', saml],
    ['oidc', oidc],
  ] as const)
    app.get<Route>(`${path}/login`, (request, reply) => begin(services, protocol, request, reply));

  app.post<Route & { Body: unknown }>(`${saml}/acs`, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (isForeign(request) && !form.has('again')) return sendAgain(reply, form);
    return finish(services, request, reply, form.get('RelayState'), 'saml', (context, attempt) =>
      finishSaml(sso, context, {
        organizationId: organizationOf(request),
        response: form.get('SAMLResponse') ?? '',
        attempt,
      }),
    );
  });
  app.get<Route>(`${oidc}/callback`, async (request, reply) => {
    // The address as the provider knows it, whatever a proxy made of it.
    const callback = new URL(`${services.baseUrl()}/api/auth/oidc/${organizationOf(request)}/callback`);
    callback.search = new URL(request.url, services.baseUrl()).search;
    return finish(services, request, reply, callback.searchParams.get('state'), 'oidc', (context, attempt) =>
      finishOidc(sso, context, { organizationId: organizationOf(request), callback, attempt }),
    );
  });
}

async function begin(
  services: Services,
  protocol: Protocol,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const baseUrl = services.baseUrl();
  let next: string;
  try {
    const organizationId = organizationOf(request);
    const to = ownPath(typeof request.query.to === 'string' ? request.query.to : undefined);
    // A step-up is a login at which the provider asks again (ADR 47).
    const isFresh = request.query.fresh === '1';
    const { url, attempt } = await beginLogin(services.sso, baseUrl, { organizationId, protocol, to, isFresh });
    setAttempts(reply, baseUrl, sealAttempts(services.sso.vault, [...attemptsOf(services, request), attempt]));
    next = url;
  } catch (error) {
    next = loginPage(baseUrl, error);
  }
  return reply.redirect(next, 303);
}

async function finish(
  services: Services,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  state: string | null,
  protocol: Protocol,
  work: (context: RequestContext, attempt: Attempt | undefined) => Promise<Outcome>,
): Promise<FastifyReply> {
  const baseUrl = services.baseUrl();
  const attempts = attemptsOf(services, request);
  const { organizationId } = request.params;
  // Bound to this browser, this organization and this protocol: nobody can hand somebody else a login of their own.
  const attempt = attempts.find(
    (one) => one.state === state && one.organizationId === organizationId && one.protocol === protocol,
  );
  const left = attempts.filter((one) => one !== attempt);
  setAttempts(reply, baseUrl, left.length === 0 ? undefined : sealAttempts(services.sso.vault, left));
  let next: string;
  try {
    const outcome = await work(contextOf(services, request), attempt);
    const { setDevice } = cookieEffects(reply, baseUrl);
    setDevice(outcome.kind === 'session' ? outcome.session.device : outcome.device);
    next =
      outcome.kind === 'session'
        ? baseUrl + (await enter(services, request, reply, outcome.session, attempt?.to ?? '/'))
        : `${baseUrl}/login#sso=CONFIRMATION_SENT`;
  } catch (error) {
    next = loginPage(baseUrl, error);
  }
  return reply.redirect(next, 303);
}

/** Goes on in the new session, or asks first where it would take the place of somebody else's; answers with the path. */
async function enter(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, view }: NewSession,
  to: string,
): Promise<string> {
  const { sso, clock } = services;
  const baseUrl = services.baseUrl();
  const { setSession, setPendingLogin } = cookieEffects(reply, baseUrl);
  const before = readCookie(request, 'session', baseUrl);
  const current = before === undefined ? undefined : await services.credentials.session(before, undefined);
  const isSame =
    current?.principal.userId === view.user.id && current.principal.organizationId === view.organization.id;
  if (current && !isSame) {
    setPendingLogin(sealPending(sso.vault, { token, to, startedAt: clock.now().getTime() }));
    return '/switch-account';
  }
  if (before !== undefined) {
    await endSession(sso, before);
    services.forgetCredentials();
  }
  setPendingLogin(undefined);
  setSession(token);
  return to;
}

/** What nobody foresaw goes on to the error handler, which logs it. */
function loginPage(baseUrl: string, error: unknown): string {
  if (!(error instanceof AppError) || error.code === 'INTERNAL_ERROR') throw error;
  return `${baseUrl}/login#sso=${error.code}`;
}

function organizationOf(request: FastifyRequest<Route>): string {
  const { organizationId } = request.params;
  if (!isId('organization', organizationId)) throw new AppError('SSO_NOT_FOUND');
  return organizationId;
}

function attemptsOf({ sso, baseUrl, clock }: Services, request: FastifyRequest): Attempt[] {
  return openAttempts(sso.vault, readCookie(request, 'sso', baseUrl()), clock.now());
}

function contextOf(services: Services, request: FastifyRequest): RequestContext {
  const baseUrl = services.baseUrl();
  return {
    requestId: request.id,
    principal: { kind: 'public' },
    environment: 'live',
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: readCookie(request, 'device', baseUrl),
    // Not the session that this browser has: whether it ends is decided when it is known whose the new one is (`enter`).
    baseUrl,
    linkBase: baseUrl,
  };
}

/** A form that another site sent: browsers leave our cookies out of it (SameSite=Lax). */
function isForeign({ headers, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'cross-site';
  const { origin } = headers;
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);
}

/**
 * The same form once more, now from a page of ours, and so with the cookies that bind it to this browser. The other way would be
 * cookies that go along with every foreign request (SameSite=None).
 */
function sendAgain(reply: FastifyReply, form: URLSearchParams): FastifyReply {
  const nonce = randomToken(16);
  const inputs = ['SAMLResponse', 'RelayState']
    .filter((name) => form.has(name))
    .map((name) => `<input type="hidden" name="${name}" value="${escaped(form.get(name) ?? '')}">`);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Signing in</title>
<form method="post">${inputs.join('')}<input type="hidden" name="again" value="1"><noscript><button>Continue</button></noscript></form>
<script nonce="${nonce}">document.forms[0].submit()</script></html>`;
  return (
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      )
      // Without it the browser would hide where the second form comes from, also from us.
      .header('referrer-policy', 'same-origin')
      .send(html)
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
