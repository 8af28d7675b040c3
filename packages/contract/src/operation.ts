/** What one operation of the interface is: the single definition that routes, OpenAPI and clients are made from. */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { ApiKeyScope, Role } from './resources.ts';

/** How a request may prove who sends it. `public` needs no proof; a `file-link` is the signed address itself. */
export type Credential = 'session' | 'api-key' | 'signing-link' | 'file-link' | 'public';

/** Which bucket a request is counted in (decisions §8). `none`: static files, health and /pki. */
export type RateClass = 'credential' | 'address' | 'none';

export type RequestBody =
  | { kind: 'json'; schema: z.ZodType }
  /** multipart/form-data with one file part; read by the handler as a stream. */
  | { kind: 'multipart'; fields: z.ZodType; file: string };

export type ResponseBody =
  | { kind: 'json'; schema: z.ZodType }
  /** Bytes; ranges are supported. */
  | { kind: 'bytes'; contentType: string };

export type Operation = {
  /** Unique, camelCase; the name of the use case. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` parameters; served bare and under /v1. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly credentials: readonly Credential[];
  readonly role?: Role;
  readonly scope?: ApiKeyScope;
  readonly rate: RateClass;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: RequestBody;
  /** The status of success and what it carries. */
  readonly success: { status: 200 | 201 | 202; body: ResponseBody };
  readonly errors: readonly ErrorCode[];
};

export const json = <S extends z.ZodType>(schema: S) => ({ kind: 'json' as const, schema });
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

type SchemaOut<S> = S extends z.ZodType ? z.output<S> : undefined;
/** The parsed inputs of an operation. */
export type InputOf<O extends Operation> = {
  params: SchemaOut<O['params']>;
  query: SchemaOut<O['query']>;
  body: O['body'] extends { kind: 'json'; schema: infer S } ? SchemaOut<S> : undefined;
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
