/**
 * The types of a request and its response, inferred from the contract. Only types are imported, so no schema is
 * bundled.
 */
import type { AnswerOf as AnswerTo, OperationId, operations } from '@countersign/contract';

export type Operations = typeof operations;

declare const operation: unique symbol;

/** How to reach one operation. The constants in `operations.ts` are generated from the contract. */
export type Route<K extends OperationId = OperationId> = {
  readonly method: Operations[K]['method'];
  readonly path: Operations[K]['path'];
  /** Concerns people and organizations, so the sandbox does not serve this operation (ADR 21). */
  readonly live?: true;
  /** A write that ignores the Idempotency-Key. */
  readonly keyless?: true;
  /** Exists only as a type, to infer the operation from its route. */
  readonly [operation]?: K;
};

/** A schema's input type, before defaults and transformations. */
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

/** A member is required if the contract requires any part of it. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : { [K in keyof Value]-?: undefined extends Value[K] ? never : K }[keyof Value] extends never
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

/** The input of an operation: path parameters, query and body. */
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
/** Operations that return a file, always or on request (`?report=etsi`, `?format=csv`). */
export type FileId = Matching<{ kind: 'bytes' } | { kind: 'json'; files: object }>;
/** Lists with pages. */
export type ListId = {
  [K in JsonId]: AnswerOf<K> extends { pagination: { nextCursor: string | null } }
    ? 'cursor' extends keyof NonNullable<QueryOf<Operations[K]>>
      ? K
      : never
    : never;
}[JsonId];

/** A request from the perspective of its sender. */
export type AnyRequest = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
};
