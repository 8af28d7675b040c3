/**
 * Maps the input of an operation to the arguments of its GraphQL field, and the arguments of a request to the input of
 * `invoke`.
 */
import { LIMITS, type Operation } from '@countersign/contract';
import type { GraphQLFieldConfigArgumentMap } from 'graphql';
import type { z } from 'zod';
import type { UploadedFile } from '../../platform/invoke/operations.ts';
import { capital, merged, type Shape, shapeOf } from './shapes.ts';
import { needed, type TypeBook } from './types.ts';
import { Upload } from './upload.ts';

export type Arguments = Readonly<Record<string, unknown>>;

const FILE: Shape = { kind: 'scalar', scalar: 'Upload', nullable: false };

/**
 * Returns the arguments: parameters by their names, a JSON body or the fields of a form as `input`, and the file as
 * `file`.
 */
export function argumentsOf(operation: Operation, types: TypeBook): GraphQLFieldConfigArgumentMap {
  const shapes = new Map<string, Shape>();
  const params = paramNames(operation);
  for (const name of params) shapes.set(name, paramShape(operation, name));
  for (const [name, shape] of membersOf(operation.query, 'text', operation.id)) shapes.set(name, shape);
  const input = inputShape(operation);
  if (input) shapes.set('input', input);
  const { body } = operation;
  if (body?.kind === 'multipart') shapes.set(body.file, { ...FILE, nullable: body.json !== undefined });
  return Object.fromEntries(
    [...shapes].map(([name, shape]) => {
      const isPath = params.includes(name);
      const type = types.input({ ...shape, nullable: !isPath });
      const description = isPath ? shape.description : needed(shape);
      // GraphQL does not allow a required argument to be deprecated. The field itself is deprecated instead.
      return [name, { type, description, deprecationReason: isPath ? undefined : shape.deprecated }];
    }),
  );
}

/** Returns the REST request. Values that REST sends as text are converted to text. */
export function requestOf({ query, body, ...operation }: Operation, given: Arguments) {
  const params = Object.fromEntries(paramNames(operation).map((name) => [name, String(given[name])]));
  const asked = [...membersOf(query, 'text', '')].flatMap(([name]) =>
    given[name] === undefined || given[name] === null ? [] : [[name, asText(given[name], ',')]],
  );
  const input = given['input'] ?? undefined;
  const file = body?.kind === 'multipart' ? given[body.file] : undefined;
  return {
    params,
    query: Object.fromEntries(asked) as Record<string, unknown>,
    body: file instanceof Upload ? undefined : input,
    file: body?.kind === 'multipart' && file instanceof Upload ? uploaded(file, body.maxBytes, input) : undefined,
  };
}

function uploaded(file: Upload, maxBytes: number | undefined, input: unknown): UploadedFile<Record<string, unknown>> {
  const parts = Object.entries(input ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const fields = Object.fromEntries(parts.map(([name, value]) => [name, asText(value)]));
  return {
    filename: file.filename,
    isNameCleaned: file.isNameCleaned,
    content: file.read(maxBytes ?? LIMITS.uploadBytes),
    fields: async () => {
      await file.ended();
      return fields;
    },
  };
}

/** @param comma the separator between the values of a list in REST; without it, a list is sent as JSON */
function asText(value: unknown, comma?: string): unknown {
  if (typeof value === 'string' || value === null) return value;
  if (Array.isArray(value) && comma !== undefined) return value.join(comma);
  return JSON.stringify(value);
}

const paramNames = ({ path }: Pick<Operation, 'path'>): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Returns the shape of a path parameter: an ID, unless it is a number such as a page number. */
function paramShape({ params, id }: Operation, name: string): Shape {
  const schema = params?.shape[name];
  const shape = schema && shapeOf(schema, 'text', id + capital(name));
  return shape?.kind === 'scalar' && shape.scalar === 'Int' ? shape : { kind: 'scalar', scalar: 'ID', nullable: false };
}

function membersOf(schema: z.ZodType | undefined, direction: 'text', hint: string): ReadonlyMap<string, Shape> {
  const shape = schema && shapeOf(schema, direction, hint);
  return shape?.kind === 'object' ? shape.members : new Map();
}

/**
 * Returns the shape of the input. If a form can replace a JSON body, the shape contains the properties of both. The
 * REST operation checks which properties belong to which of the two.
 */
function inputShape({ id, body }: Operation): Shape | undefined {
  if (!body) return undefined;
  const name = capital(id);
  if (body.kind === 'json') return withMembers(mayBeLeftOut(shapeOf(body.schema, 'body', name), body.schema));
  const parts = shapeOf(body.fields, 'text', name);
  if (body.json === undefined) return withMembers({ ...parts, nullable: true });
  return withMembers({ ...merged([parts, shapeOf(body.json, 'body', name)], name), nullable: true });
}

function mayBeLeftOut(shape: Shape, schema: z.ZodType): Shape {
  return schema.safeParse({}).success ? { ...shape, nullable: true } : shape;
}

const withMembers = (shape: Shape): Shape | undefined =>
  shape.kind === 'object' && shape.members.size === 0 ? undefined : shape;
