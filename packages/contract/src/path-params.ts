/**
 * Path parameters. A value in the wrong format, such as an ID of another kind or a page called `x`, gets the same
 * response as an unknown value, so each parameter declares its response.
 */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { type Id, type IdKind, idSchema } from './ids.ts';
import type { Operation } from './operation.ts';

type Declared = { notFound: ErrorCode; kind?: IdKind };

const declarations = z.registry<Declared>();

/** Declares the ID of an object, and the error if no object has that ID. */
export function idParam<K extends IdKind>(kind: K, notFound: ErrorCode): z.ZodType<Id<K>, string> {
  return idSchema(kind).clone().register(declarations, { notFound, kind });
}

/** Declares a path parameter that is not an ID, such as a page number or a token. */
export function pathParam<S extends z.ZodType>(schema: S, notFound: ErrorCode): S {
  const own = schema.clone();
  declarations.add(own, { notFound });
  return own;
}

/**
 * Returns the declaration of a path parameter. Returns undefined if there is none, which never happens for registered
 * operations.
 */
export function declaredParam({ params }: Operation, name: string): Declared | undefined {
  const schema = params?.shape[name];
  return schema && declarations.get(schema as z.ZodType);
}
