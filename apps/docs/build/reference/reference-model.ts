/** The data of the reference, read from the OpenAPI description: operations by tag, errors and events. */
import {
  type ErrorCode,
  ERRORS,
  EVENT_KINDS,
  type EventKind,
  operations,
  type OperationId,
} from '@countersign/contract';
import { openApiDocument } from '../../../server/src/transport/openapi/document.ts';
import type { Json } from '../../../server/src/transport/openapi/schemas.ts';
import { type FieldEntry, FIELDS } from '../../../server/src/transport/graphql/field-table.ts';

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Json;
  description?: string;
};
export type Content = Readonly<
  Record<string, { schema?: Json; example?: unknown; examples?: Readonly<Record<string, Json>> }>
>;
export type Described = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  deprecated: boolean;
  /** The `x-` extensions with the access rules (openapi/words.ts). */
  access: Json;
  servers: readonly { url: string }[] | undefined;
  security: readonly Json[];
  parameters: readonly Parameter[];
  body: { required?: boolean; content: Content } | undefined;
  answers: readonly { status: string; description: string; content: Content }[];
};
export type Field = { kind: 'query' | 'mutation' | 'subscription'; name: string };

export class ReferenceModel {
  readonly #document = openApiDocument() as {
    info: { description: string };
    paths: Record<string, Record<string, Json>>;
    tags: { name: string; description: string }[];
    components: { examples: Record<string, { value: unknown }> };
  };
  readonly operations: ReadonlyMap<string, Described>;
  readonly tags: readonly { name: string; description: string; operations: readonly Described[] }[];

  constructor() {
    const all = Object.entries(this.#document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => this.#describe(path, method, one)),
    );
    this.operations = new Map(all.map((one) => [one.id, one]));
    this.tags = this.#document.tags.map((tag) => ({ ...tag, operations: all.filter((one) => one.tag === tag.name) }));
  }

  get about(): string {
    // Removes the last paragraph of the description, which is a link to this page.
    return this.#document.info.description.replace(/\n\n[^\n]*\(\/docs\/reference\)[^\n]*$/, '');
  }

  /** Returns the target of a reference in the description. Other values are returned unchanged. */
  resolve(value: Json): Json {
    const { $ref: reference, ...own } = value;
    if (typeof reference !== 'string') return value;
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Json)[key], this.#document);
    return { ...this.resolve(target as Json), ...own };
  }

  /** Returns the body that a test received with an error. */
  exampleOf(code: ErrorCode | 'validation_error'): unknown {
    return this.#document.components.examples[code]?.value;
  }

  #describe(path: string, method: string, one: Json): Described {
    const {
      parameters = [],
      requestBody,
      responses,
    } = one as {
      parameters?: Json[];
      requestBody?: Described['body'];
      responses: Record<string, Json>;
    };
    return {
      ...(one as Pick<Described, 'summary' | 'description' | 'security' | 'servers'>),
      id: one['operationId'] as string,
      method: method.toUpperCase(),
      path,
      tag: (one['tags'] as string[])[0] ?? '',
      deprecated: one['deprecated'] === true,
      access: Object.fromEntries(Object.entries(one).filter(([name]) => name.startsWith('x-'))),
      parameters: parameters.map((parameter) => this.resolve(parameter) as Parameter),
      body: requestBody,
      answers: Object.entries(responses).map(([status, answer]) => {
        const { description, content = {} } = this.resolve(answer) as { description: string; content?: Content };
        return { status, description, content };
      }),
    };
  }
}

export const CODES = Object.keys(ERRORS) as ErrorCode[];
export const KINDS: readonly EventKind[] = EVENT_KINDS;

/** The GraphQL fields for an operation. */
export function fieldsOf(id: string): Field[] {
  const entry: FieldEntry | undefined = Object.hasOwn(FIELDS, id) ? FIELDS[id as OperationId] : undefined;
  if (!entry || 'without' in entry) return [];
  if ('mutation' in entry) return [{ kind: 'mutation', name: entry.mutation }];
  if ('subscription' in entry) return [{ kind: 'subscription', name: entry.subscription }];
  const names = [entry.query, entry.pages, entry.connection].filter((name) => name !== undefined);
  return names.map((name) => ({ kind: 'query', name }));
}

/** Maps each GraphQL field to its REST operation. */
export function operationsByField(): ReadonlyMap<string, string> {
  return new Map(Object.keys(operations).flatMap((id) => fieldsOf(id).map(({ name }) => [name, id] as const)));
}
