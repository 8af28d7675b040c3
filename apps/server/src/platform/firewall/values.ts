/**
 * The values of a call, each judged by the class that the contract declares for its field. What the contract does not know, a
 * member of another name or a text where a number belongs, is judged as what programs name.
 */
import { declaredClass, type Operation } from '@countersign/contract';
import type { z } from 'zod';
import { type Finding, judgeText } from './judge.ts';
import type { Except, Found } from './request.ts';
import type { Place } from './subject.ts';

/** How the name of a member is judged. */
type NamePlace = 'prose' | 'strict' | 'key';

/** What a schema says of the texts in a value, without the schema. */
export type Shape =
  | { kind: 'text'; place: 'prose' | 'strict' }
  | { kind: 'opaque'; isOwn?: (value: unknown) => boolean }
  | { kind: 'members'; members: ReadonlyMap<string, Shape> }
  | { kind: 'map'; key: NamePlace; value: Shape }
  | { kind: 'list'; item: Shape }
  /** A text that is JSON, as forms carry it. */
  | { kind: 'json'; of: Shape }
  /** One of several, known by the value of a member; or any of them. */
  | { kind: 'either'; by: string | undefined; options: readonly { values: readonly unknown[]; shape: Shape }[] };

const STRICT: Extract<Shape, { kind: 'text' }> = { kind: 'text', place: 'strict' };
const PROSE: Extract<Shape, { kind: 'text' }> = { kind: 'text', place: 'prose' };

/** The parts of zod that are read here. */
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

/** Schemas whose texts have no other form than their own: nothing to classify. */
const CLOSED = new Set(['boolean', 'number', 'int', 'bigint', 'literal', 'enum', 'null', 'undefined', 'never', 'date']);

/** What a schema says of its texts. `onUnclassified` is told of each text that declares no class; such a text is strict. */
export function shapeOf(schema: z.ZodType, onUnclassified: (path: string) => void = () => {}, path = ''): Shape {
  const declared = declaredClass(schema);
  if (declared?.isId === true) return { kind: 'opaque', isOwn: (value) => schema.safeParse(value).success };
  if (declared?.fieldClass === 'opaque') return { kind: 'opaque' };
  if (declared !== undefined) {
    const text = declared.fieldClass === 'prose' ? PROSE : STRICT;
    // Whatever a schema of our own takes: names and values alike.
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

/** What the member by which options differ may be in one of them. */
function valuesOf(option: z.ZodType, discriminator: string | undefined): readonly unknown[] {
  if (discriminator === undefined) return [];
  const member = definitionOf(option).shape?.[discriminator];
  return member && 'values' in member ? [...(member.values as Set<unknown>)] : [];
}

const placeOf = (shape: Shape): NamePlace => (shape.kind === 'text' && shape.place === 'prose' ? 'prose' : 'key');

export type OperationShape = { params: Shape; query: Shape; body: Shape; form: Shape };

const shapes = new Map<string, OperationShape>();

/** What the inputs of an operation hold; worked out once. */
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

/** How a parameter of a query is judged; undefined for one that is opaque. */
export function queryPlace({ query }: OperationShape, name: string): Place | undefined {
  const shape = query.kind === 'members' ? query.members.get(name) : undefined;
  if (shape?.kind === 'opaque') return shape.isOwn ? 'strict' : undefined;
  return shape?.kind === 'text' ? shape.place : 'strict';
}

/** Whether all parameters of a path are what their contract calls them: ids of the right shape, or tokens. */
export function areOwnIds(shape: Shape, params: unknown): boolean {
  if (typeof params !== 'object' || params === null) return true;
  for (const [name, value] of Object.entries(params)) {
    const own = shape.kind === 'members' ? shape.members.get(name) : undefined;
    if (own?.kind !== 'opaque' || own.isOwn?.(value) === false) return false;
  }
  return true;
}

const MOST_NAMES = 1000;
/** Deeper than any contract goes; what is deeper still is refused before (`json-bounds.ts` of the contract). */
const MOST_LEVELS = 40;

/** The first finding in a value. `root` names it in the field of the finding. */
export function judgeValue(value: unknown, shape: Shape, root: string, except: Except): Found | undefined {
  return new Walk(except).value(value, shape, root, 0);
}

class Walk {
  readonly #except: Except;
  /** Names that were judged and may pass. */
  readonly #names = { prose: new Set<string>(), strict: new Set<string>(), key: new Set<string>() };

  constructor(except: Except) {
    this.#except = except;
  }

  value(value: unknown, shape: Shape, field: string, level: number): Found | undefined {
    if (typeof value === 'string') return this.#text(value, shape, field, level);
    if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return undefined;
    if (shape.kind === 'either') return this.value(value, chosen(value, shape), field, level + 1);
    if (!Array.isArray(value)) return this.#object(value, shape, field, level);
    const item = shape.kind === 'list' ? shape.item : STRICT;
    for (const one of value) {
      const found = this.value(one, item, field, level + 1);
      if (found) return found;
    }
    return undefined;
  }

  #object(value: object, shape: Shape, field: string, level: number): Found | undefined {
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      const known = shape.kind === 'members' ? shape.members.get(name) : undefined;
      if (known === undefined) {
        const found = this.#name(name, shape.kind === 'map' ? shape.key : 'key', field);
        if (found) return found;
      }
      const inner = known ?? (shape.kind === 'map' ? shape.value : STRICT);
      const found = this.value(member, inner, known === undefined ? field : `${field}.${name}`, level + 1);
      if (found) return found;
    }
    return undefined;
  }

  #text(text: string, shape: Shape, field: string, level: number): Found | undefined {
    switch (shape.kind) {
      case 'opaque':
        return shape.isOwn && !shape.isOwn(text) ? this.#judge(text, 'strict', field) : undefined;
      case 'text':
        return this.#judge(text, shape.place, field);
      case 'either':
        return mildest(shape) === 'opaque' ? undefined : this.#judge(text, mildest(shape) as Place, field);
      case 'json': {
        const parsed = parsedJson(text);
        return parsed === undefined
          ? this.#judge(text, 'strict', field)
          : this.value(parsed, shape.of, field, level + 1);
      }
      default:
        return this.#judge(text, 'strict', field);
    }
  }

  /** Rows of a list have the same names: each is judged once. */
  #name(name: string, place: NamePlace, field: string): Found | undefined {
    const known = this.#names[place];
    if (known.has(name)) return undefined;
    const found = this.#judge(name, place, field);
    if (!found && known.size < MOST_NAMES) known.add(name);
    return found;
  }

  #judge(text: string, place: Place, field: string): Found | undefined {
    const found: Finding | undefined = judgeText(text, place, this.#except(field));
    return found && { ...found, field };
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A text that several options take is judged as the mildest of them would have it. */
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

/** The option that a value says it is; else the members of all, each in its mildest form. */
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
