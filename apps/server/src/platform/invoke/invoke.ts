/**
 * Runs one call of one operation: credential, rate limit, role and scope, input, `Idempotency-Key`, use case. This
 * module is independent of HTTP. The caller (transport/http, a test, a command) provides the credential and the input,
 * and reports the outcome in its own way.
 */
import {
  type Environment,
  type ErrorCode,
  type Operation,
  type OperationId,
  operations,
  statusOf,
  takesIdempotencyKey,
} from '@countersign/contract';
import { RequestWork } from '../db/request-work.ts';
import { AppError, invalid } from '../errors.ts';
import type { Firewall, Refused } from '../firewall/firewall.ts';
import type { Idempotency, KeptAnswer } from '../idempotency/index.ts';
import { credentialBucket, pagesBucket } from '../limits/buckets.ts';
import type { Limits, RateState } from '../limits/limits.ts';
import type { KeyUsage } from '../limits/usage.ts';
import type { Overload } from '../overload/overload.ts';
import { isProgram, type Principal, type RequestContext } from '../principal.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { ByteAnswer, EventStreamAnswer, type StillGood } from './answers.ts';
import { authorize } from './authorize.ts';
import type { Authenticator, Presented, Resolved } from './credentials.ts';
import { errorAnswer, isRefusal, unknownOutcome } from './error-answer.ts';
import { type RawInput, readInput } from './input.ts';
import { observed } from './observed.ts';
import type { AnyHandler, Effects } from './operations.ts';
import { withRemovals } from './unseen.ts';

/** The data about a call that a use case receives in addition to the caller and the input. */
export type CallContext = Omit<RequestContext, 'principal' | 'environment'>;

export type Call = {
  operation: OperationId;
  environment: Environment;
  /** The caller: the presented credentials, or the principal that an earlier check found. */
  by: Presented | Resolved;
  input: RawInput;
  context: CallContext;
  effects: Effects;
  /** Set if the transport already reserved capacity (platform/overload). */
  isAdmitted?: true;
  /** Set if path parameters and query were inspected as sent, before decoding (transport/http/firewall.ts). */
  isAddressJudged?: true;
  /** The Idempotency-Key as sent. It is used if the operation accepts one. */
  idempotencyKey?: unknown;
  /** Receives the caller's rate-limit state before the call may be refused because of it. */
  onCounted?: (state: RateState) => void;
  onKnown?: ((principal: Principal) => void) | undefined;
  /** The number of requests that the call counts as. Default: one. */
  cost?: number;
  telemetry?: Telemetry | undefined;
  /**
   * Aborted when the client disconnects. No further database step is then started. Used only for read-only operations.
   */
  until?: AbortSignal | undefined;
};

export type Outcome =
  | { kind: 'answer'; answer: unknown }
  | { kind: 'events'; answer: EventStreamAnswer; stillGood: StillGood }
  /**
   * The response stored under an Idempotency-Key, including cookies, whether it was created now or by the first
   * request.
   */
  | { kind: 'kept'; answer: KeptAnswer; isReplay: boolean };

export type InvokerOptions = {
  handlerOf: (id: OperationId, work: RequestWork) => AnyHandler;
  authenticator: Authenticator;
  idempotency: Idempotency;
  overload: Overload;
  limits: Limits;
  keyUsage: Pick<KeyUsage, 'note'>;
  firewall: Firewall;
  onRefused: (refused: RefusedCall) => void;
  checkAnswers: boolean;
};

export type RefusedCall = {
  code: ErrorCode;
  operation: OperationId;
  address: string;
  /** The caller. Undefined if it is unknown, because there was no credential or an invalid one. */
  principal: Principal | undefined;
  /** True if a program sent a key or a secret, valid or not. */
  hasBearer: boolean;
};

/**
 * Credentials for requests that are not operations: every credential that identifies the caller without further input.
 */
const ANYTHING = { credentials: ['session', 'api-key', 'service', 'cron', 'signing-link'] } as const;

export class Invoker {
  readonly #options: InvokerOptions;

  constructor(options: InvokerOptions) {
    this.#options = options;
  }

  /** Throws AppError and ValidationError for refusals. Any other error is a bug or an outage. */
  async invoke(call: Call): Promise<Outcome> {
    const operation: Operation = operations[call.operation];
    if (call.isAdmitted) return this.#invoke(call, operation);
    const leave = this.#options.overload.enter(operation.work ?? 'everyday');
    try {
      return await this.#invoke(call, operation);
    } finally {
      leave();
    }
  }

  async #invoke(call: Call, operation: Operation): Promise<Outcome> {
    if ((operation.environment ?? call.environment) !== call.environment) throw new AppError('NOT_FOUND');
    let principal: Principal | undefined;
    try {
      return await this.#judgeAndRun(call, operation, (who) => {
        principal = who;
        call.onKnown?.(who);
      });
    } catch (error) {
      const hasBearer = !('principal' in call.by) && typeof call.by.bearer === 'string';
      const { address } = call.context;
      if (error instanceof AppError)
        this.#options.onRefused({ code: error.code, operation: call.operation, address, principal, hasBearer });
      throw error;
    }
  }

  /** @param isKnown receives the caller, before the input is checked */
  async #judgeAndRun(call: Call, operation: Operation, isKnown: (principal: Principal) => void): Promise<Outcome> {
    const { principal } = await this.#identify(call, operation, isKnown);
    const removed: string[] = [];
    const input = await readInput(
      operation,
      call.input,
      (content) => this.#checkContent(call, operation, content),
      (paths) => removed.push(...paths),
    );
    const context: RequestContext = {
      ...call.context,
      principal,
      environment: call.environment,
      ...(isProgram(principal) && { language: () => 'en' }),
    };
    const key = readKey(operation, call.idempotencyKey);
    const work = new RequestWork({ keepsLast: key !== undefined, until: call.until, telemetry: call.telemetry });
    const handler = this.#options.handlerOf(call.operation, work);
    const handle: AnyHandler = async (...given) => withRemovals(await handler(...given), removed);
    try {
      if (key === undefined) return this.#outcome(call, operation, await handle(input, context, call.effects));
      const seen = observed(input);
      const { answer, isReplay } = await this.#options.idempotency.once(
        { principal, operation: call.operation, params: input.params, key },
        seen.fingerprint,
        work,
        () => this.#answerToKeep(operation, context, (effects) => handle(seen.input, context, effects)),
      );
      return { kind: 'kept', answer, isReplay };
    } catch (error) {
      throw work.mayHaveCommitted ? unknownOutcome(error, { keyed: key !== undefined }) : error;
    }
  }

  /** Inspects the data of the request, from any sender. Each value is inspected once. */
  #checkSent({ by, input, context, isAddressJudged }: Omit<Call, 'effects'>, operation: Operation): Refused {
    const body = 'principal' in by ? undefined : by.body;
    const values = isAddressJudged ? { body } : { params: input.params, query: input.query, body };
    return this.#options.firewall.checkValues(operation, values, { address: context.address, gone: context.gone });
  }

  /**
   * Inspects data that was read only after the caller was allowed to send it. A body that arrived together with the
   * credentials has already been inspected.
   */
  #checkContent({ by, context }: Call, operation: Operation, content: { body?: unknown; form?: unknown }): Refused {
    if (content.body !== undefined && !('principal' in by) && content.body === by.body) return undefined;
    return this.#options.firewall.checkValues(operation, content, { address: context.address, gone: context.gone });
  }

  /** Checks credential, rate limit, input and then role. A refused credential still counts against its address. */
  async #identify(
    call: Omit<Call, 'effects'>,
    operation: Operation,
    isKnown: (principal: Principal) => void,
  ): Promise<Resolved> {
    const { by, environment, context, onCounted } = call;
    const { limits, authenticator } = this.#options;
    let resolved: Resolved | undefined;
    if ('principal' in by) resolved = by;
    else
      try {
        resolved = await authenticator.resolve(by, operation, environment, { isKnown });
      } catch (error) {
        await limits.countAddress('address', context.address, onCounted);
        await this.#checkSent(call, operation);
        throw error;
      }
    if (resolved) isKnown(resolved.principal);
    await this.#count(call, operation, resolved);
    await this.#checkSent(call, operation);
    const found = resolved ?? { principal: { kind: 'public' }, bucket: 'public', limit: null };
    authorize(operation, found.principal, call.input.params);
    return found;
  }

  /**
   * Checks the caller of an operation if the request's body could not be read. Throws if the caller is refused, and
   * counts the request.
   */
  async identify(
    call: Pick<Call, 'operation' | 'environment' | 'by' | 'context' | 'onCounted' | 'onKnown'>,
  ): Promise<void> {
    const operation: Operation = operations[call.operation];
    await this.#identify({ ...call, input: {}, isAddressJudged: true }, operation, (who) => call.onKnown?.(who));
  }

  /**
   * Counts a request that reaches no operation. It counts against its credential if that is valid, otherwise against
   * its address.
   */
  async countElsewhere(
    by: Presented,
    environment: Environment,
    onCounted: NonNullable<Call['onCounted']>,
  ): Promise<void> {
    const { limits, authenticator } = this.#options;
    const found = await authenticator.resolve(by, ANYTHING, environment).catch(() => undefined);
    if (!found) return limits.countAddress('address', by.address, onCounted);
    return limits.count(credentialBucket(found.bucket, found.limit), onCounted);
  }

  async #count(
    { context, onCounted, cost }: Omit<Call, 'effects'>,
    { rate }: Operation,
    found: Resolved | undefined,
  ): Promise<void> {
    const { limits, keyUsage } = this.#options;
    if (rate === 'none') return;
    if (rate === 'address' || rate === 'verification' || rate === 'open')
      return limits.countAddress(rate, context.address, onCounted);
    if (!found) return limits.countAddress('address', context.address, onCounted);
    const bucket = rate === 'frequent' ? pagesBucket(found.bucket) : credentialBucket(found.bucket, found.limit);
    const { principal } = found;
    const note = (state: RateState) => {
      if (principal.kind === 'api-key') keyUsage.note(principal, cost ?? 1, state.allowed);
      onCounted?.(state);
    };
    return limits.count(bucket, note, cost);
  }

  #outcome(call: Call, operation: Operation, answer: unknown): Outcome {
    if (answer instanceof EventStreamAnswer)
      return { kind: 'events', answer, stillGood: () => this.#identifyAgain(call, operation) };
    this.#check(operation, answer);
    return { kind: 'answer', answer };
  }

  /**
   * Checks a credential again later. Counts nothing and does not extend the session, because this is not a user action.
   */
  async #identifyAgain({ by, environment, input }: Call, operation: Operation): Promise<Principal> {
    const resolved =
      'principal' in by
        ? by
        : await this.#options.authenticator.resolve(by, operation, environment, { isWatched: true });
    if (!resolved) throw new AppError('UNAUTHORIZED');
    authorize(operation, resolved.principal, input.params);
    return resolved.principal;
  }

  /**
   * Returns the handler's response or refusal in a form that can be returned again. Temporary errors (5xx, 429) are
   * rethrown.
   */
  async #answerToKeep(
    operation: Operation,
    context: RequestContext,
    handle: (effects: Effects) => Promise<unknown>,
  ): Promise<KeptAnswer> {
    const cookies: Pick<KeptAnswer, 'session' | 'device' | 'loginStep'> = {};
    try {
      const body = await handle({
        setSession: (token) => void (cookies.session = token ?? null),
        setDevice: (secret) => void (cookies.device = secret),
        // An operation that starts a sign-in accepts no Idempotency-Key, because a stored response would start the same
        // sign-in twice. The second step of a sign-in accepts one.
        setLoginStep: (token) => {
          if (token !== undefined)
            throw new Error(`${operation.id} accepts an Idempotency-Key and must not start a sign-in`);
          cookies.loginStep = null;
        },
        setPendingLogin: () => {
          throw new Error(`${operation.id} accepts an Idempotency-Key and must not complete a sign-in`);
        },
      });
      this.#check(operation, body);
      return { status: statusOf(operation, body), body: body as KeptAnswer['body'], ...cookies };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const { status, body } = errorAnswer(error, context);
      if (status >= 500 || status === 429) throw error;
      return { status, body: body as unknown as KeptAnswer['body'] };
    }
  }

  #check({ id, success: { body } }: Operation, answer: unknown): void {
    const schema = body.kind === 'json' ? body.schema : body.kind === 'events' ? body.list : undefined;
    if (!this.#options.checkAnswers || !schema || answer instanceof ByteAnswer) return;
    const result = schema.safeParse(answer);
    if (!result.success) throw new Error(`the response to ${id} violates the contract: ${result.error.message}`);
  }
}

/**
 * Returns the key. Undefined if none was sent or the operation does not accept one. Throws ValidationError for an
 * invalid key.
 */
function readKey(operation: Operation, key: unknown): string | undefined {
  if (!takesIdempotencyKey(operation) || key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'must be a single value of 1 to 255 visible ASCII characters, such as a UUID');
  return key;
}
