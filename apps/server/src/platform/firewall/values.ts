/**
 * Yields the strings in the values of a call, each with the place that the contract declares for its field. A property
 * that is not in the contract, or a string instead of a number, is inspected strictly. A string that is longer than its
 * contract allows is skipped, because the contract refuses it.
 */
import { declaredClass, type Operation } from '@countersign/contract';
import type { z } from 'zod';
import type { Place } from './place.ts';

type NamePlace = 'prose' | 'strict' | 'key';

/** Everything that the firewall needs to know from a schema about the strings in a value. */
export type Shape =
  | { kind: 'text'; place: 'prose' | 'strict'; isTooLong?: (text: string) => boolean }
  | { kind: 'opaque'; isOwn?: (value: unknown) => boolean }
  | { kind: 'members'; members: ReadonlyMap<string, Shape> }
  | { kind: 'map'; key: NamePlace; value: Shape }
  | { kind: 'list'; item: Shape }
  | { kind: 'json'; of: Shape }
  /**
   * One of several options. The value of the property `by` selects the option. Without such a property, any option may
   * apply.
   */
  | { kind: 'either'; by: string | undefined; options: readonly { values: readonly unknown[]; shape: Shape }[] };

const STRICT: Extract<Shape, { kind: 'text' }> = { kind: 'text', place: 'strict' };
export const UNKNOWN: Shape = STRICT;

type Definition = {
  type: string;
  shape?: Readonly<Record<string, z.ZodType>>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  options?: readonly z.ZodType[];
  discriminator?: string;
  in?: z.ZodType;
  out?: z.ZodType;
  getter?: () => z.ZodType;
  items?: readonly z.ZodType[];
  values?: readonly unknown[];
};
const definitionOf = (schema: z.ZodType): Definition => schema.def;

/** Schemas whose values have a fixed format. Their strings need no class. */
const CLOSED = new Set(['boolean', 'number', 'int', 'bigint', 'literal', 'enum', 'null', 'undefined', 'never', 'date']);

/**
 * Returns the information that a schema gives about its strings. `onUnclassified` is called for each string without a
 * class. Such a string is inspected strictly.
 */
export function shapeOf(schema: z.ZodType, onUnclassified: (path: string) => void = () => {}, path = ''): Shape {
  const declared = declaredClass(schema);
  if (declared?.isId === true) return { kind: 'opaque', isOwn: (value) => schema.safeParse(value).success };
  if (declared?.fieldClass === 'opaque') return { kind: 'opaque' };
  if (declared !== undefined) {
    const text: typeof STRICT = { kind: 'text', place: declared.fieldClass, ...lengthOf(schema) };
    return definitionOf(schema).type === 'custom' ? { kind: 'map', key: text.place, value: text } : text;
  }
  const of = (inner: z.ZodType | undefined, part = ''): Shape =>
    inner === undefined ? STRICT : shapeOf(inner, onUnclassified, path + part);
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return {
        kind: 'members',
        members: new Map(Object.entries(definition.shape ?? {}).map(([name, inner]) => [name, of(inner, `.${name}`)])),
      };
    case 'record':
      return { kind: 'map', key: placeOf(of(definition.keyType, '{name}')), value: of(definition.valueType, '{}') };
    case 'array':
      return { kind: 'list', item: of(definition.element, '[]') };
    case 'tuple':
      return { kind: 'list', item: of(definition.items?.[0], '[]') };
    case 'union':
      return {
        kind: 'either',
        by: definition.discriminator,
        options: (definition.options ?? []).map((option) => ({
          values: valuesOf(option, definition.discriminator),
          shape: of(option),
        })),
      };
    case 'pipe':
      return pipeShape(definition, of);
    case 'lazy':
      return of(definition.getter?.());
    default:
      if (definition.innerType) return of(definition.innerType);
      if (!CLOSED.has(definition.type)) onUnclassified(path);
      return STRICT;
  }
}

function pipeShape({ in: given, out }: Definition, of: (schema: z.ZodType | undefined) => Shape): Shape {
  const before = of(given);
  const isStructure = out !== undefined && ['object', 'array', 'record', 'union'].includes(definitionOf(out).type);
  return isStructure && before.kind === 'text' ? { kind: 'json', of: of(out) } : before;
}

/**
 * The contract refuses a string beyond the maximum length, unless removing invisible characters makes it short enough.
 */
function lengthOf(schema: z.ZodType): { isTooLong?: (text: string) => boolean } {
  const most = maxCharacters(schema);
  return most === undefined ? {} : { isTooLong: (text) => text.length > most && !schema.safeParse(text).success };
}

function maxCharacters(schema: z.ZodType): number | undefined {
  const { type, innerType, in: given } = definitionOf(schema);
  if (type === 'string') return (schema as z.ZodString).maxLength ?? undefined;
  const inner = innerType ?? given;
  return inner && maxCharacters(inner);
}

function valuesOf(option: z.ZodType, discriminator: string | undefined): readonly unknown[] {
  if (discriminator === undefined) return [];
  const member = definitionOf(option).shape?.[discriminator];
  return member && 'values' in member ? [...(member.values as Set<unknown>)] : [];
}

const placeOf = (shape: Shape): NamePlace => (shape.kind === 'text' && shape.place === 'prose' ? 'prose' : 'key');

export type OperationShape = { params: Shape; query: Shape; body: Shape; form: Shape };

const shapes = new Map<string, OperationShape>();

/** Returns the shapes of an operation's inputs. They are computed once. */
export function operationShape({
  id,
  params,
  query,
  body,
}: Pick<Operation, 'id' | 'params' | 'query' | 'body'>): OperationShape {
  const known = shapes.get(id);
  if (known) return known;
  const json = body?.kind === 'json' ? body.schema : body?.json;
  const shape = {
    params: params ? shapeOf(params) : STRICT,
    query: query ? shapeOf(query) : STRICT,
    body: json ? shapeOf(json) : STRICT,
    form: body?.kind === 'multipart' ? shapeOf(body.fields) : STRICT,
  };
  shapes.set(id, shape);
  return shape;
}

/** Returns how a query parameter is inspected, or undefined for an opaque parameter. */
export function queryPlace({ query }: OperationShape, name: string): Place | undefined {
  const shape = query.kind === 'members' ? query.members.get(name) : undefined;
  if (shape?.kind === 'opaque') return shape.isOwn ? 'strict' : undefined;
  return shape?.kind === 'text' ? shape.place : 'strict';
}

/** Returns whether all path parameters match their contract: IDs of the right format, or tokens. */
export function areOwnIds(shape: Shape, params: unknown): boolean {
  if (typeof params !== 'object' || params === null) return true;
  for (const [name, value] of Object.entries(params)) {
    const own = shape.kind === 'members' ? shape.members.get(name) : undefined;
    if (own?.kind !== 'opaque' || own.isOwn?.(value) === false) return false;
  }
  return true;
}

const MAX_NAMES = 1000;
/**
 * The maximum depth. No contract is that deep. Inputs that are deeper still are refused earlier (`json-bounds.ts` of
 * the contract).
 */
const MAX_LEVELS = 40;
/** The maximum length of an inspected identifier. A longer string is no identifier, and the contract refuses it. */
const LONGEST_IDENTIFIER = 1000;

/** A string to inspect. `field` is its location, such as `body.title`, as shown in findings. */
export type FieldText = { text: string; place: Place; field: string };

/** Yields the strings in a value, one after another. `root` is the name of the value in `field`. */
export function* textsOf(value: unknown, shape: Shape, root: string): Generator<FieldText> {
  yield* new Walk().value(value, shape, root, 0);
}

class Walk {
  /**
   * Property names that were already returned. The rows of a list have the same names, which are inspected only once.
   */
  readonly #names = { prose: new Set<string>(), strict: new Set<string>(), key: new Set<string>() };

  *value(value: unknown, shape: Shape, field: string, level: number): Generator<FieldText> {
    if (typeof value === 'string') yield* this.#text(value, shape, field, level);
    if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return;
    if (shape.kind === 'either') yield* this.value(value, chosen(value, shape), field, level + 1);
    else if (!Array.isArray(value)) yield* this.#object(value, shape, field, level);
    else for (const one of value) yield* this.value(one, shape.kind === 'list' ? shape.item : STRICT, field, level + 1);
  }

  *#object(value: object, shape: Shape, field: string, level: number): Generator<FieldText> {
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      const known = shape.kind === 'members' ? shape.members.get(name) : undefined;
      if (known === undefined) yield* this.#name(name, shape.kind === 'map' ? shape.key : 'key', field);
      const inner = known ?? (shape.kind === 'map' ? shape.value : STRICT);
      yield* this.value(member, inner, known === undefined ? field : `${field}.${name}`, level + 1);
    }
  }

  *#text(text: string, shape: Shape, field: string, level: number): Generator<FieldText> {
    switch (shape.kind) {
      case 'opaque':
        if (shape.isOwn && text.length <= LONGEST_IDENTIFIER && !shape.isOwn(text))
          yield { text, place: 'strict', field };
        return;
      case 'text':
        if (shape.isTooLong?.(text) !== true) yield { text, place: shape.place, field };
        return;
      case 'either': {
        const place = mildest(shape);
        if (place !== 'opaque') yield { text, place, field };
        return;
      }
      case 'json': {
        const parsed = parsedJson(text);
        if (parsed !== undefined) yield* this.value(parsed, shape.of, field, level + 1);
        else yield { text, place: 'strict', field };
        return;
      }
      default:
        yield { text, place: 'strict', field };
    }
  }

  *#name(text: string, place: NamePlace, field: string): Generator<FieldText> {
    const known = this.#names[place];
    if (known.has(text)) return;
    if (known.size < MAX_NAMES) known.add(text);
    yield { text, place, field };
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the least strict place of all options. If several options accept a text, it is inspected by the rules for
 * that place.
 */
function mildest({ options }: Extract<Shape, { kind: 'either' }>): 'opaque' | 'prose' | 'strict' {
  let place: 'opaque' | 'prose' | 'strict' = 'strict';
  for (const { shape } of options) {
    const own =
      shape.kind === 'either'
        ? mildest(shape)
        : shape.kind === 'opaque'
          ? shape.isOwn
            ? 'strict'
            : 'opaque'
          : shape.kind === 'text'
            ? shape.place
            : 'strict';
    if (own === 'opaque') return own;
    if (own === 'prose') place = own;
  }
  return place;
}

/**
 * Returns the option that the value selects. If it selects none, returns the properties of all options. A property that
 * several options have is inspected by the least strict of their rules.
 */
function chosen(value: object, shape: Extract<Shape, { kind: 'either' }>): Shape {
  const { by, options } = shape;
  const kind = by === undefined ? undefined : (value as Record<string, unknown>)[by];
  const own = options.find(({ values }) => by !== undefined && values.includes(kind));
  if (own) return own.shape;
  const isList = Array.isArray(value);
  const fitting = options
    .map((option) => option.shape)
    .filter((one) => (isList ? one.kind === 'list' : one.kind !== 'list'));
  return fitting.find((one) => one.kind === 'either') ?? merged(fitting);
}

const mergedShapes = new WeakMap<Shape, Shape>();

function merged(shapesToMerge: readonly Shape[]): Shape {
  const [first] = shapesToMerge;
  if (first === undefined || shapesToMerge.length === 1) return first ?? STRICT;
  const known = mergedShapes.get(first);
  if (known) return known;
  const members = new Map<string, Shape[]>();
  for (const shape of shapesToMerge)
    if (shape.kind === 'members')
      for (const [name, inner] of shape.members) members.set(name, [...(members.get(name) ?? []), inner]);
  const all: Shape = {
    kind: 'members',
    members: new Map(
      [...members].map(([name, inner]) => [
        name,
        { kind: 'either', by: undefined, options: inner.map((one) => ({ values: [], shape: one })) },
      ]),
    ),
  };
  mergedShapes.set(first, all);
  return all;
}
