/**
 * Everything that a feature adds to the product. `main/features.ts` lists all features. The rest of a feature is not
 * visible outside it.
 */
import type { OperationId } from '@countersign/contract';
import type { AuditSentences } from './audit/actions.ts';
import type { Reactions } from './audit/recorder.ts';
import type { Command } from './console.ts';
import type { SealedColumn } from './db/reseal.ts';
import type { AnyHandler, Handlers } from './invoke/operations.ts';
import type { Route } from './invoke/route.ts';
import type { Continuation } from './jobs/continuation.ts';
import type { AnyJobHandler } from './jobs/runner.ts';
import type { Erasure } from './jobs/erasures.ts';
import type { Timer } from './jobs/timers.ts';

/**
 * @typeParam S the services of `main` that the feature needs @typeParam C the console that its commands receive
 */
export type Feature<S, C = never> = {
  readonly name: string;
  readonly auditActions?: AuditSentences;
  /** Operations of the contract, created per request. Their services use the request's database connection. */
  readonly operations?: (services: S) => Partial<Handlers>;
  readonly routes?: (services: S) => readonly Route[];
  readonly jobs?: (services: S) => readonly AnyJobHandler[];
  readonly timers?: readonly Timer<S>[];
  /** Data that the feature erases when nobody can use it any longer. */
  readonly erasures?: readonly Erasure<S>[];
  readonly reactions?: Reactions;
  readonly continuations?: Continuations;
  /** The data that the feature seals with the master key, so that the key can be replaced. */
  readonly sealedColumns?: readonly SealedColumn[];
  /** The operator's commands, called as `npm start -- NAME …`. */
  readonly commands?: readonly Command<C>[];
};

export type Continuations = Readonly<Record<string, Continuation<never>>>;

export type BuiltBy<B extends readonly ((ports: never) => object)[]> = UnionToIntersection<ReturnType<B[number]>>;
type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;

/**
 * Builds the services of all features from the ports.
 * @throws Error when two features build a service of the same name
 */
export function buildServices<P, const B extends readonly ((ports: P) => object)[]>(builders: B, ports: P): BuiltBy<B> {
  const built = new Map<string, unknown>();
  for (const build of builders)
    for (const [name, service] of Object.entries(build(ports))) {
      if (built.has(name)) throw new Error(`two features build the service ${name}`);
      built.set(name, service);
    }
  return Object.fromEntries(built) as BuiltBy<B>;
}

export type HandledBy<F extends readonly Feature<never>[]> = {
  [I in keyof F]: F[I] extends { operations: (services: never) => infer O } ? keyof O : never;
}[number];

/**
 * Finds the handler of an operation for the services of one request.
 * @param ids the IDs of all operations
 * @throws Error if two features handle one operation, or if none does
 */
export function operationTable<S>(
  features: readonly Feature<S>[],
  ids: readonly OperationId[],
  services: S,
): (id: OperationId, services: S) => AnyHandler {
  const owners = new Map<string, Feature<S>>();
  for (const feature of features)
    for (const id of Object.keys(feature.operations?.(services) ?? {})) {
      const other = owners.get(id);
      if (other) throw new Error(`${id} is handled by two features: ${other.name} and ${feature.name}`);
      owners.set(id, feature);
    }
  const missing = ids.filter((id) => !owners.has(id));
  if (missing.length > 0) throw new Error(`no feature handles ${missing.join(', ')}`);
  return (id, own) => {
    const handler = owners.get(id)?.operations?.(own)[id];
    if (!handler) throw new Error(`no feature handles ${id}`);
    // TypeScript has checked each handler where its feature declares it. From here on, all handlers have the same
    // general type.
    return handler as AnyHandler;
  };
}

/**
 * Returns the handlers of all jobs.
 * @throws Error when two features handle jobs of one kind, or a job that can be started has no handler
 */
export function jobHandlers<S>(features: readonly Feature<S>[], services: S): readonly AnyJobHandler[] {
  const handlers = features.flatMap(({ name, jobs }) => (jobs?.(services) ?? []).map((handler) => ({ name, handler })));
  const owners = new Map<string, string>();
  for (const { name, handler } of handlers) {
    const { kind } = handler.definition;
    const other = owners.get(kind);
    if (other !== undefined) throw new Error(`jobs of kind ${kind} are handled twice: by ${other} and by ${name}`);
    owners.set(kind, name);
  }
  const missing = features.flatMap(startedBy).filter((kind) => !owners.has(kind));
  if (missing.length > 0) throw new Error(`no feature handles jobs of kind ${[...new Set(missing)].join(', ')}`);
  return handlers.map(({ handler }) => handler);
}

function startedBy({ reactions = {}, continuations = {} }: Feature<never>): string[] {
  const started: readonly Pick<Continuation<never>, 'job'>[] = [
    ...Object.values(reactions).flat(),
    ...Object.values(continuations),
  ];
  return started.map(({ job }) => job.kind);
}
