/** Defines the form of an API operation. Routes, OpenAPI and clients are derived from the definitions. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PlanRight } from './plans.ts';
import type { ApiKeyScope, Environment, Role } from './resources.ts';

/**
 * The kinds of credential that an operation can accept. `public` needs no credential. With `file-link`, the signed URL
 * itself is the credential. The `service` credential is accepted wherever an `api-key` is, and acts as an admin of the
 * organization in X-Organization-Id. An operation that lists `service` itself is a platform operation. `cron` is the
 * secret of scheduled jobs. `login-step` is the five-minute cookie that is valid between entering the password and the
 * second factor.
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
 * The rate-limit bucket of a request. `verification` is a separate bucket per network address, so that verifying files
 * does not block sign-in. `frequent` is a separate, larger bucket per credential, for requests that a page sends
 * automatically. `open` is a separate, larger bucket per network address, for many clients behind one address. `none`
 * means that requests are never limited, and is used only for health checks.
 */
export type RateClass = 'credential' | 'address' | 'verification' | 'frequent' | 'open' | 'none';

/**
 * The work classes in order of priority, for load shedding: signing and document status, other actions on a single
 * object, sending, uploads, and finally lists, checks of whole files and work on many documents. The server refuses the
 * last class first. It never refuses `none`, which is for health checks and for requests that cost nothing.
 */
export type WorkClass = 'signing' | 'everyday' | 'sending' | 'upload' | 'list' | 'bulk' | 'none';

export type RequestBody =
  | { kind: 'json'; schema: z.ZodType }
  /** A multipart/form-data body with one file part, which the handler reads as a stream. */
  | {
      kind: 'multipart';
      fields: z.ZodType;
      file: string;
      /** The content type of the file. Defaults to PDF. */
      contentType?: string;
      /** The maximum size of the file. Defaults to 50 MB. */
      maxBytes?: number;
      /** The documented size limit, if the handler itself refuses larger files with a specific error. */
      describedBytes?: number;
      /** The application/json body that is accepted instead of a form if there is no file. */
      json?: z.ZodType;
    };

export type ResponseBody =
  /**
   * `files` maps the content types of alternative responses that are saved as files to a schema, which is null unless
   * the content is JSON.
   */
  | { kind: 'json'; schema: z.ZodType; files?: Readonly<Record<string, z.ZodType | null>> }
  /** The response consists of bytes. Range requests are supported if the length is known in advance. */
  | { kind: 'bytes'; contentType: string }
  /**
   * Server-sent events, which continue until one side closes the stream. `schema` defines the content of a message.
   * `list` is the response for clients that accept only JSON.
   */
  | { kind: 'events'; schema: z.ZodType; list?: z.ZodType };

/** The date of deprecation, the date of removal (such as 2027-01-31), and the replacement (docs/api/versioning.md). */
export type Deprecation = { since: string; until: string; instead: string };

export type Operation = {
  /** A unique name in camelCase, which is also the name of the function that implements the operation. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with parameters such as `:name`. It is available with and without the /v1 prefix. */
  readonly path: string;
  /** A verb and a noun without a period, such as `List documents`. */
  readonly summary: string;
  /**
   * Full sentences that describe the effect of the call, followed by its side effects and limits. Other members define
   * who has access.
   */
  readonly description: string;
  readonly tag: string;
  readonly credentials: readonly Credential[];
  readonly role?: Role;
  readonly scope?: ApiKeyScope;
  /**
   * Callers with a role below `role` get the same 404 as they would for an unknown ID, so they cannot find out which
   * objects exist.
   */
  readonly hidden?: true;
  /**
   * The feature that the organization's plan must include. Otherwise, the response is 403 PLAN_REQUIRED with the name
   * of a plan that includes the feature.
   */
  readonly right?: PlanRight;
  /**
   * Accepts the token of a link for preparing the document in `params.id`. All other operations refuse the token. With
   * `send`, the operation also refuses tokens of links that can only save the draft.
   */
  readonly preparing?: true | 'send';
  /**
   * Accepts sessions without the second factor that the organization requires, and sessions from outside the
   * organization's networks. This is for operations that set up a second factor or leave the organization.
   */
  readonly withoutSecondFactor?: true;
  /**
   * The proof of identity that the operation requires from a session. It can be at most ten minutes old. API keys need
   * only their scopes (ADR 41). For `session`, the user repeats the sign-in method of the session, so a single sign-on
   * session needs a new sign-in at its identity provider. For `account`, the user enters the account's own password or
   * uses its passkey. This is for operations that change credentials, which a single sign-on session can never do (ADR
   * 23).
   */
  readonly stepUp?: 'session' | 'account';
  readonly rate: RateClass;
  /** Defaults to `everyday`. */
  readonly work?: WorkClass;
  /**
   * The environment in which the operation is available. Defaults to both. People and organizations exist only in the
   * live environment (ADR 21).
   */
  readonly environment?: Environment;
  /**
   * `none` means that the operation does not accept an Idempotency-Key. Examples include sign-in, which starts a new
   * session each time, and `/api/verify`, which stores nothing.
   */
  readonly idempotency?: 'none';
  /**
   * The response contains a secret: a key, a token, a link that grants access, a code, or an address that may contain
   * one. The server never compresses such a response (ADR 99).
   */
  readonly secretAnswer?: true;
  /**
   * The operation is called often, so its response has an ETag. The response to a request with `If-None-Match` is 304
   * if nothing has changed.
   */
  readonly conditional?: true;
  /** The path parameters. Create each of them with `idParam` or `pathParam`. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodType;
  readonly body?: RequestBody;
  /**
   * Marks an operation that will be removed. To deprecate a member or a parameter, use its schema: `.meta({ deprecated:
   * true, description })`.
   */
  readonly deprecated?: Deprecation;
  /**
   * The success status and the body. `goesOn` is the member that is null if work is still in progress when the response
   * is sent. In that case, the status is 202.
   */
  readonly success: { status: 200 | 201 | 202; body: ResponseBody; goesOn?: string };
  readonly errors: readonly ErrorCode[];
};

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json' as const, schema });
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

/** Returns the status code of an operation's response. */
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
/** The type of the value that the operation's handler returns. */
export type OutputOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? S extends z.ZodType
    ? z.input<S>
    : never
  : never;
/** The response as the client receives it. */
export type AnswerOf<O extends Operation> = O['success']['body'] extends { kind: 'json'; schema: infer S }
  ? SchemaOut<S>
  : never;
