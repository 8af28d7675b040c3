/** Calls operations for one request: each field goes through `invoke` with the request's credential. */
import { type Environment, LIMITS, type OperationId, operations } from '@countersign/contract';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import type { Readable } from 'node:stream';
import { NO_TELEMETRY, type Span, type Telemetry } from '../../platform/telemetry/telemetry.ts';
import { sha256Hex } from '../../platform/crypto/tokens.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeptAnswer } from '../../platform/idempotency/index.ts';
import { ByteAnswer } from '../../platform/invoke/answers.ts';
import { isRefusal } from '../../platform/invoke/error-answer.ts';
import type { Presented } from '../../platform/invoke/credentials.ts';
import type { Call, CallContext, Invoker, Outcome } from '../../platform/invoke/invoke.ts';
import type { Effects } from '../../platform/invoke/operations.ts';
import type { requestOf } from './arguments.ts';
import { KeptRefusal, stopped, tooLate } from './errors.ts';
import { fileOf } from './file.ts';

export type GraphqlCaller = {
  environment: Environment;
  by: Presented;
  context: CallContext;
  effects: Effects;
  idempotencyKey: unknown;
  onCounted: NonNullable<Call['onCounted']>;
  onKnown?: Call['onKnown'];
  telemetry?: Telemetry | undefined;
};
type Request = ReturnType<typeof requestOf>;

/** The maximum duration of a request. Uploads are not counted, because they depend on the sender's connection. */
const REQUEST_LIMIT_MS = 30_000;

export class GraphqlCall {
  readonly #invoker: Invoker;
  readonly #caller: GraphqlCaller;
  readonly #limitMs: number;
  /** Aborted when the request's time is over. Reads stop, and no new work starts. */
  readonly #late = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** Loads the details of all documents of a list together. */
  readonly #details = new DataLoader<string, Record<string, unknown>>((ids) => this.#readDetails(ids), {
    maxBatchSize: LIMITS.pageSizeMax,
  });

  constructor(invoker: Invoker, caller: GraphqlCaller, limitMs: number = REQUEST_LIMIT_MS) {
    this.#invoker = invoker;
    this.#caller = caller;
    this.#limitMs = limitMs;
  }

  /** Runs `work` with the time limit of a request. Subscriptions do not use this method, so they have no limit. */
  async inTime<T>(work: () => Promise<T> | T): Promise<T> {
    this.#startClock();
    try {
      return await work();
    } finally {
      clearTimeout(this.#timer);
    }
  }

  #startClock(): void {
    this.#timer = setTimeout(() => this.#late.abort(stopped(this.#limitMs)), this.#limitMs).unref();
  }

  /** Returns the REST response of an operation, requested by the field at `path`. Throws the errors of REST. */
  async ask(operation: OperationId, request: Request, path: GraphQLResolveInfo['path']): Promise<unknown> {
    this.#late.signal.throwIfAborted();
    const asked = this.#invoke(operation, request, path);
    const outcome = await (request.file ? this.#unhurried(asked) : this.#answered(operation, asked));
    if (outcome.kind === 'kept') return this.#kept(outcome.answer);
    if (outcome.kind === 'events') throw new Error(`${operation} returned events instead of a response`);
    return outcome.answer instanceof ByteAnswer ? fileOf(operation, outcome.answer) : outcome.answer;
  }

  details(id: string): Promise<Record<string, unknown>> {
    return this.#details.load(id);
  }

  /**
   * Reads the details of documents. They belong to the field that returned the documents, so they do not count as
   * another request.
   */
  async #readDetails(ids: readonly string[]): Promise<(Record<string, unknown> | Error)[]> {
    this.#late.signal.throwIfAborted();
    const request = { params: {}, query: { ids: ids.join(',') }, body: undefined, file: undefined };
    const asked = this.#invoke('getDocuments', request, { key: 'documents', cost: 0 });
    const outcome = await this.#answered('getDocuments', asked);
    const { documents } = (outcome.kind === 'answer' ? outcome.answer : {}) as { documents: { id: string }[] };
    const found = new Map(documents.map((one) => [one.id, one as Record<string, unknown>]));
    return ids.map((id) => found.get(id) ?? new AppError('DOCUMENT_NOT_FOUND', { documentId: id }));
  }

  /** Returns the text of an event stream, for as long as the credential is valid. */
  async listen(operation: OperationId, request: Request, path: GraphQLResolveInfo['path']): Promise<Readable> {
    const outcome = await this.#invoke(operation, request, path);
    if (outcome.kind !== 'events') throw new Error(`${operation} returned a response instead of events`);
    const { stream, guard } = outcome.answer;
    guard(outcome.stillGood);
    const gone = this.#caller.context.gone?.();
    gone?.addEventListener('abort', () => stream.destroy(), { once: true });
    if (gone?.aborted) stream.destroy();
    return stream;
  }

  #invoke(
    operation: OperationId,
    request: Request,
    { key, cost = 1 }: Pick<GraphQLResolveInfo['path'], 'key'> & { cost?: number },
  ): Promise<Outcome> {
    const {
      environment,
      by,
      context,
      effects,
      idempotencyKey,
      onCounted,
      onKnown,
      telemetry = NO_TELEMETRY,
    } = this.#caller;
    const { params, query, body, file } = request;
    const invoke = (span: Span) =>
      this.#invoker.invoke({
        operation,
        environment,
        // Operations for signers accept the token of the link in the body.
        by: { ...by, body },
        input: { params, query, content: () => (file ? { file } : { body }) },
        context,
        effects,
        idempotencyKey: keyOf(idempotencyKey, String(key)),
        onCounted,
        onKnown,
        cost,
        until: isRead(operation) ? this.#late.signal : undefined,
        telemetry: telemetry.isTraced ? telemetry.within(span) : undefined,
      });
    return telemetry.measure('graphql-operation', { operation }, invoke, (error) =>
      isRefusal(error) ? 'refused' : 'failed',
    );
  }

  /** Waits for a response. A change that has begun is finished even if the client has disconnected. */
  async #answered<T>(operation: OperationId, work: Promise<T>): Promise<T> {
    const { signal } = this.#late;
    let giveUp = (): void => {};
    const late = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(isRead(operation) ? (signal.reason as Error) : tooLate(this.#limitMs));
      signal.addEventListener('abort', giveUp, { once: true });
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Pauses the request's time limit during an upload. */
  async #unhurried<T>(work: Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    try {
      return await work;
    } finally {
      this.#startClock();
    }
  }

  #kept({ status, body, session, loginStep, device }: KeptAnswer): unknown {
    const { setSession, setLoginStep, setDevice } = this.#caller.effects;
    if (session !== undefined) setSession(session ?? undefined);
    if (loginStep !== undefined) setLoginStep(undefined);
    if (device !== undefined) setDevice(device);
    if (status >= 400) throw new KeptRefusal(status, body);
    return body;
  }
}

/**
 * Returns the idempotency key of a mutation. Each mutation of a request gets its own key, which stays the same if the
 * request is repeated. An invalid key is passed unchanged.
 */
function keyOf(header: unknown, alias: string): unknown {
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  return sha256Hex(`${header}\n${alias}`);
}

const isRead = (operation: OperationId): boolean => operations[operation].method === 'GET';
