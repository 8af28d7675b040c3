/** Creates Python type hints for the schemas in docs/api/openapi.json. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Converts a name such as `externalId` to `external_id`. */
export const snakeCase = (name: string): string => name.replace(/(?<=[a-z\d])[A-Z]/g, '_$&').toLowerCase();

/** Returns the name of an argument. A reserved name gets a trailing underscore, as PEP 8 recommends. */
export const argumentName = (name: string): string => {
  const own = snakeCase(name);
  return KEYWORDS.has(own) ? `${own}_` : own;
};

/** Creates type hints for schemas. Objects become classes, which are collected until `text` is called. */
export class PythonTypes {
  readonly #classes = new Map<string, string>();
  readonly #schemas: Readonly<Record<string, Schema>>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.#schemas = schemas;
  }

  /** @param name the name of the class, if the schema is an object */
  hint(schema: Schema | undefined, name: string): string {
    if (schema === undefined || Object.keys(schema).length === 0) return 'Any';
    if (schema.$ref) {
      const own = schema.$ref.split('/').at(-1) ?? '';
      return this.hint(this.#schemas[own], own);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((one, at) => this.hint(one, choices.length > 1 ? `${name}${at + 1}` : name)));
    if ('const' in schema) return literal([schema.const]);
    if (schema.enum) return literal(schema.enum);
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => this.hint({ ...schema, type }, name)));
    if (schema.type === 'array') return `List[${this.hint(schema.items, `${name}Item`)}]`;
    if (schema.properties) return this.#classOf(schema, name);
    if (schema.type !== 'object') return SCALARS[schema.type ?? ''] ?? 'Any';
    const values = schema.additionalProperties;
    return `Dict[str, ${typeof values === 'object' ? this.hint(values, `${name}Value`) : 'Any'}]`;
  }

  #classOf({ properties = {}, required = [] }: Schema, name: string): string {
    if (this.#classes.has(name)) return name;
    this.#classes.set(name, '');
    const members = Object.entries(properties).map(([member, schema]) => {
      const type = this.hint(schema, `${name}${upperFirst(member)}`);
      return { member, type, isRequired: required.includes(member) };
    });
    this.#classes.set(
      name,
      members.every(({ member }) => isName(member)) ? classText(name, members) : call(name, members),
    );
    return name;
  }

  /** Returns the source code of all classes. */
  text(): string {
    return [...this.#classes.values()].join('\n\n');
  }
}

type Member = { member: string; type: string; isRequired: boolean };

/** Python 3.9 has no `NotRequired`, so the optional members of a `TypedDict` need a separate class. */
function classText(name: string, members: readonly Member[]): string {
  const lines = (some: readonly Member[]) => some.map(({ member, type }) => `    ${member}: ${type}\n`).join('');
  const needed = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return `class ${name}(TypedDict):\n${lines(needed) || '    pass\n'}`;
  if (needed.length === 0) return `class ${name}(TypedDict, total=False):\n${lines(optional)}`;
  return `class _${name}(TypedDict):\n${lines(needed)}\n\nclass ${name}(_${name}, total=False):\n${lines(optional)}`;
}

/** Members whose names are not valid in Python, such as `from`, cannot be written in a class body. */
const call = (name: string, members: readonly Member[]): string =>
  `${name} = TypedDict(\n    "${name}",\n    {\n${members
    .map(({ member, type }) => `        ${JSON.stringify(member)}: ${JSON.stringify(type)},\n`)
    .join('')}    },\n    total=False,\n)\n`;

const isName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !KEYWORDS.has(name);
const upperFirst = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z\d]+)([A-Za-z\d]?)/g, (_whole, first: string) => first.toUpperCase());

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.includes('Any')) return 'Any';
  return distinct.length === 1 ? (distinct[0] ?? '') : `Union[${distinct.join(', ')}]`;
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) => {
    if (value === null) return 'None';
    return typeof value === 'boolean' ? upperFirst(String(value)) : JSON.stringify(value);
  });
  return values.every((value) => typeof value !== 'number' || Number.isInteger(value))
    ? `Literal[${texts.join(', ')}]`
    : 'float';
}
