/**
 * A caller whose requests go through GraphQL. The REST request is sent as the field of its operation, and the field's
 * value is returned as the REST response.
 */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  OperationTypeNode,
} from 'graphql';
import { expect } from 'vitest';
import type { Content } from '../../src/platform/invoke/input.ts';
import type { GraphqlAnswer, GraphqlEngine, GraphqlRequest } from '../../src/transport/graphql/engine.ts';
import { type FieldEntry, FIELDS } from '../../src/transport/graphql/field-table.ts';
import { Upload } from '../../src/transport/graphql/upload.ts';
import type { Answer, Credential, RequestOptions } from './caller.ts';
import { callerParts, callOf, contentOf, InvokingCaller } from './without-http.ts';
import type { Invoker } from '../../src/platform/invoke/invoke.ts';

type Kind = 'query' | 'mutation' | 'subscription';
const KINDS = { query: 'QUERY', mutation: 'MUTATION', subscription: 'SUBSCRIPTION' } as const;
type Extensions = { code: string; status: number; details?: unknown; path?: string; errors?: unknown };
/**
 * Operations whose responses differ on each request. The check of the audit log stops after three seconds, at a
 * different position each time.
 */
const DIFFERENT = new Set<OperationId>(['checkAuditLog', 'downloadDocument', 'verifyDocument', 'testSingleSignOn']);

export class GraphqlCaller extends InvokingCaller {
  readonly #engine: GraphqlEngine;
  readonly #credential: Credential;

  constructor(invoker: Invoker, engine: GraphqlEngine, credential: Credential) {
    super(invoker, credential);
    this.#engine = engine;
    this.#credential = credential;
  }

  override async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer<never>> {
    const { id, environment, params, query } = callOf(method, path);
    const entry: FieldEntry = FIELDS[id];
    if ('without' in entry) return super.send(method, path, options);
    const { body, headers = {} } = options;
    const content = await contentOf(body, headers);
    const kind = 'query' in entry ? 'query' : 'mutation' in entry ? 'mutation' : 'subscription';
    const name =
      'query' in entry ? (entry.pages ?? entry.query) : 'mutation' in entry ? entry.mutation : entry.subscription;
    const field = this.#engine.schema.getRootType(OperationTypeNode[KINDS[kind]])?.getFields()[name];
    if (!field) throw new Error(`The schema has no field ${name}.`);
    const request = await requestFor(kind, field, { operation: operations[id], params, query, content });
    const { context, by, effects } = callerParts(this.#credential, headers);
    const outcome = await this.#engine.run(
      request,
      { environment, by, context, effects, idempotencyKey: headers['idempotency-key'], onCounted: () => {} },
      { introspection: false, takesStream: true },
    );
    if (outcome.kind === 'stream') {
      await outcome.answers.return(undefined);
      return spoken(200, undefined);
    }
    const answer = answerOf(operations[id], entry, name, outcome.body);
    if (kind === 'query' && answer.status < 400 && answer.body !== undefined && !DIFFERENT.has(id)) {
      const rest = await super.send(method, path, options);
      // Over GraphQL, list entries contain more properties, because their details are also read.
      expect(withoutNulls(answer.body), `${id} through GraphQL`).toMatchObject(expected(entry, name, rest.body));
    }
    return answer;
  }
}

/** Builds a request for the field with all given arguments and every selectable property. */
async function requestFor(
  kind: Kind,
  field: GraphQLField<unknown, unknown>,
  given: { operation: Operation; params: Record<string, string>; query: Record<string, string>; content: Content },
): Promise<GraphqlRequest> {
  const values = await valuesOf(given);
  const used = field.args.filter(({ name }) => values[name] !== undefined);
  const unknown = Object.keys(values).filter(
    (name) => values[name] !== undefined && !used.some((one) => one.name === name),
  );
  if (unknown.length > 0) throw new Error(`The field ${field.name} has no argument ${unknown.join()}.`);
  const variables = Object.fromEntries(
    used.map(({ name, type }) => [name, typed(values[name], String(getNamedType(type)))]),
  );
  const head = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = selectionOf(getNamedType(field.type));
  return {
    query: `${kind}${head && `(${head})`} { answer: ${field.name}${args && `(${args})`} ${selection} }`,
    variables,
  };
}

async function valuesOf({
  operation,
  params,
  query,
  content,
}: Parameters<typeof requestFor>[2]): Promise<Record<string, unknown>> {
  const { body } = operation;
  const { file } = content;
  if (!file) return { ...params, ...query, ...(hasMembers(content.body) && { input: content.body }) };
  const fields = await file.fields();
  return {
    ...params,
    ...query,
    ...(hasMembers(fields) && { input: fields }),
    ...(body?.kind === 'multipart' && {
      [body.file]: new Upload({ ...file, isNameCleaned: false }, file.content, async () => {}),
    }),
  };
}

const hasMembers = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

function typed(value: unknown, type: string): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'Int') return Number(value);
  return type === 'Boolean' ? value === 'true' : value;
}

/** Selects every field that the schema defines below a type. */
function selectionOf(type: GraphQLNamedType): string {
  if (isLeafType(type) || !isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  return `{ ${fields.map(({ name, type: inner }) => `${name} ${selectionOf(getNamedType(inner))}`).join(' ')} }`;
}

function answerOf(
  operation: Operation,
  entry: FieldEntry,
  name: string,
  { data, errors }: GraphqlAnswer,
): Answer<never> {
  const [error] = errors ?? [];
  if (error) {
    const { code, status, details, path, errors: faults, ...more } = error.extensions as Extensions;
    const body =
      faults === undefined
        ? { error: code, message: error.message, details }
        : { error: { code, message: error.message, field: path, status, errors: faults, ...more } };
    return spoken(status, body);
  }
  if (operation.success.body.kind !== 'json') return spoken(operation.success.status, undefined);
  const { answer } = data as { answer: unknown };
  const part = 'query' in entry && entry.query === name ? (entry.of ?? partOf(operation)) : undefined;
  return spoken(operation.success.status, part === undefined ? answer : { [part]: answer });
}

/** Returns the properties of the REST response that the GraphQL field returns. */
function expected(entry: FieldEntry, name: string, body: Record<string, unknown>): object {
  const of = 'query' in entry && entry.query === name ? entry.of : undefined;
  return withoutNulls(of === undefined ? body : { [of]: body[of] }) as object;
}

/** If a REST response has only one property, the value of that property is the value of the GraphQL field. */
function partOf({ success: { body } }: Operation): string | undefined {
  if (body.kind !== 'json') return undefined;
  const names = Object.keys((body.schema as unknown as { shape?: object }).shape ?? {});
  return names.length === 1 ? names[0] : undefined;
}

function spoken(status: number, body: unknown): Answer<never> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return { status, headers: new Headers(), bytes: Buffer.from(text), text, body: body as never };
}

/** GraphQL returns null where REST omits a property. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      inner === null || inner === undefined ? [] : [[key, withoutNulls(inner)]],
    ),
  );
}
