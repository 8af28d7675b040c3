/** What an operation is given, parsed by the contract. */
import type { Operation } from '@countersign/contract';
import { invalid } from '../errors.ts';
import type { UploadedFile } from './operations.ts';
import { parseParams } from './path-params.ts';
import { removedFrom } from './unseen.ts';
import { validationError } from './validation.ts';

/** A body as it came: JSON, or a form with a file, whose other fields nobody has judged. */
export type Content = { body?: unknown; file?: UploadedFile<Readonly<Record<string, unknown>>> | undefined };

export type RawInput = {
  params?: Record<string, unknown>;
  query?: unknown;
  /** Asked for once the caller is known to be allowed to send it. Throws what is wrong with its form. */
  content?: () => Content | Promise<Content>;
};

export type Input = {
  params: unknown;
  query: unknown;
  body: unknown;
  file: unknown;
};

/** Judges what was read, before the contract does. Throws for what is refused. */
export type Check = (content: { body?: unknown; form?: unknown }) => Promise<unknown> | undefined;

/**
 * Throws ValidationError, or NOT_FOUND errors for ids that can stand for nothing.
 *
 * @param onRemoved told from which texts invisible control characters were removed; for a form, when its fields are read
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
    throw invalid(expected.file, 'is required: send the file', 'required');
  await check({ body });
  const schema = expected.kind === 'json' ? expected.schema : expected.json;
  if (schema === undefined) throw new Error(`${operation.id} takes no body that could be read`);
  // Where all of it may be left out, so may the whole.
  const value = body === undefined && schema.safeParse({}).success ? {} : body;
  if (value === undefined) throw invalid('body', 'is required: a JSON object');
  const parsed = parse(schema, value, 'body');
  onRemoved(removedFrom(value, parsed));
  return { params, query, body: parsed, file: undefined };
}

function parse(schema: NonNullable<Operation['query']>, value: unknown, root: string): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success) throw validationError(result.error, root);
  return result.data;
}
