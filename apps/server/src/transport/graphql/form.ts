/** Parses forms of the GraphQL multipart request specification, with one streamed file per request. */
import { LIMITS } from '@countersign/contract';
import type { FastifyRequest } from 'fastify';
import type { Firewall } from '../../platform/firewall/firewall.ts';
import { invalid } from '../../platform/errors.ts';
import { findUnbounded } from '../../platform/invoke/validation.ts';
import { cleanedName, nextFile, partsOf, readable } from '../http/multipart.ts';
import { Upload } from './upload.ts';

const FIELD_BYTES = 2 * 1024 * 1024;
const SEVERAL = 'must be one file. Upload files one by one';

/** Returns the request in the form field `operations`, with the file inserted according to `map`. */
export async function readForm(request: FastifyRequest, firewall: Firewall): Promise<unknown> {
  const limits = {
    fileSize: LIMITS.uploadBytes + 1,
    files: 2,
    fields: 2,
    fieldSize: FIELD_BYTES,
    parts: 4,
  };
  const parts = partsOf(request, limits);
  const fields: Record<string, unknown> = {};
  const call = { address: request.ip };
  const checkName = (kind: 'file-name' | 'part-name', name: string) => firewall.checkName(kind, name, call);
  const file = await nextFile(parts, fields, undefined, checkName);
  const operations = jsonOf(fields, 'operations');
  const map = jsonOf(fields, 'map');
  if (!file) throw invalid('0', 'is required. Send the file in a part after `operations` and `map`');
  const paths = Object.entries(map as Record<string, unknown>);
  const [first, ...more] = paths;
  if (first?.[0] !== file.fieldname)
    throw invalid('map', `must map the form part ${file.fieldname}, which contains the file, to a variable`);
  if (more.length > 0) throw invalid('map', SEVERAL, 'several_files');
  const upload = new Upload(cleanedName(file.filename, file.fieldname), readable(file.file), async () => {
    if (await nextFile(parts, fields, undefined, checkName)) throw invalid('map', SEVERAL, 'several_files');
  });
  place(operations, first[1], upload);
  return operations;
}

function jsonOf(fields: Record<string, unknown>, name: 'operations' | 'map'): object {
  const text = fields[name];
  if (typeof text !== 'string') throw invalid(name, 'is required. Send the part before the file');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(name, 'is not valid JSON', 'malformed_json');
  }
  const fault = findUnbounded(value);
  if (fault) throw fault;
  if (typeof value !== 'object' || value === null) throw invalid(name, 'must be a JSON object');
  return value;
}

/** Inserts the file where `operations` has null, at `variables.file` or deeper. */
function place(operations: object, paths: unknown, upload: Upload): void {
  const [path, ...others] = Array.isArray(paths) ? (paths as unknown[]) : [];
  const steps = typeof path === 'string' ? path.split('.') : [];
  const last = steps.pop();
  if (others.length > 0 || last === undefined || steps[0] !== 'variables')
    throw invalid('map', 'must refer to one variable');
  let at: unknown = operations;
  for (const step of steps) at = own(at, step);
  if (own(at, last) !== null) throw invalid('map', 'must refer to a variable that is null in `operations`');
  (at as Record<string, unknown>)[last] = upload;
}

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
