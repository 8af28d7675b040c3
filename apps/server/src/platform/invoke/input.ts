/** The input of an operation, parsed by the contract. */
import type { Operation } from '@countersign/contract';
import { invalid } from '../errors.ts';
import type { UploadedFile } from './operations.ts';
import { parseParams } from './path-params.ts';
import { removedFrom } from './unseen.ts';
import { validationError } from './validation.ts';

/** The body that was received: JSON, or a form with a file. The other fields of a form have not been inspected yet. */
export type Content = { body?: unknown; file?: UploadedFile<Readonly<Record<string, unknown>>> | undefined };

export type RawInput = {
  params?: Record<string, unknown>;
  query?: unknown;
  /** Called once it is known that the caller may send the body. Throws an error if the format of the body is wrong. */
  content?: () => Content | Promise<Content>;
};

export type Input = {
  params: unknown;
  query: unknown;
  body: unknown;
  file: unknown;
};

/** Inspects the body before it is parsed with the contract. Throws to refuse it. */
export type Check = (content: { body?: unknown; form?: unknown }) => Promise<unknown> | undefined;

/**
 * Throws ValidationError, or NOT_FOUND errors for IDs that cannot exist.
 *
 * @param onRemoved receives the paths of the strings from which invisible control characters were removed; for a form,
 * it is called when its fields are read
 */
export async function readInput(
  operation: Operation,
  raw: RawInput,
  check: Check,
  onRemoved: (paths: readonly string[]) => void,
): Promise<Input> {
  const params = parseParams(operation, raw.params ?? {});
  const query = operation.query ? parse(operation.query, raw.query ?? {}, 'query') : undefined;
  const { body: expected } = operation;
  if (!expected) return { params, query, body: undefined, file: undefined };
  const { body, file } = (await raw.content?.()) ?? {};
  if (file && expected.kind === 'multipart') {
    const fields = async () => {
      const form = await file.fields();
      await check({ form });
      const fields = parse(expected.fields, form, 'body');
      onRemoved([...(file.isNameCleaned === true ? ['the file name'] : []), ...removedFrom(form, fields)]);
      return fields;
    };
    return { params, query, body: undefined, file: { ...file, fields } };
  }
  if (expected.kind === 'multipart' && expected.json === undefined)
    throw invalid(expected.file, 'is required. Send the file', 'required');
  await check({ body });
  const schema = expected.kind === 'json' ? expected.schema : expected.json;
  if (schema === undefined) throw new Error(`${operation.id} has no request body`);
  // A body whose properties are all optional can be omitted.
  const value = body === undefined && schema.safeParse({}).success ? {} : body;
  if (value === undefined) throw invalid('body', 'is required. Send a JSON object');
  const parsed = parse(schema, value, 'body');
  onRemoved(removedFrom(value, parsed));
  return { params, query, body: parsed, file: undefined };
}

function parse(schema: NonNullable<Operation['query']>, value: unknown, root: string): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw validationError(result.error, root);
  return result.data;
}
