/**
 * Converts the contract's schemas to JSON Schema. Schemas that the contract exports by name are components, and all
 * other schemas refer to them.
 */
import { isDeepStrictEqual } from 'node:util';
import * as contract from '@countersign/contract';
import { z } from 'zod';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const PREFIX = '#/components/schemas/';
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const NAMES = contractNames();

export type SchemaBook = {
  /** Returns the content of a request or a response: a reference if the contract has a name for it. */
  input: (schema: z.ZodType) => Json;
  output: (schema: z.ZodType) => Json;
  /** Returns schemas that are described property by property. */
  members: (schema: z.ZodType) => { properties: Record<string, Json>; required: readonly string[] };
  components: Record<string, Json>;
};

/**
 * @param inputs the content of requests
 * @param spread the inputs that are described property by property: parameters, and form fields
 * @param outputs the content of responses. A schema that differs between requests and responses has two components: a
 * property with a default may be omitted in a request, and is always present in a response
 */
export function schemaBook(
  inputs: ReadonlySet<z.ZodType>,
  spread: ReadonlySet<z.ZodType>,
  outputs: ReadonlySet<z.ZodType>,
): SchemaBook {
  const sent = convert(inputs, spread, 'input', (name) => name);
  const twofold = new Set(
    [...NAMES].flatMap(([schema, name]) => (name in sent.components && !isSameBothWays(schema) ? [name] : [])),
  );
  const answered = convert(outputs, new Set(), 'output', (name) => (twofold.has(name) ? `${name}WithDefaults` : name));
  return {
    input: sent.of,
    output: answered.of,
    members: (schema) => ({ properties: {}, required: [], ...sent.bodyOf(schema) }),
    components: { ...sent.components, ...answered.components },
  };
}

function contractNames(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [name, value] of Object.entries(contract)) if (value instanceof z.ZodType) names.set(value, capital(name));
  const kinds = Object.keys(contract.ID_PREFIXES) as contract.IdKind[];
  for (const kind of kinds) names.set(contract.idSchema(kind), `${capital(kind)}Id`);
  return names;
}

function convert(
  roots: ReadonlySet<z.ZodType>,
  spread: ReadonlySet<z.ZodType>,
  io: Direction,
  nameOf: (name: string) => string,
) {
  const registry = z.registry<{ id: string }>();
  for (const [schema, name] of NAMES) registry.add(schema, { id: name });
  const unnamed = [...roots, ...spread].filter((schema) => !NAMES.has(schema));
  for (const [index, schema] of unnamed.entries()) registry.add(schema, { id: String(index) });
  const uri = (name: string): string => PREFIX + nameOf(name);
  const { schemas } = z.toJSONSchema(registry, { ...options(io), uri });
  const bodies = new Map(Object.entries(schemas).map(([name, schema]) => [nameOf(name), bare(schema)]));
  const bodyOf = (schema: z.ZodType): Json => {
    const body = bodies.get(nameOf(registry.get(schema)?.id ?? ''));
    if (body === undefined) throw new Error('the schema was not registered');
    return body;
  };
  const of = (schema: z.ZodType): Json => {
    const name = NAMES.get(schema);
    return name === undefined ? bodyOf(schema) : { $ref: uri(name) };
  };
  const components: Record<string, Json> = {};
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref: reference } = value as Json;
    const name = typeof reference === 'string' ? reference.slice(PREFIX.length) : '';
    const body = bodies.get(name);
    if (body !== undefined && !(name in components)) follow((components[name] = body));
    for (const inner of Object.values(value)) follow(inner);
  };
  for (const schema of roots) follow(of(schema));
  for (const schema of spread) follow(bodyOf(schema));
  return { of, bodyOf, components };
}

const isSameBothWays = (schema: z.ZodType): boolean =>
  isDeepStrictEqual(bare(z.toJSONSchema(schema, options('input'))), bare(z.toJSONSchema(schema, options('output'))));

export const options = (io: Direction) =>
  ({
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Responses may get new properties within v1 (docs/api/versioning.md), so their schemas allow additional
      // properties. zod would forbid additional properties everywhere.
      if (io === 'output' && def.type === 'object' && def.catchall === undefined)
        delete jsonSchema.additionalProperties;
      // A tuple of exactly one item is described by `items` and a fixed length, because some tools do not support
      // `prefixItems`.
      const [only, ...others] = jsonSchema.prefixItems ?? [];
      if (only !== undefined && others.length === 0 && def.type === 'tuple') {
        delete jsonSchema.prefixItems;
        Object.assign(jsonSchema, { items: only, minItems: 1, maxItems: 1 });
      }
      Object.assign(jsonSchema, typedText(zodSchema, jsonSchema));
      if (io === 'input') moveDefault(zodSchema, jsonSchema);
      moveUnicodePattern(jsonSchema);
      // JavaScript's integer limits are not part of the API.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) satisfies z.core.ToJSONSchemaParams;

type Converted = z.core.JSONSchema.BaseSchema;

const isTruth = (schema: z.core.$ZodTypes): boolean => {
  const { def } = schema._zod;
  return def.type === 'enum' && isDeepStrictEqual(new Set(Object.values(def.entries)), new Set(['true', 'false']));
};

/** The types that a parameter can have after its text is parsed (`.transform(…).pipe(…)`). */
const STOOD_FOR = new Set<string>(['number', 'array', 'object', 'record']);

/**
 * Describes a parameter or a form field by the type of its parsed value. The value is sent as text, and clients can
 * serialize a number, a boolean or JSON.
 */
function typedText(schema: z.core.$ZodTypes, converted: Converted): object {
  const { def } = schema._zod;
  if (isTruth(schema)) {
    delete converted.enum;
    return { type: 'boolean' };
  }
  if (def.type === 'pipe' && STOOD_FOR.has((def.out as z.core.$ZodTypes)._zod.def.type)) {
    for (const key of Object.keys(converted)) delete converted[key];
    return bare(z.toJSONSchema(def.out, options('input')));
  }
  return {};
}

/**
 * Moves the default of a property to its description. Generators treat properties with a default as required, although
 * a request may omit them. A parameter's default is restored where the parameter is described.
 */
function moveDefault(schema: z.core.$ZodTypes, converted: Converted): void {
  const { def } = schema._zod;
  if (def.type !== 'default' && def.type !== 'prefault') return;
  const value = converted.default ?? def.defaultValue;
  delete converted.default;
  converted[DEFAULT] = isTruth(def.innerType as z.core.$ZodTypes) ? value === 'true' : value;
}
export const DEFAULT = 'x-default';

/**
 * Moves a pattern to the description. The regular expressions of Python and Go, used by generated clients, do not
 * support Unicode properties.
 */
function moveUnicodePattern(converted: Converted): void {
  if (typeof converted.pattern !== 'string' || !converted.pattern.includes('\\p{')) return;
  converted['x-pattern'] = converted.pattern;
  delete converted.pattern;
}

/** Removes `$schema` and `$id`, which only the enclosing document declares. */
function bare(schema: object): Json {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
