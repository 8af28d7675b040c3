/**
 * Serves every operation of the contract as an HTTP route, in the live environment and in the sandbox, each with and
 * without /v1. routes.ts handles the requests. No code below depends on HTTP, and no code here implements a business
 * rule.
 */
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { type Environment, type Operation, type OperationId, operations } from '@countersign/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { newRequestId } from '../../platform/crypto/ids.ts';
import { AppError, invalid, ValidationError } from '../../platform/errors.ts';
import type { Authenticator } from '../../platform/invoke/credentials.ts';
import type { Route } from '../../platform/invoke/route.ts';
import { findUnbounded } from '../../platform/invoke/validation.ts';
import type { Limits } from '../../platform/limits/limits.ts';
import { type Outage, outageOf } from '../../platform/outage.ts';
import { serveGraphql } from '../graphql/route.ts';
import { logRequests, type RequestLog } from './access-log.ts';
import { watchEventLoop } from './block-watch.ts';
import { refuseUnreadableBodies, utf8Text } from './body-encoding.ts';
import { trackConnections } from './connections.ts';
import { isSecure } from './cookies.ts';
import { presentedBy } from './credentials.ts';
import { sendError } from './errors.ts';
import { checkRequest } from './firewall.ts';
import { drain } from './refused-bodies.ts';
import { answerUnreadable, COMMON_HEADERS } from './unreadable.ts';
import { checkUnknownBody } from './unknown-body.ts';
import { answerUnknownAddresses, type UnknownAddresses } from './unknown-addresses.ts';
import { serveRoutes } from './feature-routes.ts';
import { countUnreached, environmentOf, hasRateHeaders, markReached, setRateHeaders } from './rate.ts';
import { measureRequests } from './measure.ts';
import { addMethodRefusals, addRoute, callContext, type RouteContext } from './routes.ts';

export type ServerOptions = RouteContext & {
  authenticator: Authenticator;
  limits: Limits;
  routes: readonly Route[];
  log: FastifyBaseLogger;
  requestLog: RequestLog;
  /** Called for each request that failed because of an outage. */
  noteOutage: (part: Outage) => void;
  trustedProxies: readonly string[];
  /** True for a worker, which only responds to health checks. */
  healthOnly: boolean;
};

const PREFIXES: readonly { prefix: string; environment: Environment }[] = [
  { prefix: '', environment: 'live' },
  { prefix: '/sandbox', environment: 'sandbox' },
];
/** A prefix that proxies write before the path (RFC 9112 §3.2.2). */
const ORIGIN = /^https?:\/\/[^/?]*\/?/i;
/** Matches the version prefix. There is only one version. */
const VERSION = /^((?:\/sandbox)?)\/v1(?=\/api\/)/;
const BODY_LIMIT = 2 * 1024 * 1024;

const STOPPING = 'The server is stopping. Nothing was changed. Try again shortly.';
const STOPPING_SECONDS = 2;

export type Server = {
  app: FastifyInstance;
  showPageNotFound: UnknownAddresses['showPage'];
  /**
   * Finishes running requests, closes each connection after its response, and accepts no new requests. After `limitMs`,
   * everything that was not fully sent or read is cut off.
   */
  close: (limitMs: number) => Promise<void>;
};

export async function buildServer(options: ServerOptions): Promise<Server> {
  const { limits } = options;
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: newRequestId,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // The version is removed here, so that routes are not registered twice. Each route takes startup time and 6 kB of
    // memory.
    rewriteUrl: ({ url = '' }) => url.replace(ORIGIN, '/').replace(VERSION, '$1'),
    // A slow client occupies only a socket. The limit allows an upload of 50 MB over 1 Mbit/s, which takes seven
    // minutes.
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 65_000,
    // The error handler below sends this error in the format of the API.
    return503OnClosing: false,
    // An address that cannot be decoded reaches no hook and no route. It is handled like any other unknown address.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
      limits
        .countAddress('address', request.ip, (state) => setRateHeaders(reply, state))
        .then(() => checkRequest(request, options.firewall))
        .then(
          () => sendError(reply, new AppError('NOT_FOUND')),
          (error: unknown) => sendError(reply, error),
        );
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options),
  });
  app.decorate('baseUrl', options.baseUrl);
  app.decorateRequest('isReached', false);
  app.decorateRequest('leave');
  // Connections are tracked first, so that every listener of `close` below is called.
  const { closeUnused } = trackConnections(app);
  measureRequests(app, options.telemetry);
  await app.register(cookie);
  await app.register(multipart);
  refuseUnreadableBodies(app);
  readJson(app);
  answerErrors(app, options);
  watchEventLoop(app);
  let closing = false;
  const { refuseMethod, answer, showPage } = answerUnknownAddresses(app, (request, reply) =>
    countUnreached(options, request, reply),
  );
  addCommonHeaders(app, options);
  logRequests(app, options.requestLog);
  app.addHook('onRequest', (_request, _reply, done) => {
    if (closing) throw new AppError('SERVICE_UNAVAILABLE', {}, { message: STOPPING, retryAfter: STOPPING_SECONDS });
    done();
  });
  app.addHook('onRequest', ({ raw, id: requestId }, _reply, done) => {
    // A request must have one Host header (RFC 9112 §3.2). Node uses the first, but a proxy may have checked another.
    if (raw.rawHeaders.filter((name, n) => n % 2 === 0 && /^host$/i.test(name)).length > 1)
      throw new AppError('BAD_REQUEST', { requestId }, { message: 'Send exactly one Host header.' });
    done();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const refused = checkRequest(request, options.firewall);
    // If nothing was found, the request continues in the same tick.
    if (!refused) done();
    return refused;
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { isRefusedMethod } = request.routeOptions.config;
    if (!request.is404 && isRefusedMethod !== true) return done(null, payload);
    const refuse = isRefusedMethod === true ? refuseMethod : answer;
    const inspectAndRefuse = async () => {
      try {
        await checkUnknownBody(request, payload, options.firewall);
        drain(request.raw);
        await refuse(request, reply);
      } catch (error) {
        done(error as Error);
      }
    };
    void inspectAndRefuse();
  });
  for (const { prefix, environment } of PREFIXES) {
    const ids = served(options, environment);
    for (const id of ids) addRoute(app, options, { id, prefix, environment });
    addMethodRefusals(app, prefix, ids, refuseMethod);
  }
  if (!options.healthOnly) await serveGraphql(app, PREFIXES, options);
  if (!options.healthOnly) serveRoutes(app, options.routes, options);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A client that keeps its connection open would delay the shutdown.
    if (closing) void reply.header('connection', 'close');
    done();
  });
  return {
    app,
    showPageNotFound: showPage,
    close: async (limitMs) => {
      closing = true;
      const closed = app.close();
      closeUnused();
      const limit = setTimeout(() => app.server.closeAllConnections(), limitMs);
      await closed;
      clearTimeout(limit);
    },
  };
}

function served({ healthOnly }: ServerOptions, environment: Environment): OperationId[] {
  const ids = Object.keys(operations) as OperationId[];
  return ids.filter((id) => {
    const operation: Operation = operations[id];
    return healthOnly ? operation.tag === 'Health' : (operation.environment ?? environment) === environment;
  });
}

/** Parses JSON. Unreadable JSON is an ordinary input error, and `__proto__` is refused rather than dropped. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = utf8Text(body as Buffer);
    if (text instanceof ValidationError) return done(text);
    return parse(request, text, (error, value: unknown) => {
      const refusal = error ? invalid('body', 'is not valid JSON', 'malformed_json') : findUnbounded(value);
      if (refusal) done(refusal);
      else done(null, value);
    });
  });
}

function answerErrors(app: FastifyInstance, options: ServerOptions): void {
  const { noteOutage } = options;
  app.setErrorHandler(async (error, request, reply) => {
    const outage = outageOf(error);
    // The health check is excluded, because it reports outages itself and recovers immediately.
    if (outage !== undefined && request.routeOptions.url?.includes('/api/health/') !== true) noteOutage(outage);
    if (!(error instanceof ValidationError) && !(error instanceof AppError && error.code !== 'INTERNAL_ERROR')) {
      const known =
        typeof error === 'object' && error !== null && 'statusCode' in error && Number(error.statusCode) < 500;
      if (outage !== undefined) request.log.warn({ err: error, outage }, 'request rejected');
      else request.log[known ? 'info' : 'error']({ err: error }, 'request failed');
    } else if (error instanceof AppError && error.cause !== undefined) {
      request.log.warn({ err: error.cause, code: error.code }, 'request rejected');
    }
    drain(request.raw);
    // A refusal by a hook (firewall, load shedding, shutdown) must cost almost nothing, so it is not counted.
    if (error instanceof AppError) return sendError(reply, error);
    const refusal: unknown = await countOrRefuse(options, error, request, reply).then(
      () => error,
      (tooMany: unknown) => tooMany,
    );
    return sendError(reply, refusal);
  });
}

/**
 * Throws the error for a caller whose body cannot be read. A caller without permission gets the error that says so, and
 * not the list of accepted body types.
 */
async function countOrRefuse(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { operation } = request.routeOptions.config;
  const isForType = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
  const isForAnybody = operation === undefined || (operations[operation] as Operation).credentials.includes('public');
  if (isForAnybody || !isForType || request.isReached) return countUnreached(options, request, reply);
  markReached(request);
  const base = options.baseUrl();
  await options.invoker
    .identify({
      operation,
      environment: environmentOf(request),
      by: presentedBy(request, base),
      context: callContext(request, reply, base),
      onCounted: (state) => setRateHeaders(reply, state),
      onKnown: (principal) => void (request.caller = principal),
    })
    .catch((refused: unknown) => {
      // The signing link may be in the body, which was not read. Its absence from the rest of the request is therefore
      // not an error.
      if (!(refused instanceof ValidationError)) throw refused;
    });
}

const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

function addCommonHeaders(app: FastifyInstance, options: ServerOptions): void {
  const secure = isSecure(options.baseUrl());
  const common = { ...COMMON_HEADERS, ...(secure && { 'strict-transport-security': STRICT_TRANSPORT }) };
  app.addHook('onRequest', (request, reply, done) => {
    // `ip` is undefined if the client disconnected before the request was handled. There is no address to count or log,
    // and nobody to respond to.
    const address: string | undefined = request.ip;
    if (address === undefined) return void reply.hijack();
    void reply.headers(common).header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Every response has rate-limit headers: those of the bucket in which the request counted, otherwise those of the
    // address.
    if (!hasRateHeaders(reply)) setRateHeaders(reply, options.limits.peekAddress(request.ip));
    done();
  });
}
