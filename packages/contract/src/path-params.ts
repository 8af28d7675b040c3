/**
 * Path parameters. A value of the wrong format (an ID of another kind, a page called `x`) gets the same response as an
 * unknown value, so each parameter declares its response.
 */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { type Id, type IdKind, idSchema } from './ids.ts';
import type { Operation } from './operation.ts';

type Declared = { notFound: ErrorCode; kind?: IdKind };

const declarations = z.registry<Declared>();

/** The ID of an object, and the error if no object has that ID. */
export function idParam<K extends IdKind>(kind: K, notFound: ErrorCode): z.ZodType<Id<K>, string> {
  return idSchema(kind).clone().register(declarations, { notFound, kind });
}

/** Parameters other than IDs: a page number, a token. */
export function pathParam<S extends z.ZodType>(schema: S, notFound: ErrorCode): S {
  const own = schema.clone();
  declarations.add(own, { notFound });
  return own;
}

/** The declaration of a path parameter; undefined if it has none, which never happens in operations. */
export function declaredParam({ params }: Operation, name: string): Declared | undefined {
  const schema = params?.shape[name];
  return schema && declarations.get(schema as z.ZodType);
}
