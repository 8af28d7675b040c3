/** Records each request as a span named by its operation, never by its path, which may be a credential. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Span, Telemetry } from '../../platform/telemetry/telemetry.ts';

declare module 'fastify' {
  // Fastify requires an interface here.
  interface FastifyRequest {
    /** The request's span, from its headers to the end of its response. */
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
    // The trace ID connects the log lines of the request with its trace.
    if (traceparent !== undefined) request.log = request.log.child({ traceId: traceparent.slice(3, 35) });
    // The span ends with the connection, because an aborted request never gets a response.
    raw.once('close', () => span.end(raw.writableFinished ? `${Math.trunc(raw.statusCode / 100)}xx` : 'aborted'));
    done();
  });
}

/**
 * Returns the name of the operation. Returns "page" for a known address that is not an operation, and "none" for an
 * unknown address.
 */
function operationOf({ routeOptions, is404 }: FastifyRequest): string {
  if (routeOptions.config.operation !== undefined) return routeOptions.config.operation;
  if (is404) return 'none';
  return routeOptions.url?.endsWith('/graphql') === true ? 'graphql' : 'page';
}
