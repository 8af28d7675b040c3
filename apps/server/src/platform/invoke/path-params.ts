import { declaredParam, type Operation } from '@countersign/contract';
import { AppError } from '../errors.ts';

/**
 * Parses the path parameters of an operation. An object whose ID has the wrong format cannot exist, so the caller gets
 * the response that the parameter's declaration names.
 */
export function parseParams(operation: Operation, given: Readonly<Record<string, unknown>>): unknown {
  const result = operation.params?.safeParse(given);
  if (result === undefined || result.success) return result?.data;
  const name = String(result.error.issues[0]?.path[0]);
  const declared = declaredParam(operation, name);
  if (!declared) throw new Error(`${operation.id} declares no error for an invalid ${name}`);
  const { notFound, kind } = declared;
  if (kind === undefined || notFound === 'INVALID_LINK') throw new AppError(notFound);
  throw new AppError(notFound, { [name === 'id' ? `${kind}Id` : name]: given[name] });
}
