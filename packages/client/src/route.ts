/**
 * The types of a request and its response, inferred from the contract. Only types are imported, so no schema is
 * bundled.
 */
import type { AnswerOf as AnswerTo, OperationId, operations } from '@countersign/contract';

export type Operations = typeof operations;

declare const operation: unique symbol;

/** Describes how to call one operation. The constants in `operations.ts` are generated from the contract. */
export type Route<K extends OperationId = OperationId> = {
  readonly method: Operations[K]['method'];
  readonly path: Operations[K]['path'];
  /** The operation concerns people and organizations, so it is not available in the sandbox (ADR 21). */
  readonly live?: true;
  /** Marks a write that ignores the Idempotency-Key. */
  readonly keyless?: true;
  /** Exists only in the type system, to infer the operation from its route. */
  readonly [operation]?: K;
};

/** The input type of a schema, before defaults and transformations. */
type Written<S> = S extends { _zod: { input: infer I } } ? I : never;
type ParamsOf<O> = O extends { params: infer S } ? Written<S> : never;
type QueryOf<O> = O extends { query: infer S } ? Written<S> : never;
type BodyOf<O> = O extends { body: { kind: 'json'; schema: infer S } }
  ? Written<S>
  : O extends { body: { kind: 'multipart'; json: infer S } }
    ? Written<S> | FormData
    : O extends { body: { kind: 'multipart' } }
      ? FormData
      : never;

/** Makes a member required if the contract requires any part of it. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : { [K in keyof Value]-?: undefined extends Value[K] ? never : K }[keyof Value] extends never
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** The input of an operation: path parameters, query parameters and body. */
export type RequestOf<K extends OperationId> = Part<'params', ParamsOf<Operations[K]>> &
  Part<'query', QueryOf<Operations[K]>> &
  Part<'body', BodyOf<Operations[K]>>;

/** The JSON response of an operation. */
export type AnswerOf<K extends OperationId> = AnswerTo<Operations[K]>;

type Matching<Condition> = {
  [K in OperationId]: Operations[K]['success']['body'] extends Condition ? K : never;
}[OperationId];

/** Operations that return JSON. */
export type JsonId = Matching<{ kind: 'json' }>;
/** Operations that return a file, either always or on request (`?report=etsi`, `?format=csv`). */
export type FileId = Matching<{ kind: 'bytes' } | { kind: 'json'; files: object }>;
/** List operations that return pages. */
export type ListId = {
  [K in JsonId]: AnswerOf<K> extends { pagination: { nextCursor: string | null } }
    ? 'cursor' extends keyof NonNullable<QueryOf<Operations[K]>>
      ? K
      : never
    : never;
}[JsonId];

/** A request of any operation, before validation and defaults. */
export type AnyRequest = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};
