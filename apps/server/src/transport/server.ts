/**
 * HTTP: every operation of the contract as a route, bare and under /v1. What happens to a request, in order: size, cross-site
 * check, credential, rate, role and scope, parse, use case, answer. Nothing below knows HTTP, nothing here knows a rule.
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
import { randomToken } from '../platform/crypto/tokens.ts';
import { AppError, invalid, ValidationError } from '../platform/errors.ts';
import type { Principal, RequestContext } from '../platform/principal.ts';
import {
  Authenticator,
  authorize,
  type CredentialSource,
  refuseCrossSite,
  type Resolved,
  SECURE_SESSION_COOKIE,
  SESSION_COOKIE,
} from './authenticate.ts';
import type { AnyHandler, Bindings, Effects } from './bindings.ts';
import { ByteAnswer, sendBytes } from './bytes.ts';
import { sendError, validationError } from './errors.ts';
import { readUpload } from './multipart.ts';
import { addressBucket, RateLimiter, type RateState } from './rate-limit.ts';

export type ServerOptions = {
  bindings: Bindings;
  credentials: CredentialSource;
  log: FastifyBaseLogger;
  now: () => Date;
  /** Where links lead; its scheme decides about secure cookies. */
  baseUrl: () => string;
  /** Requests an hour of an address without a credential. */
  addressLimit: number;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** A worker answers health checks alone. */
  healthOnly: boolean;
  /** In tests: answers are checked against the contract. */
  checkAnswers: boolean;
};

const PREFIXES: readonly { prefix: string; environment: Environment }[] = [
  { prefix: '', environment: 'live' },
  { prefix: '/v1', environment: 'live' },
];
const BODY_LIMIT = 2 * 1024 * 1024;

export type Server = {
  app: FastifyInstance;
  forgetCredentials: () => void;
  /** Finishes what is in flight, on connections that end with their answer, and takes nothing new. */
  close: () => Promise<void>;
};

export async function buildServer(options: ServerOptions): Promise<Server> {
  const limiter = new RateLimiter(options.now);
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => `req_${randomToken(12)}`,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // Slow clients hold a socket, not a worker; still, none for ever (uploads of 50 MB over 1 Mbit/s take seven minutes).
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: true,
    // An address that cannot be decoded reaches no hook and no route; it is answered like any other that leads nowhere.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
      setRateHeaders(reply, limiter.peek(addressBucket(request.ip), options.addressLimit));
      void sendError(reply, new AppError('NOT_FOUND'));
    },
  });
  await app.register(cookie);
  await app.register(multipart);
  const authenticator = new Authenticator(options.credentials);
  readJson(app);
  answerErrors(app);
  addCommonHeaders(app, options, limiter);
  const context: RouteContext = { ...options, limiter, authenticator };
  for (const { prefix, environment } of PREFIXES) {
    for (const id of served(options)) addRoute(app, context, { id, prefix, environment });
    addMethodRefusals(app, prefix, served(options));
  }
  let closing = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Else a client that keeps its connection open would keep us from stopping until it times out.
    if (closing) void reply.header('connection', 'close');
    done();
  });
  return {
    app,
    forgetCredentials: () => authenticator.forget(),
    close: () => {
      closing = true;
      return app.close();
    },
  };
}

function served({ healthOnly }: ServerOptions): OperationId[] {
  const ids = Object.keys(operations) as OperationId[];
  return healthOnly ? ids.filter((id) => operations[id].tag === 'Health') : ids;
}

type RouteContext = ServerOptions & { limiter: RateLimiter; authenticator: Authenticator };

/** JSON that cannot be read is an input fault like any other, and `__proto__` is refused rather than dropped. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, String(body), (error, value: unknown) =>
      error ? done(invalid('body', 'is not valid JSON', 'malformed_json')) : done(null, value),
    );
  });
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ValidationError) && !(error instanceof AppError && error.code !== 'INTERNAL_ERROR')) {
      const known =
        typeof error === 'object' && error !== null && 'statusCode' in error && Number(error.statusCode) < 500;
      request.log[known ? 'info' : 'error']({ err: error }, 'request failed');
    } else if (error instanceof AppError && error.cause !== undefined) {
      request.log.warn({ err: error.cause, code: error.code }, 'request refused');
    }
    // Whoever is refused in the middle of an upload need not send the rest of it.
    if (!request.raw.complete) void reply.header('connection', 'close');
    return sendError(reply, error);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('NOT_FOUND')));
}

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

function addCommonHeaders(app: FastifyInstance, options: ServerOptions, limiter: RateLimiter): void {
  const secure = options.baseUrl().startsWith('https:');
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers({ ...COMMON_HEADERS, 'x-request-id': request.id });
    if (secure) void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    // Every response carries the rate headers; counted routes replace them with their own bucket's.
    setRateHeaders(reply, limiter.peek(addressBucket(request.ip), options.addressLimit));
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never its path: paths of files and links are credentials.
    const { method, ip } = request;
    request.log.info(
      {
        method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip,
      },
      'request',
    );
    done();
  });
}

function setRateHeaders(reply: FastifyReply, state: RateState): void {
  void reply.headers({
    'x-ratelimit-limit': state.limit,
    'x-ratelimit-remaining': state.remaining,
    'x-ratelimit-reset': state.reset,
  });
}

function addRoute(
  app: FastifyInstance,
  context: RouteContext,
  { id, prefix, environment }: { id: OperationId; prefix: string; environment: Environment },
): void {
  const operation: Operation = operations[id];
  // The types are checked where the bindings are made; here every operation is treated alike.
  const handle = context.bindings[id] as AnyHandler;
  app.route({
    method: operation.method,
    url: prefix + operation.path,
    handler: async (request, reply) => {
      refuseCrossSite(request);
      const resolved = await identify(context, request, reply, operation, environment);
      const input = await readInput(request, operation);
      const answer = await handle(
        input,
        requestContext(context, request, resolved.principal, environment),
        effects(context, reply),
      );
      return sendAnswer(reply, operation, answer, context.checkAnswers);
    },
  });
}

/** Credential, then rate, then role: a refused credential still counts against the address it came from. */
async function identify(
  context: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  environment: Environment,
): Promise<Resolved> {
  const { authenticator, limiter, addressLimit } = context;
  const address = addressBucket(request.ip);
  let resolved: Resolved | undefined;
  try {
    resolved =
      (await authenticator.resolve(request, operation, environment)) ?? bodyToken(authenticator, request, operation);
  } catch (error) {
    count(reply, limiter.take(address, addressLimit), context.now());
    throw error;
  }
  const found = resolved ?? { principal: { kind: 'public' } as const, bucket: address, limit: addressLimit };
  if (operation.rate === 'address') count(reply, limiter.take(address, addressLimit), context.now());
  else if (operation.rate === 'credential') count(reply, limiter.take(found.bucket, found.limit), context.now());
  authorize(operation, found.principal);
  return found;
}

/** Signers' operations take the token in the body too (decisions §3). */
function bodyToken(authenticator: Authenticator, request: FastifyRequest, operation: Operation): Resolved | undefined {
  if (!operation.credentials.includes('signing-link')) return undefined;
  const { body } = request;
  if (typeof body !== 'object' || body === null || !('token' in body) || typeof body.token !== 'string')
    return undefined;
  return authenticator.link(body.token, operation);
}

function count(reply: FastifyReply, state: RateState, now: Date): void {
  setRateHeaders(reply, state);
  if (state.allowed) return;
  const retryAfter = Math.max(1, Math.ceil(state.reset - now.getTime() / 1000));
  throw new AppError('RATE_LIMIT_EXCEEDED', { limit: state.limit, retryAfterSeconds: retryAfter }, { retryAfter });
}

async function readInput(
  request: FastifyRequest,
  operation: Operation,
): Promise<{ params: unknown; query: unknown; body: unknown; file: unknown }> {
  const params = operation.params ? parseParams(operation, request.params) : undefined;
  const query = operation.query ? parse(operation.query, request.query, 'query') : undefined;
  const { body } = operation;
  if (!body) return { params, query, body: undefined, file: undefined };
  if (body.kind === 'multipart')
    return { params, query, body: undefined, file: await readUpload(request, body.fields, body.file) };
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? 'application/json')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', {}, { message: 'Send application/json.' });
  }
  if (request.body === undefined) throw invalid('body', 'is required: a JSON object');
  return { params, query, body: parse(body.schema, request.body, 'body'), file: undefined };
}

function parse(schema: NonNullable<Operation['query']>, value: unknown, root: string): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw validationError(result.error, root);
  return result.data;
}

/** An id of the wrong shape stands for nothing, so it is answered like an id that stands for nothing. */
function parseParams(operation: Operation, value: unknown): unknown {
  const result = operation.params?.safeParse(value);
  if (result?.success) return result.data;
  const path = result?.error.issues[0]?.path[0];
  if (path !== 'id' && path !== 'signerId') throw new AppError('NOT_FOUND');
  const missing = operation.errors.find((code) => code.endsWith('_NOT_FOUND'));
  if (path === 'signerId') throw new AppError('INVALID_LINK');
  throw new AppError(missing ?? 'NOT_FOUND', {
    [missing === 'MAIL_NOT_FOUND' ? 'mailId' : 'documentId']: (value as Record<string, unknown>)['id'],
  });
}

function requestContext(
  { baseUrl }: RouteContext,
  request: FastifyRequest,
  principal: Principal,
  environment: Environment,
): RequestContext {
  return {
    requestId: request.id,
    principal,
    environment,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    baseUrl: baseUrl(),
  };
}

function effects({ baseUrl }: RouteContext, reply: FastifyReply): Effects {
  const secure = baseUrl().startsWith('https:');
  // __Host- ties the cookie to this very host over HTTPS; browsers refuse the prefix without it (RFC 6265bis §4.1.3).
  const name = secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  return {
    setSession: (token) => {
      if (token === undefined) void reply.clearCookie(name, attributes);
      else void reply.setCookie(name, token, attributes);
    },
  };
}

function sendAnswer(reply: FastifyReply, operation: Operation, answer: unknown, check: boolean): FastifyReply {
  const { status, body } = operation.success;
  if (body.kind === 'bytes') {
    if (!(answer instanceof ByteAnswer)) throw new Error(`${operation.id} answers with bytes`);
    return sendBytes(reply.status(status), body.contentType, answer);
  }
  if (check) {
    const result = body.schema.safeParse(answer);
    if (!result.success) throw new Error(`the answer of ${operation.id} breaks the contract: ${result.error.message}`);
  }
  return reply.status(status).send(answer);
}

/** A known address with another method: 405 and what it does take (RFC 9110 §15.5.6). */
function addMethodRefusals(app: FastifyInstance, prefix: string, ids: readonly OperationId[]): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of ids.map((id) => operations[id]))
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  for (const [path, taken] of methods) {
    const refused = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !taken.has(method));
    app.route({
      method: refused,
      url: prefix + path,
      handler: (_request, reply) => {
        void reply.header('allow', [...taken].join(', '));
        return sendError(reply, new AppError('METHOD_NOT_ALLOWED'));
      },
    });
  }
}
