/** Serves the addresses that features declare outside the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseWithoutSecondFactor } from '../../platform/invoke/authorize.ts';
import type { Authenticator } from '../../platform/invoke/credentials.ts';
import type { CookieKind } from '../../platform/invoke/operations.ts';
import type { Route, RouteAnswer, RouteRequest } from '../../platform/invoke/route.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import type { Overload } from '../../platform/overload/overload.ts';
import { admission } from './admission.ts';
import { readCookie, setCookie } from './cookies.ts';
import { isCrossSite, presentedBy } from './credentials.ts';
import { markReached, setRateHeaders } from './rate.ts';

type Serving = { limits: Limits; overload: Overload; authenticator: Authenticator; baseUrl: () => string };

export function serveRoutes(app: FastifyInstance, routes: readonly Route[], serving: Serving): void {
  for (const route of routes)
    // Each route has a separate scope, because the accepted body types differ.
    void app.register((scope, _options, done) => {
      if (route.body) takeBytes(scope, route.body);
      scope.route({
        method: route.method,
        url: route.path,
        ...admission({ overload: serving.overload, work: route.work ?? 'everyday', isStream: false }),
        handler: async (request, reply) => {
          markReached(request);
          const asked = routeRequest(request, serving);
          const rate = typeof route.rate === 'function' ? route.rate(asked) : route.rate;
          await serving.limits.countAddress(rate, request.ip, (state) => setRateHeaders(reply, state));
          return send(reply, await route.handle(asked), serving.baseUrl());
        },
      });
      done();
    });
}

/**
 * Accepts bytes. Unless the route accepts JSON, a JSON body is parsed in the usual way and then refused because of its
 * type.
 */
function takeBytes(scope: FastifyInstance, { types, maxBytes }: NonNullable<Route['body']>): void {
  for (const type of types) if (scope.hasContentTypeParser(type)) scope.removeContentTypeParser(type);
  scope.addContentTypeParser([...types], { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  );
}

function routeRequest(request: FastifyRequest, { authenticator, baseUrl }: Serving): RouteRequest {
  return {
    requestId: request.id,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    url: request.url,
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    isCrossSite: isCrossSite(request, baseUrl()),
    baseUrl: baseUrl(),
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    cookie: (kind) => readCookie(request, kind, baseUrl()),
    signedIn: async (environment) => {
      const principal = await authenticator.signedIn(presentedBy(request, baseUrl()), environment);
      refuseWithoutSecondFactor(principal);
      return principal;
    },
  };
}

function send(reply: FastifyReply, answer: RouteAnswer, baseUrl: string): FastifyReply {
  for (const [kind, value] of Object.entries(answer.cookies ?? {}))
    setCookie(reply, kind as CookieKind, value, baseUrl);
  void reply.headers(answer.headers ?? {});
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
  return reply.type(answer.type).send(typeof answer.body === 'string' ? answer.body : Buffer.from(answer.body));
}
