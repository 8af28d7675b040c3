/** How an operation of the API is defined. Routes, OpenAPI and clients are all derived from the definition. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PlanRight } from './plans.ts';
import type { ApiKeyScope, Environment, Role } from './resources.ts';

/**
 * How a request may identify its sender. `public` needs no credential. `file-link` is the signed URL itself. The
 * `service` credential is accepted wherever an `api-key` is, and acts as an admin of the organization in
 * X-Organization-Id. An operation that lists `service` itself is a platform operation. `cron` is the secret of
 * scheduled jobs. `login-step` is the five-minute cookie between a correct password and the second factor.
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
 * The rate-limit bucket of a request. `verification`: a separate bucket per network address, so that verifying files
 * does not block sign-in. `frequent`: a separate, larger bucket per credential, for requests that a page sends
 * automatically. `open`: a separate, larger bucket per network address, for many clients behind one address. `none`:
 * never refused, only for health.
 */
export type RateClass = 'credential' | 'address' | 'verification' | 'frequent' | 'open' | 'none';

/**
 * The order in which an overloaded server reserves capacity: signing and document status, single actions of people and
 * programs, sending, uploads, and finally lists, checks of whole files and work on many documents. Later classes are
 * refused first. `none` is never refused: health, and requests that cost nothing.
 */
export type WorkClass = 'signing' | 'everyday' | 'sending' | 'upload' | 'list' | 'bulk' | 'none';

export type RequestBody =
  | { kind: 'json'; schema: z.ZodType }
  /** multipart/form-data with one file part, which the handler reads as a stream. */
  | {
      kind: 'multipart';
      fields: z.ZodType;
      file: string;
      /** The file's content type; a PDF by default. */
      contentType?: string;
      /** The file's maximum size; 50 MB by default. */
      maxBytes?: number;
      /** The documented limit, if the handler itself refuses larger files with a specific reason. */
      describedBytes?: number;
      /** The application/json body that is accepted instead of a form, without a file. */
      json?: z.ZodType;
    };

export type ResponseBody =
  /** `files`: the content types of alternative responses that are saved as files, with a schema for JSON. */
  | { kind: 'json'; schema: z.ZodType; files?: Readonly<Record<string, z.ZodType | null>> }
  /** The response is bytes. Ranges are supported if the length is known in advance. */
  | { kind: 'bytes'; contentType: string }
  /**
   * Server-sent events that continue until one side closes the stream. `schema` is the content of a message. `list`:
   * the response to clients that accept only JSON.
   */
  | { kind: 'events'; schema: z.ZodType; list?: z.ZodType };

/**
 * When it was deprecated, when it will be removed (dates such as 2027-01-31), and its replacement
 * (docs/api/versioning.md).
 */
export type Deprecation = { since: string; until: string; instead: string };

export type Operation = {
  /** Unique, in camelCase. Also the name of the use case. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` parameters. Served with and without the /v1 prefix. */
  readonly path: string;
  /** A verb and a noun, without a period: `List documents`. */
  readonly summary: string;
  /** Full sentences: the effect of the call, then its side effects and limits. Access is defined by other members. */
  readonly description: string;
  readonly tag: string;
  readonly credentials: readonly Credential[];
  readonly role?: Role;
  readonly scope?: ApiKeyScope;
  /** Callers below `role` get the same 404 as for an unknown ID, so they cannot find out which objects exist. */
  readonly hidden?: true;
  /**
   * The right that the organization's plan must include. Otherwise, the response is 403 PLAN_REQUIRED and names a plan
   * that includes it.
   */
  readonly right?: PlanRight;
  /**
   * Allows the token of a preparing link, for the document in `params.id`. All other operations refuse it. `send`:
   * refuses tokens of links that can only save.
   */
  readonly preparing?: true | 'send';
  /**
   * Allows sessions that lack the second factor that the organization requires, and sessions from outside its networks.
   * For operations that set up a second factor or leave the organization.
   */
  readonly withoutSecondFactor?: true;
  /**
   * What a session must have proved within the last ten minutes. API keys need only their scopes (ADR 41). `session`:
   * by the method that opened the session, so a single sign-on session needs a new sign-in at its identity provider.
   * `account`: by the account's own password or passkey, for operations that change credentials, which a single sign-on
   * session can never do (ADR 23).
   */
  readonly stepUp?: 'session' | 'account';
  readonly rate: RateClass;
  /** `everyday` by default. */
  readonly work?: WorkClass;
  /** Where it is served; both by default. People and organizations exist once, in the live environment (ADR 21). */
  readonly environment?: Environment;
  /**
   * `none`: the operation does not accept an Idempotency-Key. Examples are sign-in, which starts a new session each
   * time, and `/api/verify`, which stores nothing.
   */
  readonly idempotency?: 'none';
  /**
   * The response contains a secret: a key, a token, a link that grants access, a code, or an address that may contain
   * one. Such a response is never compressed (ADR 99).
   */
  readonly secretAnswer?: true;
  /** The operation is called often, so its response has an ETag, and `If-None-Match` gets a 304 if nothing changed. */
  readonly conditional?: true;
  /** Path parameters, each created by `idParam` or `pathParam`. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: RequestBody;
  /**
   * The operation will be removed. For a member or a parameter, use its schema: `.meta({ deprecated: true, description
   * })`.
   */
  readonly deprecated?: Deprecation;
  /**
   * The success status and its body. `goesOn`: the member that is null while work continues after the response, whose
   * status is then 202.
   */
  readonly success: { status: 200 | 201 | 202; body: ResponseBody; goesOn?: string };
  readonly errors: readonly ErrorCode[];
};

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json' as const, schema });
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

/** The status code of an operation's response. */
export function statusOf({ success: { status, goesOn } }: Operation, answer: unknown): number {
  const isOpen =
    goesOn !== undefined && typeof answer === 'object' && answer !== null && Reflect.get(answer, goesOn) === null;
  return isOpen ? 202 : status;
}

/** Every change accepts an Idempotency-Key unless the operation opts out, so clients can retry safely (ADR 20). */
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
/** What its handler returns. */
export type OutputOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : never;
/** The response as a client reads it. */
export type AnswerOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? SchemaOut<S>
  : never;
