/** Converts shapes to graphql-js types, with one type per name. */
import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  valueFromASTUntyped,
} from 'graphql';
import type { Choice, Scalar, Shape } from './shapes.ts';
import { Upload } from './upload.ts';

type ObjectShape = Extract<Shape, { kind: 'object' }>;
export type Fields = Record<string, GraphQLFieldConfig<unknown, unknown>>;

const NO_FILE = 'Upload accepts a file of a multipart request, through a variable';
const asIs = (value: unknown): unknown => value;
const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A time in ISO 8601 format (UTC, with milliseconds), such as 2026-11-22T09:30:00.000Z.',
  serialize: asIs,
});
const JSONValue = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON value. The REST reference describes its structure.',
  serialize: asIs,
  parseValue: asIs,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
});
const Long = new GraphQLScalarType({
  name: 'Long',
  description: 'An integer of up to 2^53 - 1, such as a file size in bytes.',
  serialize: asIs,
});
const UploadType = new GraphQLScalarType({
  name: 'Upload',
  description:
    'A file in the same request, sent according to the GraphQL multipart request specification. A request can contain one file.',
  parseValue: (value) => {
    if (!(value instanceof Upload)) throw new GraphQLError(NO_FILE);
    return value;
  },
  parseLiteral: () => {
    throw new GraphQLError(NO_FILE);
  },
});

const SCALARS: Readonly<Record<Scalar, GraphQLScalarType>> = {
  ID: GraphQLID,
  String: GraphQLString,
  Int: GraphQLInt,
  Float: GraphQLFloat,
  Boolean: GraphQLBoolean,
  DateTime,
  JSON: JSONValue,
  Long,
  Upload: UploadType,
};

const WITH_ENUM = new Set(['status', 'role']);

export class TypeBook {
  readonly #outputs = new Map<string, { type: GraphQLObjectType; members: string }>();
  readonly #inputs = new Map<string, { type: GraphQLInputObjectType; members: string }>();
  readonly #enums = new Map<string, { type: GraphQLEnumType; members: string }>();
  readonly #complete: (type: string, fields: Fields) => Fields;

  /** @param complete adds the properties of a type that are not in the REST response */
  constructor(complete: (type: string, fields: Fields) => Fields) {
    this.#complete = complete;
  }

  output(shape: Shape): GraphQLOutputType {
    const type = this.#output(shape);
    return shape.nullable ? type : new GraphQLNonNull(type);
  }

  input(shape: Shape): GraphQLInputType {
    const type = this.#input(shape);
    return shape.nullable ? type : new GraphQLNonNull(type);
  }

  #output(shape: Shape) {
    if (shape.kind === 'list') return new GraphQLList(this.output(shape.of));
    return shape.kind === 'scalar' ? SCALARS[shape.scalar] : this.object(shape);
  }

  #input(shape: Shape) {
    if (shape.kind === 'list') return new GraphQLList(this.input(shape.of));
    return shape.kind === 'scalar' ? SCALARS[shape.scalar] : this.#inputObject(shape);
  }

  /** Returns the type of a response. An object without properties cannot be queried, so it becomes a placeholder. */
  object(shape: ObjectShape): GraphQLObjectType {
    const members = membersOf(shape);
    const known = this.#outputs.get(shape.name);
    if (known) return same(shape.name, known, members);
    const fields = (): Fields =>
      this.#complete(
        shape.name,
        Object.fromEntries(
          [...shape.members].flatMap(([name, member]) => [
            [
              name,
              { type: this.output(member), description: member.description, deprecationReason: member.deprecated },
            ],
            ...this.#enumBeside(name, member),
          ]),
        ),
      );
    const type = new GraphQLObjectType({ name: shape.name, fields });
    this.#outputs.set(shape.name, { type, members });
    return type;
  }

  /** Adds an enum next to a string property, for generated clients. Statuses and roles are strings as in REST. */
  #enumBeside(name: string, member: Shape): [string, GraphQLFieldConfig<unknown, unknown>][] {
    if (!WITH_ENUM.has(name) || member.kind !== 'scalar' || member.choice === undefined) return [];
    const type = this.#enum(member.choice);
    return [
      [
        `${name}Enum`,
        {
          type: member.nullable ? type : new GraphQLNonNull(type),
          description: `The value of \`${name}\` as an enum.`,
          resolve: (source) => (source as Record<string, unknown>)[name],
        },
      ],
    ];
  }

  #enum({ name, values }: Choice): GraphQLEnumType {
    const members = values.join(' ');
    const known = this.#enums.get(name);
    if (known) return same(name, known, members);
    const entries = values.map((value) => [value.replaceAll(/[^a-z0-9]+/gi, '_').toUpperCase(), { value }]);
    const type = new GraphQLEnumType({
      name,
      values: Object.fromEntries(entries) as Record<string, { value: string }>,
    });
    this.#enums.set(name, { type, members });
    return type;
  }

  #inputObject(shape: ObjectShape): GraphQLInputObjectType {
    const name = shape.name.endsWith('Input') ? shape.name : `${shape.name}Input`;
    const members = membersOf(shape);
    const known = this.#inputs.get(name);
    if (known) return same(name, known, members);
    const fields = (): Record<string, GraphQLInputFieldConfig> =>
      Object.fromEntries(
        [...shape.members].map(([member, one]) => [
          member,
          // Nothing is required here, because REST checks access before it checks required properties.
          {
            type: this.input({ ...one, nullable: true }),
            description: needed(one),
            deprecationReason: one.deprecated,
          },
        ]),
      );
    const type = new GraphQLInputObjectType({ name, fields });
    this.#inputs.set(name, { type, members });
    return type;
  }
}

export function needed({ nullable, description }: Shape): string | undefined {
  if (nullable) return description;
  return description === undefined ? 'Required.' : `Required. ${description}`;
}

/**
 * Returns a known type. Two different types with one name indicate a fault in the names of the contract or of the
 * overrides.
 */
function same<T>(name: string, known: { type: T; members: string }, members: string): T {
  if (known.members !== members)
    throw new Error(`two types are called ${name}: one with ${known.members}, one with ${members}`);
  return known.type;
}

const membersOf = ({ members }: ObjectShape): string =>
  [...members].map(([name, { nullable }]) => `${name}${nullable ? '?' : ''}`).join(' ');
