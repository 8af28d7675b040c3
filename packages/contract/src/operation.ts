/** The definition of one operation of the API: the single source of routes, OpenAPI and clients. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PlanRight } from './plans.ts';
import type { ApiKeyScope, Environment, Role } from './resources.ts';

/**
 * How a request may identify its sender. `public` needs no credential; a `file-link` is the signed address itself. The
 * `service` credential is accepted wherever an `api-key` is, as an admin of the organization in X-Organization-Id. If
 * it is listed itself, the operation is a platform operation. `cron` is the secret of scheduled jobs. `login-step` is
 * the five-minute cookie between a correct password and the second factor.
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
 * The bucket in which a request is counted. `verification`: a separate bucket of the address, so that verifying files
 * does not block sign-in. `frequent`: a separate, larger bucket of the credential, for requests that a page sends
 * automatically during use. `open`: a separate, larger bucket of the address, for requests of many clients behind one
 * address. `none`: never refused; only for health.
 */
export type RateClass = 'credential' | 'address' | 'verification' | 'frequent' | 'open' | 'none';

/**
 * The order in which an overloaded server reserves capacity: signing and document status; single actions of people and
 * programs; sending; uploads; lists, checks of whole files and work on many documents. Later classes are refused
 * earlier. `none` is never refused: health, and requests that cost nothing.
 */
export type WorkClass = 'signing' | 'everyday' | 'sending' | 'upload' | 'list' | 'bulk' | 'none';

export type RequestBody =
  | { kind: 'json'; schema: z.ZodType }
  /** multipart/form-data with one file part, which the handler reads as a stream. */
  | {
      kind: 'multipart';
      fields: z.ZodType;
      file: string;
      /** Of the file; a PDF by default. */
      contentType?: string;
      /** Of the file; 50 MB by default. */
      maxBytes?: number;
      /** The limit in the description, if the handler refuses larger files with a specific reason. */
      describedBytes?: number;
      /** The application/json body that is accepted instead, without a file. */
      json?: z.ZodType;
    };

export type ResponseBody =
  /** `files`: content types of alternative responses that are saved as a file; with a schema for JSON. */
  | { kind: 'json'; schema: z.ZodType; files?: Readonly<Record<string, z.ZodType | null>> }
  /** Bytes. Ranges are supported if the length is known before sending. */
  | { kind: 'bytes'; contentType: string }
  /**
   * Server-sent events that continue until one side ends them. `schema` is the content of a message. `list`: the
   * response to clients that accept only JSON.
   */
  | { kind: 'events'; schema: z.ZodType; list?: z.ZodType };

/**
 * Since when it is deprecated, when it will be removed (days, such as 2027-01-31), and its replacement
 * (docs/api/versioning.md).
 */
export type Deprecation = { since: string; until: string; instead: string };

export type Operation = {
  /** Unique, camelCase; the name of the use case. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` parameters; served bare and under /v1. */
  readonly path: string;
  /** A verb and a noun, without a period: `List documents`. */
  readonly summary: string;
  /** Full sentences: the effect of the call, then its side effects and limits. The members below define access. */
  readonly description: string;
  readonly tag: string;
  readonly credentials: readonly Credential[];
  readonly role?: Role;
  readonly scope?: ApiKeyScope;
  /** Callers below `role` get the 404 of the ID in the path, so that they cannot find out which objects exist. */
  readonly hidden?: true;
  /**
   * The right that the organization's plan must include. Without it, 403 PLAN_REQUIRED names the plan that includes it.
   */
  readonly right?: PlanRight;
  /**
   * Allows the token of a preparing link, for the document in `params.id`. All other operations refuse it. `send`: not
   * the token of a link that can only save.
   */
  readonly preparing?: true | 'send';
  /**
   * Allows sessions without the second factor that the organization requires, and sessions outside its networks. Set
   * for operations that set up a second factor or leave the organization.
   */
  readonly withoutSecondFactor?: true;
  /**
   * What a session must have proved within the last ten minutes. API keys need only their scopes (ADR 41). `session`:
   * by the method that opened it, so single sign-on steps up with a new sign-in at its provider. `account`: by the
   * account's own password or passkey, for operations that change credentials, which a single sign-on session can never
   * do (ADR 23).
   */
  readonly stepUp?: 'session' | 'account';
  readonly rate: RateClass;
  /** `everyday` by default. */
  readonly work?: WorkClass;
  /** Where it is served; both by default. People and organizations exist once, in the live environment (ADR 21). */
  readonly environment?: Environment;
  /**
   * `none`: a change that does not accept an Idempotency-Key, such as a sign-in, which starts a session each time, or
   * `/api/verify`, which stores nothing.
   */
  readonly idempotency?: 'none';
  /**
   * The response contains a secret: a key, a token, a link that grants access, a code, or an address that may contain
   * one. It is never compressed (ADR 99).
   */
  readonly secretAnswer?: true;
  /** Read often: the response has an ETag, and `If-None-Match` with it gets a 304. */
  readonly conditional?: true;
  /** Path parameters, each created by `idParam` or `pathParam`. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: RequestBody;
  /** It will be removed. For a member or a parameter, use its schema: `.meta({ deprecated: true, description })`. */
  readonly deprecated?: Deprecation;
  /**
   * The success status and its body. `goesOn`: the member that is null if the work continues after the response, which
   * is then 202.
   */
  readonly success: { status: 200 | 201 | 202; body: ResponseBody; goesOn?: string };
  readonly errors: readonly ErrorCode[];
};

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json' as const, schema });
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

/** The status of a response of an operation. */
export function statusOf({ success: { status, goesOn } }: Operation, answer: unknown): number {
  const isOpen =
    goesOn !== undefined && typeof answer === 'object' && answer !== null && Reflect.get(answer, goesOn) === null;
  return isOpen ? 202 : status;
}

/** Every change accepts it unless the operation opts out, so that clients can safely retry any of them (ADR 20). */
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
/** The return value of its handler. */
export type OutputOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : never;
/** The response as a client reads it. */
export type AnswerOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? SchemaOut<S>
  : never;
