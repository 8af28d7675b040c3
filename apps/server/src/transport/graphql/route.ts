/** Serves GraphQL over HTTP, at the four base addresses of REST. */
import type { Environment } from '@countersign/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Firewall } from '../../platform/firewall/firewall.ts';
import type { Invoker } from '../../platform/invoke/invoke.ts';
import { errorAnswer, isRefusal } from '../../platform/invoke/error-answer.ts';
import { type Outage, outageOf } from '../../platform/outage.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import { cookieEffects, isSecure } from '../http/cookies.ts';
import { presentedBy, refuseCrossSite } from '../http/credentials.ts';
import { refusalOf } from '../http/errors.ts';
import { drain } from '../http/refused-bodies.ts';
import { unsupportedMediaType } from '../http/media-types.ts';
import { markReached, setRateHeaders } from '../http/rate.ts';
import { callContext } from '../http/routes.ts';
import { admission } from '../http/admission.ts';
import type { Overload } from '../../platform/overload/overload.ts';
import { restError } from './errors.ts';
import type { GraphqlEngine, GraphqlOutcome, GraphqlRequest } from './engine.ts';
import { readForm } from './form.ts';
import { GRAPHQL_PATH, servePlayground } from './playground.ts';
import { sendAnswers } from './stream.ts';

const RESPONSE_JSON = 'application/graphql-response+json';

export type GraphqlOptions = {
  invoker: Invoker;
  overload: Overload;
  firewall: Firewall;
  baseUrl: () => string;
  noteOutage: (part: Outage) => void;
  telemetry: Telemetry;
};

export async function serveGraphql(
  app: FastifyInstance,
  prefixes: readonly { prefix: string; environment: Environment }[],
  options: GraphqlOptions,
): Promise<void> {
  let engine: Promise<GraphqlEngine> | undefined;
  // Loads graphql-js and the schema on first use, because they take a tenth of a second and 30 MB.
  const loaded = () =>
    (engine ??= import('./engine.ts').then(({ GraphqlEngine: Engine }) => new Engine(engineOptions(app, options))));
  for (const { prefix, environment } of prefixes)
    app.route({
      method: 'POST',
      url: prefix + GRAPHQL_PATH,
      // `isStream` is false, because a subscription takes capacity until its response begins, like a query.
      ...admission({ overload: options.overload, work: 'everyday', isStream: false }),
      errorHandler: (error, request, reply) => void sendFailure(error, request, reply, options),
      handler: async (request, reply) => {
        refuseCrossSite(request, options.baseUrl());
        return answer(
          await loaded(),
          await readRequest(request, options.firewall),
          { request, reply, environment },
          options,
        );
      },
    });
  await servePlayground(app, prefixes, async (query, { request, reply, environment }) =>
    answer(await loaded(), query, { request, reply, environment }, options),
  );
}

function engineOptions({ log }: FastifyInstance, { invoker, noteOutage }: GraphqlOptions) {
  return {
    invoker,
    noteFailure: (error: unknown, requestId: string) => {
      const outage = outageOf(error);
      if (outage !== undefined) noteOutage(outage);
      if (outage !== undefined) log.warn({ err: error, outage, reqId: requestId }, 'request rejected');
      else if (!isRefusal(error)) log.error({ err: error, reqId: requestId }, 'request failed');
      else if (error.cause !== undefined) log.warn({ err: error.cause, reqId: requestId }, 'request rejected');
    },
  };
}

export type Exchange = { request: FastifyRequest; reply: FastifyReply; environment: Environment };

async function answer(
  engine: GraphqlEngine,
  asked: GraphqlRequest,
  { request, reply, environment }: Exchange,
  { baseUrl, invoker, telemetry }: GraphqlOptions,
): Promise<FastifyReply> {
  const base = baseUrl();
  let isCounted = false;
  const onCounted = (state: Parameters<typeof setRateHeaders>[1]) => {
    isCounted = true;
    setRateHeaders(reply, state);
  };
  markReached(request);
  const presented = { ...presentedBy(request, base), body: undefined, fileLink: undefined };
  const outcome = await engine.run(
    asked,
    {
      environment,
      by: presented,
      context: callContext(request, reply, base),
      effects: cookieEffects(reply, base),
      idempotencyKey: request.headers['idempotency-key'],
      onCounted,
      onKnown: (principal) => void (request.caller = principal),
      telemetry: request.span ? telemetry.within(request.span) : telemetry,
    },
    {
      introspection: environment === 'sandbox' || !isSecure(base),
      takesStream: (request.headers.accept ?? '').includes('text/event-stream'),
      isSafe: request.method !== 'POST',
    },
  );
  // A request without operations counts as one request. So does a request that was refused before its first operation.
  if (!isCounted) await invoker.countElsewhere(presented, environment, (state) => setRateHeaders(reply, state));
  if (outcome.kind === 'stream') return sendAnswers(reply, outcome.answers);
  drain(request.raw);
  return send(reply, outcome);
}

function send(reply: FastifyReply, { status, body, retryAfter }: GraphqlOutcome): FastifyReply {
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  if (status === 405) void reply.header('allow', 'POST');
  const takesNewer = (reply.request.headers.accept ?? '').includes(RESPONSE_JSON);
  const type = takesNewer ? RESPONSE_JSON : 'application/json';
  return reply.status(status).type(`${type}; charset=utf-8`).send(JSON.stringify(body));
}

async function readRequest(request: FastifyRequest, firewall: Firewall): Promise<GraphqlRequest> {
  if (request.isMultipart()) return (await readForm(request, firewall)) as GraphqlRequest;
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? 'application/json'))
    throw unsupportedMediaType(request);
  return request.body ?? {};
}

/**
 * Sends an error that occurred before there was a GraphQL request. Uses the REST status, with the code in `extensions`.
 */
function sendFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  { noteOutage, baseUrl }: GraphqlOptions,
): FastifyReply {
  const outage = outageOf(error);
  if (outage !== undefined) noteOutage(outage);
  if (!isRefusal(error))
    request.log[Number(error.statusCode) < 500 ? 'info' : 'error']({ err: error }, 'request failed');
  drain(request.raw);
  const { status, body, retryAfter } = errorAnswer(refusalOf(error, request), {
    requestId: request.id,
    baseUrl: baseUrl(),
  });
  const errors = [restError(status, body)];
  return send(reply, { kind: 'answer', status: status as 200, body: { errors }, retryAfter });
}
