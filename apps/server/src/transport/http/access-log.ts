/** One log line for each request, written when its response was sent or its connection closed. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../platform/principal.ts';

declare module 'fastify' {
  // Fastify requires an interface here.
  interface FastifyRequest {
    caller: Principal | undefined;
    /** True if the request's handler has returned a response or an error. */
    isAnswered: boolean;
    /** Writes the log line for a request whose client disconnected before the response. */
    writeLate: (() => void) | undefined;
  }
}

/** Stores the requests made with an organization's API keys. */
export type RequestLog = {
  note(request: {
    tenantId: string;
    keyId: string;
    method: string;
    route: string;
    status: number | undefined;
    milliseconds: number;
    requestId: string;
  }): void;
};

export function logRequests(app: FastifyInstance, requestLog?: RequestLog): void {
  app.decorateRequest('caller');
  app.decorateRequest('isAnswered', false);
  app.decorateRequest('writeLate');
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const write = () => writeLine(request, reply, requestLog);
      // The client has disconnected, but the handler still runs. The line is written when the handler is done.
      if (request.isReached && !request.isAnswered) request.writeLate = write;
      else write();
    });
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.isAnswered = true;
    done();
    request.writeLate?.();
  });
}

function writeLine(
  request: FastifyRequest,
  { raw, elapsedTime, statusCode }: FastifyReply,
  requestLog: RequestLog | undefined,
): void {
  const { method, ip, caller, isAnswered } = request;
  const isAborted = !raw.writableFinished;
  // The log contains the route's pattern, never its path, because paths of files and links are credentials.
  const route = request.routeOptions.url ?? 'none';
  const status = isAnswered || !isAborted ? statusCode : undefined;
  request.log.info(
    {
      method,
      route,
      ...(status !== undefined && { status }),
      ms: Math.round(elapsedTime * 10) / 10,
      ip,
      ...namesOf(caller),
      ...(isAborted && { aborted: true }),
    },
    'request',
  );
  if (caller?.kind === 'api-key')
    requestLog?.note({
      tenantId: caller.tenantId,
      keyId: caller.keyId,
      method,
      route,
      status,
      milliseconds: Math.round(elapsedTime),
      requestId: request.id,
    });
}

function namesOf(caller: Principal | undefined): { organization?: string; tenant?: string; apiKey?: string } {
  if (caller === undefined || !('tenantId' in caller)) return {};
  return {
    ...('organizationId' in caller && { organization: caller.organizationId }),
    tenant: caller.tenantId,
    ...(caller.kind === 'api-key' && { apiKey: caller.keyId }),
  };
}
