/** Each request is a span, named by its operation: never by its path, which may be a credential. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Telemetry } from '../../platform/telemetry/telemetry.ts';

declare module 'fastify' {
  // An interface is what Fastify extends here.
  interface FastifyRequest {
    /** What it is measured by, from its headers to the end of its answer. */
    span: Span | undefined;
  }
}

export function measureRequests(app: FastifyInstance, telemetry: Telemetry): void {
  app.decorateRequest('span');
  if (!telemetry.isListenedTo) return;
  app.addHook('onRequest', (request, { raw }, done) => {
    const { traceparent: sent } = request.headers;
    const caller = telemetry.isTraced && typeof sent === 'string' ? { traceparent: sent } : undefined;
    const span = telemetry.begin('request', { operation: operationOf(request) }, caller);
    request.span = span;
    const { traceparent } = span;
    // Lines of the log and the trace find each other.
    if (traceparent !== undefined) request.log = request.log.child({ traceId: traceparent.slice(3, 35) });
    // Also of a request that was broken off, which is never answered.
    raw.once('close', () => span.end(raw.writableFinished ? `${Math.trunc(raw.statusCode / 100)}xx` : 'aborted'));
    done();
  });
}

/** "page" is every address that is no operation, "none" those that lead nowhere. */
function operationOf({ routeOptions, is404 }: FastifyRequest): string {
  if (routeOptions.config.operation !== undefined) return routeOptions.config.operation;
  if (is404) return 'none';
  return routeOptions.url?.endsWith('/graphql') === true ? 'graphql' : 'page';
}
