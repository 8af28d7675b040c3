/**
 * The parameters of paths. A value that nothing can have there (an id of another shape, a page called `x`) is answered like one
 * that nothing has, so each parameter declares that answer itself.
 */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { type Id, type IdKind, idSchema } from './ids.ts';
import type { Operation } from './operation.ts';

type Declared = { notFound: ErrorCode; kind?: IdKind };

const declarations = z.registry<Declared>();

/** The id of something, and what a request is told for which there is nothing of that id. */
export function idParam<K extends IdKind>(kind: K, notFound: ErrorCode): z.ZodType<Id<K>, string> {
  return idSchema(kind).clone().register(declarations, { notFound, kind });
}

/** What is no id: a page's number, a token. */
export function pathParam<S extends z.ZodType>(schema: S, notFound: ErrorCode): S {
  const own = schema.clone();
  declarations.add(own, { notFound });
  return own;
}

/** What a parameter of a path declares; undefined for one that declares nothing, which no operation has. */
export function declaredParam({ params }: Operation, name: string): Declared | undefined {
  const schema = params?.shape[name];
  return schema && declarations.get(schema as z.ZodType);
}
