/** Adds one route per operation. Each route passes the request to `invoke` and sends the result. */
import { type Environment, type Operation, type OperationId, operations, statusOf } from '@countersign/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { KeptAnswer } from '../../platform/idempotency/index.ts';
import { ByteAnswer, StreamAnswer } from '../../platform/invoke/answers.ts';
import type { Firewall } from '../../platform/firewall/firewall.ts';
import type { Content } from '../../platform/invoke/input.ts';
import type { CallContext, Invoker, Outcome } from '../../platform/invoke/invoke.ts';
import type { UploadedFile } from '../../platform/invoke/operations.ts';
import type { Overload } from '../../platform/overload/overload.ts';
import type { Telemetry } from '../../platform/telemetry/telemetry.ts';
import { admission } from './admission.ts';
import { languageAskedFor } from './asked-language.ts';
import { sendBytes, sendStream } from './bytes.ts';
import { cookieEffects, readCookie } from './cookies.ts';
import { deprecationHeaders } from './deprecation.ts';
import { presentedBy, refuseCrossSite } from './credentials.ts';
import { withObjects } from './query.ts';
import { sendEvents } from './event-stream.ts';
import { sendJson } from './json-answers.ts';
import { linkBaseOf } from './link-base.ts';
import { readUpload } from './multipart.ts';
import { markReached, setRateHeaders } from './rate.ts';
import { patternOf } from './unknown-addresses.ts';
import { unsupportedMediaType } from './media-types.ts';

export type RouteContext = {
  invoker: Invoker;
  firewall: Firewall;
  overload: Overload;
  telemetry: Telemetry;
  /** Returns the base address of links. Its scheme determines whether cookies are secure. */
  baseUrl: () => string;
};

export function addRoute(
  app: FastifyInstance,
  { invoker, firewall, overload, telemetry, baseUrl }: RouteContext,
  { id, prefix, environment }: { id: OperationId; prefix: string; environment: Environment },
): void {
  const operation: Operation = operations[id];
  const isStream = operation.success.body.kind === 'events';
  app.route({
    method: operation.method,
    url: prefix + operation.path,
    config: { operation: id },
    ...admission({ overload, work: operation.work ?? 'everyday', isStream }),
    handler: async (request, reply) => {
      // Cross-site requests are marked too, so that they are not counted. A page that a person happens to open must not
      // use up their rate limit.
      markReached(request);
      if (operation.deprecated) void reply.headers(deprecationHeaders(operation.deprecated));
      refuseCrossSite(request, baseUrl());
      const outcome = await invoker.invoke({
        operation: id,
        environment,
        isAdmitted: true,
        isAddressJudged: true,
        by: presentedBy(request, baseUrl()),
        input: {
          params: request.params as Record<string, unknown>,
          query: withObjects(request.query),
          content: () => readContent(request, operation, { firewall, telemetry }),
        },
        context: callContext(request, reply, baseUrl()),
        effects: cookieEffects(reply, baseUrl()),
        idempotencyKey: request.headers['idempotency-key'],
        telemetry: telemetry.isTraced && request.span ? telemetry.within(request.span) : undefined,
        onCounted: (state) => setRateHeaders(reply, state),
        onKnown: (principal) => void (request.caller = principal),
      });
      return send(reply, operation, outcome, baseUrl());
    },
  });
}

type Reading = Pick<RouteContext, 'firewall' | 'telemetry'>;

async function readContent(
  request: FastifyRequest,
  { body }: Operation,
  { firewall, telemetry }: Reading,
): Promise<Content> {
  if (body?.kind === 'multipart' && (body.json === undefined || request.isMultipart()))
    return { file: counted(await readUpload(request, body, firewall), telemetry) };
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? 'application/json')) {
    throw unsupportedMediaType(request);
  }
  return { body: request.body };
}

/** Returns the file, and counts its bytes for the metrics as they arrive. */
function counted(file: UploadedFile<Record<string, unknown>>, telemetry: Telemetry): typeof file {
  if (!telemetry.isListenedTo) return file;
  const { content } = file;
  return {
    ...file,
    content: (async function* () {
      for await (const chunk of content) {
        telemetry.count('upload-bytes', {}, chunk.length);
        yield chunk;
      }
    })(),
  };
}

export function callContext(request: FastifyRequest, reply: FastifyReply, baseUrl: string): CallContext {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: readCookie(request, 'device', baseUrl),
    session: readCookie(request, 'session', baseUrl),
    pendingLogin: readCookie(request, 'pending', baseUrl),
    language: once(() => languageAskedFor(request.headers['accept-language'])),
    baseUrl,
    linkBase: () => linkBaseOf(baseUrl, request.host),
    lastEventId: request.headers['last-event-id']?.toString(),
    wantsList: wantsList(request.headers.accept ?? ''),
    gone: once(() => goneSignal(reply)),
  };
}

/**
 * Returns whether the caller wants JSON. Browsers request an event stream explicitly, and programs that name no type
 * have always received a stream.
 */
const wantsList = (accept: string): boolean =>
  accept.includes('application/json') && !accept.includes('text/event-stream');

/** Returns a function that calls `make` once, so that a request adds only one listener. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/**
 * Returns a signal that aborts when the client disconnects. The signal also aborts after the response has been sent,
 * but then nothing listens to it.
 */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController();
  if (raw.destroyed) abort.abort();
  raw.once('close', () => abort.abort());
  return abort.signal;
}

function send(
  reply: FastifyReply,
  operation: Operation,
  outcome: Outcome,
  baseUrl: string,
): FastifyReply | Promise<FastifyReply> {
  switch (outcome.kind) {
    case 'answer':
      return sendAnswer(reply, operation, outcome.answer);
    case 'events':
      return sendEvents(reply, outcome.answer, outcome.stillGood);
    case 'kept':
      return sendKept(reply, operation, outcome, baseUrl);
  }
}

function sendKept(
  reply: FastifyReply,
  operation: Operation,
  { answer, isReplay }: { answer: KeptAnswer; isReplay: boolean },
  baseUrl: string,
): Promise<FastifyReply> {
  if (isReplay) void reply.header('idempotency-replayed', 'true');
  const { setSession, setDevice, setLoginStep } = cookieEffects(reply, baseUrl);
  if (answer.session !== undefined) setSession(answer.session ?? undefined);
  if (answer.loginStep !== undefined) setLoginStep(undefined);
  if (answer.device !== undefined) setDevice(answer.device);
  return sendJson(reply.status(answer.status), operation, answer.body);
}

async function sendAnswer(reply: FastifyReply, operation: Operation, answer: unknown): Promise<FastifyReply> {
  const { status, body } = operation.success;
  if (body.kind === 'bytes') {
    if (answer instanceof StreamAnswer) return sendStream(reply.status(status), answer);
    if (!(answer instanceof ByteAnswer)) throw new Error(`${operation.id} must return bytes`);
    return sendBytes(reply.status(status), body.contentType, answer);
  }
  if (answer instanceof ByteAnswer) {
    const { contentType } = answer;
    const isKnown = body.kind === 'json' && contentType !== undefined && body.files?.[contentType] !== undefined;
    if (!isKnown) throw new Error(`${operation.id} does not return ${contentType ?? 'a file'}`);
    return sendBytes(reply.status(status), contentType, answer);
  }
  return sendJson(reply.status(statusOf(operation, answer)), operation, answer);
}

/**
 * Refuses methods of an address that another route would otherwise handle: `DELETE /api/documents/paginated` must not
 * be treated as a document with that ID. Other unsupported methods match no route (unknown-addresses.ts).
 */
export function addMethodRefusals(
  app: FastifyInstance,
  prefix: string,
  ids: readonly OperationId[],
  handler: RouteHandlerMethod,
): void {
  const all: Operation[] = ids.map((id) => operations[id]);
  const patterns = all.flatMap(({ path, method }) =>
    path.includes(':') ? [{ path, method, at: patternOf(path) }] : [],
  );
  for (const [path, at] of Map.groupBy(all, (operation) => operation.path)) {
    const others = patterns.filter((one) => one.path !== path && one.at.test(path)).map(({ method }) => method);
    const refused = new Set(others).difference(new Set(at.map(({ method }) => method)));
    if (refused.size > 0)
      app.route({ method: [...refused], url: prefix + path, config: { isRefusedMethod: true }, handler });
  }
}
