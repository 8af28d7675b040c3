/**
 * One route an operation. What happens to a request, in order: cross-site check, credential, rate, role and scope, parse, use
 * case, answer.
 */
import { type Environment, type Operation, type OperationId, operations } from '@countersign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { RequestWork } from '../platform/db/request-work.ts';
import { z } from 'zod';
import { AppError, invalid } from '../platform/errors.ts';
import type { Idempotency, KeptAnswer } from '../platform/idempotency/index.ts';
import { parseParams } from '../platform/path-params.ts';
import type { Principal, RequestContext } from '../platform/principal.ts';
import { type Authenticator, authorize, refuseCrossSite, type Resolved } from './authenticate.ts';
import type { AnyHandler, Bindings, Effects } from './bindings.ts';
import { ByteAnswer, sendBytes } from './bytes.ts';
import { cookieEffects, readCookie } from './cookies.ts';
import { errorAnswer, unknownOutcome, validationError } from './errors.ts';
import { EventStreamAnswer, sendEvents } from './event-stream.ts';
import { idempotencyKey, observed } from './idempotent.ts';
import { linkBaseOf } from './link-base.ts';
import { readUpload } from './multipart.ts';
import { addressBucket, type RateLimiter, type RateState } from './rate-limit.ts';

export type RouteContext = {
  /** The handlers for one request, whose work in the database they do. */
  bindings: (work: RequestWork) => Bindings;
  authenticator: Authenticator;
  idempotency: Idempotency;
  limiter: RateLimiter;
  now: () => Date;
  /** Where links lead; its scheme decides about secure cookies. */
  baseUrl: () => string;
  /** Requests an hour of an address without a credential. */
  addressLimit: number;
  /** In tests: answers are checked against the contract. */
  checkAnswers: boolean;
};

export function addRoute(
  app: FastifyInstance,
  context: RouteContext,
  { id, prefix, environment }: { id: OperationId; prefix: string; environment: Environment },
): void {
  const operation: Operation = operations[id];
  app.route({
    method: operation.method,
    url: prefix + operation.path,
    handler: async (request, reply) => {
      refuseCrossSite(request);
      const resolved = await identify(context, request, reply, operation, environment);
      const input = await readInput(request, operation);
      const caller = requestContext(context, { request, reply }, resolved.principal, environment);
      const key = idempotencyKey(request, operation);
      const work = new RequestWork({ keepsLast: key !== undefined });
      // The types are checked where the bindings are made; here every operation is treated alike.
      const handle = context.bindings(work)[id] as AnyHandler;
      const answer = async (): Promise<() => FastifyReply | Promise<FastifyReply>> => {
        if (key === undefined) {
          const made = await handle(input, caller, cookieEffects(reply, context.baseUrl()));
          if (!(made instanceof EventStreamAnswer))
            return () => sendAnswer(reply, operation, made, context.checkAnswers);
          return () => sendEvents(reply, made, () => identifyAgain(context, request, operation, environment));
        }
        const seen = observed(input);
        const kept = await context.idempotency.once(
          { principal: caller.principal, operation: id, params: input.params, key },
          seen.fingerprint,
          work,
          () => answerToKeep(operation, request.id, context.checkAnswers, (set) => handle(seen.input, caller, set)),
        );
        // What the handler ended is committed only now; until then another request may have remembered it.
        if (!kept.isReplay && !operation.credentials.includes('api-key')) context.authenticator.forget();
        return () => sendKept(reply, kept, context.baseUrl());
      };
      const send = await answer().catch((error: unknown) => {
        throw work.mayHaveCommitted ? unknownOutcome(error, { keyed: key !== undefined }) : error;
      });
      return send();
    },
  });
}

function sendKept(
  reply: FastifyReply,
  { answer, isReplay }: { answer: KeptAnswer; isReplay: boolean },
  baseUrl: string,
): FastifyReply {
  if (isReplay) void reply.header('idempotency-replayed', 'true');
  const { setSession, setDevice, setLoginStep } = cookieEffects(reply, baseUrl);
  if (answer.session !== undefined) setSession(answer.session ?? undefined);
  if (answer.loginStep !== undefined) setLoginStep(undefined);
  if (answer.device !== undefined) setDevice(answer.device);
  return reply.status(answer.status).send(answer.body);
}

/** The handler's answer, or the refusal it throws, as it can be given a second time. What may pass (5xx, 429) is thrown on. */
async function answerToKeep(
  operation: Operation,
  requestId: string,
  check: boolean,
  handle: (effects: Effects) => Promise<unknown>,
): Promise<KeptAnswer> {
  const cookies: Pick<KeptAnswer, 'session' | 'device' | 'loginStep'> = {};
  try {
    const body = await handle({
      setSession: (token) => void (cookies.session = token ?? null),
      setDevice: (secret) => void (cookies.device = secret),
      // Logins take no Idempotency-Key: a kept answer would open the same step twice. Their second step may.
      setLoginStep: (token) => {
        if (token !== undefined) throw new Error(`${operation.id} takes an Idempotency-Key and may not begin a login`);
        cookies.loginStep = null;
      },
      setPendingLogin: () => {
        throw new Error(`${operation.id} takes an Idempotency-Key and may not decide on a login`);
      },
    });
    if (check) checkAnswer(operation, body);
    return { status: operation.success.status, body: body as KeptAnswer['body'], ...cookies };
  } catch (error) {
    const { status, body } = errorAnswer(error, requestId);
    if (status >= 500 || status === 429) throw error;
    return { status, body: body as unknown as KeptAnswer['body'] };
  }
}

/** An hour, for a credential. */
const FREQUENT_REQUESTS = 20_000;

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
      (await bodyToken(authenticator, request, operation)) ??
      (await authenticator.resolve(request, operation, environment));
  } catch (error) {
    count(reply, limiter.take(address, addressLimit), context.now());
    throw error;
  }
  if (!resolved) requireBodyToken(operation, request.body);
  const found = resolved ?? { principal: { kind: 'public' } as const, bucket: address, limit: addressLimit };
  if (operation.rate === 'address') count(reply, limiter.take(address, addressLimit), context.now());
  else if (operation.rate === 'verification')
    count(reply, limiter.take(`verification ${address}`, addressLimit), context.now());
  else if (operation.rate === 'frequent')
    count(reply, limiter.take(`frequent ${found.bucket}`, FREQUENT_REQUESTS), context.now());
  else if (operation.rate === 'credential') count(reply, limiter.take(found.bucket, found.limit), context.now());
  authorize(operation, found.principal);
  return found;
}

/** Whoever sends no credential where one belongs into the body has left out an input, and is told which. */
function requireBodyToken({ credentials, body }: Operation, given: unknown): void {
  if (!credentials.includes('signing-link') || body?.kind !== 'json' || !(body.schema instanceof z.ZodObject)) return;
  const { shape } = body.schema;
  const name = BODY_TOKENS.find((one) => one in shape);
  if (name === undefined || (typeof given === 'object' && given !== null && name in given)) return;
  if (name === 'token') throw invalid('token', 'is required: the token of the signing link, here or as a bearer');
  throw invalid('sessionId', 'is required: what the session was started with');
}

const BODY_TOKENS = ['token', 'sessionId'] as const;

/** The same credential, later: nothing is counted, and a session is not kept awake by what nobody did. */
async function identifyAgain(
  { authenticator }: RouteContext,
  request: FastifyRequest,
  operation: Operation,
  environment: Environment,
): Promise<Principal> {
  const resolved = await authenticator.resolve(request, operation, environment, { isWatched: true });
  if (!resolved) throw new AppError('UNAUTHORIZED');
  authorize(operation, resolved.principal);
  return resolved.principal;
}

/**
 * Signers' operations take the token in the body too (decisions §3). It comes before a cookie: whoever opens a link means that
 * signer, whatever account happens to be logged in.
 */
async function bodyToken(
  authenticator: Authenticator,
  request: FastifyRequest,
  operation: Operation,
): Promise<Resolved | undefined> {
  if (!operation.credentials.includes('signing-link') || request.headers.authorization !== undefined) return undefined;
  const { body } = request;
  if (typeof body !== 'object' || body === null) return undefined;
  // What an in-person session is opened with is called otherwise (decisions §5).
  const token = 'token' in body ? body.token : 'sessionId' in body ? body.sessionId : undefined;
  return typeof token === 'string' ? authenticator.link(token, operation) : undefined;
}

/** Tells the caller how it stands, and refuses what is too much. Throws RATE_LIMIT_EXCEEDED. */
export function count(reply: FastifyReply, state: RateState, now: Date): void {
  setRateHeaders(reply, state);
  if (state.allowed) return;
  const retryAfter = Math.max(1, Math.ceil(state.reset - now.getTime() / 1000));
  throw new AppError('RATE_LIMIT_EXCEEDED', { limit: state.limit, retryAfterSeconds: retryAfter }, { retryAfter });
}

async function readInput(
  request: FastifyRequest,
  operation: Operation,
): Promise<{ params: unknown; query: unknown; body: unknown; file: unknown }> {
  const params = parseParams(operation, request.params as Record<string, unknown>);
  const query = operation.query ? parse(operation.query, request.query, 'query') : undefined;
  const { body } = operation;
  if (!body) return { params, query, body: undefined, file: undefined };
  const schema = body.kind === 'json' ? body.schema : body.json;
  if (body.kind === 'multipart' && (schema === undefined || request.isMultipart()))
    return { params, query, body: undefined, file: await readUpload(request, body) };
  if (schema === undefined) throw new Error(`${operation.id} takes no body that could be read`);
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? 'application/json')) {
    const form = body.kind === 'multipart' ? ', or a file as multipart/form-data' : '';
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', {}, { message: `Send application/json${form}.` });
  }
  // Where all of it may be left out, so may the whole.
  const value = request.body === undefined && schema.safeParse({}).success ? {} : request.body;
  if (value === undefined) throw invalid('body', 'is required: a JSON object');
  return { params, query, body: parse(schema, value, 'body'), file: undefined };
}

function parse(schema: NonNullable<Operation['query']>, value: unknown, root: string): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw validationError(result.error, root);
  return result.data;
}

function requestContext(
  { baseUrl }: RouteContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  principal: Principal,
  environment: Environment,
): RequestContext {
  return {
    requestId: request.id,
    principal,
    environment,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: readCookie(request, 'device', baseUrl()),
    session: readCookie(request, 'session', baseUrl()),
    pendingLogin: readCookie(request, 'pending', baseUrl()),
    baseUrl: baseUrl(),
    linkBase: linkBaseOf(baseUrl(), request.host),
    lastEventId: request.headers['last-event-id']?.toString(),
    gone: () => goneSignal(reply),
  };
}

/** Made only where somebody asks for it; an answer that was sent is closed as well, and then nobody listens any more. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController();
  if (raw.destroyed) abort.abort();
  raw.once('close', () => abort.abort());
  return abort.signal;
}

async function sendAnswer(
  reply: FastifyReply,
  operation: Operation,
  answer: unknown,
  check: boolean,
): Promise<FastifyReply> {
  const { status, body } = operation.success;
  if (body.kind === 'bytes') {
    if (!(answer instanceof ByteAnswer)) throw new Error(`${operation.id} answers with bytes`);
    return sendBytes(reply.status(status), body.contentType, answer);
  }
  if (answer instanceof ByteAnswer) {
    const { contentType } = answer;
    const isKnown = body.kind === 'json' && contentType !== undefined && body.files?.[contentType] !== undefined;
    if (!isKnown) throw new Error(`${operation.id} does not answer with ${contentType ?? 'a file'}`);
    return sendBytes(reply.status(status), contentType, answer);
  }
  if (check) checkAnswer(operation, answer);
  return reply.status(status).send(answer);
}

function checkAnswer({ id, success: { body } }: Operation, answer: unknown): void {
  if (body.kind !== 'json') return;
  const result = body.schema.safeParse(answer);
  if (!result.success) throw new Error(`the answer of ${id} breaks the contract: ${result.error.message}`);
}

/**
 * Methods that an address does not take: `DELETE /api/documents/paginated` is no document of that name. What HTTP has besides
 * these five reaches no route at all.
 */
export function addMethodRefusals(
  app: FastifyInstance,
  prefix: string,
  ids: readonly OperationId[],
  handler: RouteHandlerMethod,
): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of ids.map((id) => operations[id]))
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  for (const [path, taken] of methods) {
    const refused = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !taken.has(method));
    app.route({ method: refused, url: prefix + path, handler });
  }
}

export function setRateHeaders(reply: FastifyReply, state: RateState): void {
  void reply.headers({
    'x-ratelimit-limit': state.limit,
    'x-ratelimit-remaining': state.remaining,
    'x-ratelimit-reset': state.reset,
  });
}
