import { type Operation, type OperationId, operations } from '@countersign/contract';
import { buildSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { Invoker } from '../../platform/invoke/invoke.ts';
import { GraphqlEngine } from './engine.ts';
import { type FieldEntry, FIELDS } from './field-table.ts';

/** Fails the test if an operation is reached. */
const invoker = { invoke: () => Promise.reject(new Error('executed')) } as unknown as Invoker;
const engine = new GraphqlEngine({ invoker, noteFailure: () => {} });
const LIMIT_MS = 50;

const prepare = (query: unknown, more: object = {}, introspection = true) =>
  engine.prepare({ query, ...more }, { introspection });
const codeOf = (prepared: ReturnType<typeof prepare>) =>
  'errors' in prepared ? prepared.errors[0]?.extensions['code'] : undefined;
const detailsOf = (prepared: ReturnType<typeof prepare>) =>
  'errors' in prepared ? prepared.errors[0]?.extensions['details'] : undefined;

function nested(levels: number): string {
  return `{ documents { ${'owner { '.repeat(levels)} id ${'} '.repeat(levels)} } }`;
}
/** Each fragment spreads the next one twice, which would be 2^n fields if they were expanded. */
function doubling(fragments: number): string {
  const all = Array.from(
    { length: fragments },
    (_, at) => `fragment F${at} on Document { ...F${at + 1} ... on Document { ...F${at + 1} } }`,
  );
  return `{ documents { ...F0 } } ${all.join(' ')} fragment F${fragments} on Document { id }`;
}
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

const HOSTILE: [name: string, query: string, limit: string][] = [
  ['deep nesting', nested(200), 'depth'],
  ['many selections', `{ documents { ${many(1_200, () => 'signers { id }')} } }`, 'tokens'],
  ['one name repeated many times', `{ documents { ${many(900, () => 'id')} } }`, 'repeats'],
  ['one name repeated many times, in fragments', `{ documents { ${many(600, () => '... { id }')} } }`, 'repeats'],
  [
    'many fields',
    `{ documents { ${many(1_001, (at) => (at % 2 === 0 ? `a${at}: id` : `b${at}: title`))} } }`,
    'fields',
  ],
  ['many aliases', `{ documents { ${many(31, (at) => `a${at}: id`)} } }`, 'aliases'],
  ['many top-level fields', `{ ${many(21, (at) => `a${at}: documents { id }`)} }`, 'topLevel'],
  ['many directives', `{ documents { ${many(4, () => `id ${'@include(if: true) '.repeat(10)}`)} } }`, 'directives'],
  ['many fragments', `{ documents { id } } ${many(41, (at) => `fragment F${at} on Document { id }`)}`, 'fragments'],
  [
    'expensive fields',
    `{ ${many(6, (at) => `d${at}: documents(pageSize: 100) { signers { id name email status role } fields { id x y width height page label key } }`)} }`,
    'cost',
  ],
  ['a megabyte of text', `{ documents { id } } # ${'x'.repeat(1_000_000)}`, 'length'],
  ['many tokens', `{ documents(search: "${'a'.repeat(50)}") { ${'id, title '.repeat(5_000)} } }`, 'tokens'],
];

describe('checks of a GraphQL document before execution', () => {
  test.each(HOSTILE)('rejects a document within 50 ms of CPU time, before execution: %s', (_name, query, limit) => {
    const before = process.threadCpuUsage();
    const prepared = prepare(query);
    const { user, system } = process.threadCpuUsage(before);
    expect(codeOf(prepared)).toBe('GRAPHQL_TOO_COMPLEX');
    expect(detailsOf(prepared)).toMatchObject({ limit });
    expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  });

  test('rejects GraphQL fragments that refer to each other', () => {
    const query = '{ documents { ...A } } fragment A on Document { ...B } fragment B on Document { ...A }';
    expect(codeOf(prepare(query))).toBe('GRAPHQL_TOO_COMPLEX');
  });

  test('rejects GraphQL fragments that double their content thirty times', () => {
    const before = process.threadCpuUsage();
    const prepared = prepare(doubling(30));
    const { user, system } = process.threadCpuUsage(before);
    expect(codeOf(prepared)).toBe('GRAPHQL_TOO_COMPLEX');
    expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  });

  test('accepts the widest GraphQL document within the limit', () => {
    const names = ['id', 'title', 'status', 'filename', 'page_count', 'sha256', 'created_at', 'updated_at'];
    const fields = many(90, (at) => `${at % 10 === 0 ? `a${at}: ` : ''}${names[at % names.length]}`);
    const query = `{ ${many(10, (at) => `d${at}: documents(pageSize: 1) { ${fields} }`)} }`;
    const before = process.threadCpuUsage();
    prepare(query);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
  });
});

test('includes a page size from a variable in the cost of a GraphQL request', () => {
  const query =
    'query ($n: Int) { documents(pageSize: $n) { signers { id name email } fields { id x y width height page label key } planned { fields { kind x y width height page label key condition { field } } } } }';
  expect(codeOf(prepare(query, { variables: { n: 1 } }))).toBeUndefined();
  expect(detailsOf(prepare(query, { variables: { n: 1000 } }))).toMatchObject({ limit: 'cost' });
});

test('rejects introspection if it is turned off, even in a fragment, but allows __typename', () => {
  const query = '{ ...Types } fragment Types on Query { __schema { types { name } } }';
  expect(codeOf(prepare(query, {}, false))).toBe('INTROSPECTION_DISABLED');
  expect(codeOf(prepare('{ __type(name: "Document") { name } }', {}, false))).toBe('INTROSPECTION_DISABLED');
  expect(codeOf(prepare(query))).toBeUndefined();
  expect(codeOf(prepare('{ __typename }', {}, false))).toBeUndefined();
});

test('accepts the introspection query of GraphQL clients', () => {
  const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true });
  expect(codeOf(prepare(query))).toBeUndefined();
});

test('writes a GraphQL schema that other programs can parse', () => {
  expect(printSchema(buildSchema(printSchema(engine.schema)))).toBe(printSchema(engine.schema));
});

test('has a GraphQL field, or a reason for omitting one, for every operation that sessions or keys can call', () => {
  const silent = (Object.keys(FIELDS) as OperationId[]).filter((id) => {
    const { credentials }: Operation = operations[id];
    const entry: FieldEntry = FIELDS[id];
    return (
      'without' in entry &&
      !['twin', 'download', 'either'].includes(entry.without) &&
      // Public operations are excluded, because a credential only adds details to their responses.
      !credentials.includes('public') &&
      credentials.some((one) => one === 'session' || one === 'api-key')
    );
  });
  expect(silent).toEqual([]);
});

test.each([
  ['a batch of queries', [{ query: '{ __typename }' }], 'GRAPHQL_BATCHING_DISABLED'],
  ['no query', {}, 'GRAPHQL_REQUEST_INVALID'],
  ['a query that is not a string', { query: 1 }, 'GRAPHQL_REQUEST_INVALID'],
  ['variables that are a list', { query: '{ __typename }', variables: [] }, 'GRAPHQL_REQUEST_INVALID'],
  ['a query that is not GraphQL', { query: '{ documents' }, 'GRAPHQL_PARSE_FAILED'],
  ['a field that does not exist', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
  ['an unknown persisted-query hash', { documentId: `sha256:${'0'.repeat(64)}` }, 'PERSISTED_QUERY_NOT_FOUND'],
  [
    'the persisted-query hash of another query',
    { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } },
    'PERSISTED_QUERY_MISMATCH',
  ],
])('refuses a GraphQL request with %s', (_name, request, code) => {
  expect(codeOf(engine.prepare(request as never, { introspection: true }))).toBe(code);
});
