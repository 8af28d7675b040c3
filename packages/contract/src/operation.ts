/** What one operation of the interface is: the single definition that routes, OpenAPI and clients are made from. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PlanRight } from './plans.ts';
import type { ApiKeyScope, Environment, Role } from './resources.ts';

/**
 * How a request may prove who sends it. `public` needs no proof; a `file-link` is the signed address itself. The `service`
 * credential passes wherever an `api-key` does, as an admin of the organization that X-Organization-Id names; where it is
 * listed itself, the operation is the platform's own. `cron` is the secret of scheduled jobs. `login-step` is the cookie of five
 * minutes between a right password and the second factor.
 */
export type Credential =
  | 'session'
  | 'login-step'
  | 'api-key'
  | 'service'
  | 'cron'
  | 'signing-link'
  | 'file-link'
  | 'public';

/**
 * Which bucket a request is counted in. `verification`: the address's again, in a bucket of its own, so that somebody who checks
 * files can still sign in. `frequent`: the credential's, in a larger bucket of its own, for what a page does by itself while
 * somebody works with it. `open`: the address's, in a larger bucket of its own, for what many ask for from one address. `none`: never
 * refused, and health alone.
 */
export type RateClass = 'credential' | 'address' | 'verification' | 'frequent' | 'open' | 'none';

/**
 * What a server with more to do than it can keeps room for, in this order: who is signing or asks how far a document is; what people
 * and programs do one thing at a time with; sending; uploads; lists, checks of whole files and work on many documents. What comes
 * later is refused earlier. `none` is never refused: health, and what costs nothing.
 */
export type WorkClass = 'signing' | 'everyday' | 'sending' | 'upload' | 'list' | 'bulk' | 'none';

export type RequestBody =
  | { kind: 'json'; schema: z.ZodType }
  /** multipart/form-data with one file part; read by the handler as a stream. */
  | {
      kind: 'multipart';
      fields: z.ZodType;
      file: string;
      /** Of the file; a PDF unless given. */
      contentType?: string;
      /** Of the file; 50 MB unless given. */
      maxBytes?: number;
      /** The limit that the description names, when the handler refuses larger files with a reason of its own. */
      describedBytes?: number;
      /** What is taken as application/json instead, without a file. */
      json?: z.ZodType;
    };

export type ResponseBody =
  /** `files`: content types of what may be answered instead, to be saved as a file; with its schema where it is JSON. */
  | { kind: 'json'; schema: z.ZodType; files?: Readonly<Record<string, z.ZodType | null>> }
  /** Bytes; ranges are supported where the length is known before they are sent. */
  | { kind: 'bytes'; contentType: string }
  /** Server-sent events that go on until one side ends them; `schema` is what a message holds. `list`: the answer to who accepts JSON alone. */
  | { kind: 'events'; schema: z.ZodType; list?: z.ZodType };

/** Since when something is going to be removed, when it will be (days, such as 2027-01-31), and what to use instead (docs/api/versioning.md). */
export type Deprecation = { since: string; until: string; instead: string };

export type Operation = {
  /** Unique, camelCase; the name of the use case. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` parameters; served bare and under /v1. */
  readonly path: string;
  /** A verb and a noun, without a period: `List documents`. */
  readonly summary: string;
  /** Full sentences: what the call does, then its side effects and limits. Access stands in the members below. */
  readonly description: string;
  readonly tag: string;
  readonly credentials: readonly Credential[];
  readonly role?: Role;
  readonly scope?: ApiKeyScope;
  /** Callers below `role` get the 404 of the id in the path, so that they do not learn what exists. */
  readonly hidden?: true;
  /** What the organization's plan has to have; without it 403 PLAN_REQUIRED, which names the plan that has it. */
  readonly right?: PlanRight;
  /**
   * Also for a session without the second factor that its organization requires, or outside of its networks: what leads to having one,
   * or away from here.
   */
  readonly withoutSecondFactor?: true;
  /**
   * What a session has to have proved within the last ten minutes; API keys need nothing beyond their scopes (ADR 41). `session`:
   * by the means that opened it, so single sign-on steps up by a fresh login at its provider. `account`: by the account's own
   * password or passkey, for what changes credentials, which a session of single sign-on never does (ADR 23).
   */
  readonly stepUp?: 'session' | 'account';
  readonly rate: RateClass;
  /** `everyday` unless given. */
  readonly work?: WorkClass;
  /** Where it is served; both unless given. People and organizations exist once, in the live environment (ADR 21). */
  readonly environment?: Environment;
  /** `none`: a change that takes no Idempotency-Key, such as a login, which starts a session each time, or `/api/verify`, which keeps nothing. */
  readonly idempotency?: 'none';
  /**
   * The answer holds a secret: a key, a token, a link that opens something, a code, or an address that may carry one. It is never
   * compressed (ADR 99).
   */
  readonly secretAnswer?: true;
  /** Read often: the answer carries an ETag, and `If-None-Match` with it gets a 304. */
  readonly conditional?: true;
  /** Of the path, each made by `idParam` or `pathParam`. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: RequestBody;
  /** It is going to be removed. Of a member or a parameter, its schema says so: `.meta({ deprecated: true, description })`. */
  readonly deprecated?: Deprecation;
  /** The status of success and what it carries. `goesOn`: the member that is null where the work goes on behind the answer, which is 202 then. */
  readonly success: { status: 200 | 201 | 202; body: ResponseBody; goesOn?: string };
  readonly errors: readonly ErrorCode[];
};

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json' as const, schema });
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

/** The status of an answer that an operation gave. */
export function statusOf({ success: { status, goesOn } }: Operation, answer: unknown): number {
  const isOpen =
    goesOn !== undefined && typeof answer === 'object' && answer !== null && Reflect.get(answer, goesOn) === null;
  return isOpen ? 202 : status;
}

/** Every change takes it unless the operation opts out, so that clients can safely send any of them again (ADR 20). */
export const takesIdempotencyKey = ({ method, idempotency }: Operation): boolean =>
  method !== 'GET' && idempotency !== 'none';

type SchemaOut<S> = S extends z.ZodType ? z.output<S> : undefined;
/** The parsed inputs of an operation. */
export type InputOf<O extends Operation> = {
  params: SchemaOut<O['params']>;
  query: SchemaOut<O['query']>;
  body: O['body'] extends { kind: 'json'; schema: infer S }
    ? SchemaOut<S>
    : O['body'] extends { kind: 'multipart'; json: infer S }
      ? SchemaOut<S> | undefined
      : undefined;
};
/** What its handler answers with. */
export type OutputOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : never;
/** What a client reads from the answer. */
export type AnswerOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? SchemaOut<S>
  : never;
