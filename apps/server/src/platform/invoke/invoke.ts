/**
 * One call of one operation: credential, rate, role and scope, input, `Idempotency-Key`, use case. It knows no HTTP; whoever carries
 * calls to it (transport/http, a test, a command) says who asks and what was sent, and tells the outcome in its own way.
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
import type { Principal, RequestContext } from '../principal.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { ByteAnswer, EventStreamAnswer, type StillGood } from './answers.ts';
import { authorize } from './authorize.ts';
import type { Authenticator, Presented, Resolved } from './credentials.ts';
import { errorAnswer, isRefusal, unknownOutcome } from './error-answer.ts';
import { type RawInput, readInput } from './input.ts';
import { observed } from './observed.ts';
import type { AnyHandler, Effects } from './operations.ts';
import { withRemovals } from './unseen.ts';

/** What a use case learns of a call beside who asks and what for. */
export type CallContext = Omit<RequestContext, 'principal' | 'environment'>;

export type Call = {
  operation: OperationId;
  environment: Environment;
  /** Who asks: what was presented, or whom another look at it has found already. */
  by: Presented | Resolved;
  input: RawInput;
  context: CallContext;
  /** What the operation sets in the caller's browser, where it has one. */
  effects: Effects;
  /** There is room for it: who carries it here has asked already (platform/overload). */
  isAdmitted?: true;
  /** Parameters and query were judged as they were sent, before they were decoded (transport/http/firewall.ts). */
  isAddressJudged?: true;
  /** As sent; looked at where the operation takes one. */
  idempotencyKey?: unknown;
  /** Told how the caller's budget stands, before the call is refused for it. */
  onCounted?: (state: RateState) => void;
  /** Told who asks, before the call is judged. */
  onKnown?: ((principal: Principal) => void) | undefined;
  /** As how many requests it counts; one unless given. */
  cost?: number;
  /** Below the span of the request that carries it. */
  telemetry?: Telemetry | undefined;
  /** Nobody waits for the answer once it is aborted: no further step in the database is begun. For what only reads. */
  until?: AbortSignal | undefined;
};

export type Outcome =
  | { kind: 'answer'; answer: unknown }
  | { kind: 'events'; answer: EventStreamAnswer; stillGood: StillGood }
  /** Kept under an Idempotency-Key: what was answered, cookies included, now or the first time. */
  | { kind: 'kept'; answer: KeptAnswer; isReplay: boolean };

export type InvokerOptions = {
  /** The handler of an operation for one request, whose work in the database it does. */
  handlerOf: (id: OperationId, work: RequestWork) => AnyHandler;
  authenticator: Authenticator;
  idempotency: Idempotency;
  overload: Overload;
  limits: Limits;
  keyUsage: Pick<KeyUsage, 'note'>;
  firewall: Firewall;
  /** Told of each call that was refused, before it is answered. */
  onRefused: (refused: RefusedCall) => void;
  /** In tests: answers are checked against the contract. */
  checkAnswers: boolean;
};

export type RefusedCall = {
  code: ErrorCode;
  operation: OperationId;
  address: string;
  /** Undefined while nobody knows who asks: the credential was none, or not good. */
  principal: Principal | undefined;
  /** A program sent a key or a secret, good or not. */
  hasBearer: boolean;
};

/** For what is no operation: every credential that says by itself who asks. */
const ANYTHING = { credentials: ['session', 'api-key', 'service', 'cron', 'signing-link'] } as const;

export class Invoker {
  readonly #options: InvokerOptions;

  constructor(options: InvokerOptions) {
    this.#options = options;
  }

  /** Throws AppError and ValidationError for what is refused; anything else is a defect or an outage. */
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

  /** @param isKnown told who asks, before what they ask is judged */
  async #judgeAndRun(call: Call, operation: Operation, isKnown: (principal: Principal) => void): Promise<Outcome> {
    const { principal } = await this.#identify(call, operation, isKnown);
    const removed: string[] = [];
    const input = await readInput(
      operation,
      call.input,
      (content) => this.#checkContent(call, operation, content),
      (paths) => removed.push(...paths),
    );
    const context: RequestContext = { ...call.context, principal, environment: call.environment };
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

  /** What came with the request, whoever sent it. Each value is judged once. */
  #checkSent({ by, input, context, isAddressJudged }: Omit<Call, 'effects'>, operation: Operation): Refused {
    const body = 'principal' in by ? undefined : by.body;
    const values = isAddressJudged ? { body } : { params: input.params, query: input.query, body };
    return this.#options.firewall.checkValues(operation, values, { address: context.address, gone: context.gone });
  }

  /** What was read once the caller might send it. A body that came with the credentials was judged with them. */
  #checkContent({ by, context }: Call, operation: Operation, content: { body?: unknown; form?: unknown }): Refused {
    if (content.body !== undefined && !('principal' in by) && content.body === by.body) return undefined;
    return this.#options.firewall.checkValues(operation, content, { address: context.address, gone: context.gone });
  }

  /** Credential, then rate, then what was sent, then role: a refused credential still counts against the address it came from. */
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

  /** Who may call an operation, of a request whose body could not be read. Throws what refuses the caller, and counts the request. */
  async identify(
    call: Pick<Call, 'operation' | 'environment' | 'by' | 'context' | 'onCounted' | 'onKnown'>,
  ): Promise<void> {
    const operation: Operation = operations[call.operation];
    await this.#identify({ ...call, input: {}, isAddressJudged: true }, operation, (who) => call.onKnown?.(who));
  }

  /** A request that reaches no operation: counted against its credential where that is good, else against its address. */
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

  /** The same credential, later: nothing is counted, and a session is not kept awake by what nobody did. */
  async #identifyAgain({ by, environment, input }: Call, operation: Operation): Promise<Principal> {
    const resolved =
      'principal' in by
        ? by
        : await this.#options.authenticator.resolve(by, operation, environment, { isWatched: true });
    if (!resolved) throw new AppError('UNAUTHORIZED');
    authorize(operation, resolved.principal, input.params);
    return resolved.principal;
  }

  /** The handler's answer, or the refusal it throws, as it can be given a second time. What may pass (5xx, 429) is thrown on. */
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
        // Logins take no Idempotency-Key: a kept answer would open the same step twice. Their second step may.
        setLoginStep: (token) => {
          if (token !== undefined)
            throw new Error(`${operation.id} takes an Idempotency-Key and may not begin a login`);
          cookies.loginStep = null;
        },
        setPendingLogin: () => {
          throw new Error(`${operation.id} takes an Idempotency-Key and may not decide on a login`);
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
    if (!result.success) throw new Error(`the answer of ${id} breaks the contract: ${result.error.message}`);
  }
}

/** Undefined where none came or the operation takes none. Throws ValidationError for a bad one. */
function readKey(operation: Operation, key: unknown): string | undefined {
  if (!takesIdempotencyKey(operation) || key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid('Idempotency-Key', 'must be one value of 1 to 255 visible ASCII characters, such as a UUID');
  return key;
}
