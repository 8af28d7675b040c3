/** Checks that docs/api/openapi.json matches the contract and is valid OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Operation, operations, PAYLOAD_SHAPES } from '@countersign/contract';
import { buildSchema, getNamedType, isInputObjectType, isObjectType, printSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { generatedDocs } from '../../../../scripts/generate-docs.ts';
import { missingExamples } from '../../../../scripts/examples.ts';
import { furtherAddresses } from '../../src/transport/openapi/addresses.ts';
import { makeSchema } from '../../src/transport/graphql/schema.ts';
import { openApiDocument } from '../../src/transport/openapi/document.ts';
import { readExamples } from '../../src/transport/openapi/examples.ts';
import { DEFAULT, options } from '../../src/transport/openapi/schemas.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const SCHEMA_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

type Node = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; schema: Node };
type Described = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Node[];
  parameters: Parameter[];
  requestBody?: { content: Node };
  responses: Record<string, { description: string; content?: Node }>;
};
type Content = Record<string, { schema?: Node }>;
type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  components: Record<'securitySchemes' | 'schemas' | 'parameters' | 'responses' | 'headers', Node>;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

test.each([...generatedDocs()])('%s is up to date (`npm run docs` regenerates it)', (name, text) => {
  // The texts are not compared with toBe, because a diff of two files of this size is useless in a terminal.
  expect(readFileSync(path.join(ROOT, name), 'utf8') === text).toBe(true);
});

describe('the committed OpenAPI description', () => {
  const document = JSON.parse(readFileSync(path.join(ROOT, 'docs/api/openapi.json'), 'utf8')) as OpenApi;
  const described = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      address,
      method,
      operation: dereferenced(document, operation) as Described,
    })),
  );

  const further = new Set(Object.keys(furtherAddresses()));

  test('contains exactly the paths in the contract and the paths that standards define', () => {
    const seen = described
      .filter(({ address }) => !further.has(address))
      .map(({ address, method, operation }) => `${operation.operationId} ${method} ${address}`);
    const wanted = Object.values(operations).map(
      ({ id, method, path: address }) => `${id} ${method.toLowerCase()} ${address.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(seen.toSorted()).toEqual(wanted.toSorted());
  });

  test('has a title and a description, and a unique name for each operation', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Countersign', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(Object.keys(document.paths).filter((address) => !address.startsWith('/'))).toEqual([]);
    expect(described.map(({ method }) => method).filter((method) => !METHODS.includes(method))).toEqual([]);
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('declares exactly the parameters in the path, each once and as required', () => {
    for (const { address, operation } of described) {
      const places = operation.parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(places).size, address).toBe(places.length);
      const inAddress = [...address.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name).toSorted(), address).toEqual(inAddress.toSorted());
      expect(
        declared.every(({ required }) => required),
        address,
      ).toBe(true);
      expect(
        operation.parameters.every((parameter) => isNode(parameter.schema)),
        address,
      ).toBe(true);
    }
  });

  test('describes every response, including a successful one, and uses only declared tags and credentials', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of described) {
      const name = operation.operationId;
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.filter((status) => !/^([1-5]\d\d|default)$/.test(status)),
        name,
      ).toEqual([]);
      expect(
        statuses.some((status) => status.startsWith('2') || status === '303'),
        name,
      ).toBe(true);
      expect(
        Object.values(operation.responses).every(({ description }) => description !== ''),
        name,
      ).toBe(true);
      expect(tags, name).toEqual(expect.arrayContaining(operation.tags));
      const schemes = operation.security.flatMap((requirement) => Object.keys(requirement));
      expect(Object.keys(document.components.securitySchemes), name).toEqual(expect.arrayContaining(schemes));
    }
  });

  test('describes each tag, and gives each operation a short summary before its description', () => {
    expect(document.tags.filter(({ description = '' }) => description === '')).toEqual([]);
    for (const { operation } of described) {
      const { operationId, summary, description } = operation;
      expect(summary, operationId).toMatch(/^[A-Z][a-z]+(?:[^.;:]|\.(?=\d))*$/);
      expect(summary.length, operationId).toBeLessThanOrEqual(60);
      expect(description, operationId).toMatch(/^[A-Z`][^]*[.)]$/);
      expect(description, operationId).not.toBe(`${summary}.`);
    }
  });

  test('describes every part of the API in full sentences', () => {
    const fragments: string[] = [];
    const walk = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'description' && typeof inner === 'string' && !/^(?:[A-Z0-9`][^]*[.)]|[A-Z_, ]+)$/.test(inner))
          fragments.push(`${at}: ${inner}`);
        if (!['example', 'examples', 'value'].includes(key)) walk(inner, `${at}/${key}`);
      }
    };
    walk(document, '');
    expect(fragments).toEqual([]);
  });

  test('has a recorded example of each JSON response and of each error', () => {
    const missing = missingExamples(readExamples());
    expect(missing, 'missing examples: run npm run examples').toEqual({ operations: [], errors: [] });
    for (const { operation } of described.filter(({ address }) => !further.has(address))) {
      const { id, success } = operations[operation.operationId as keyof typeof operations] as Operation;
      const answer = operation.responses[String(success.status)]?.content as Content;
      if (success.body.kind === 'json') expect(answer['application/json'], id).toHaveProperty('example');
    }
  });

  test('has an example of each event in each payload format', () => {
    const { webhooks } = document as unknown as { webhooks: Record<string, { post: Described }> };
    for (const [kind, { post }] of Object.entries(webhooks)) {
      const content = post.requestBody?.content['application/json'] as { examples?: Node } | undefined;
      expect(Object.keys(content?.examples ?? {}), kind).toHaveLength(PAYLOAD_SHAPES.length);
    }
  });

  describe('deprecations in the contract', () => {
    const DEPRECATED = { since: '2027-01-01', until: '2028-01-01', instead: 'getSession' };
    const REASON = 'Deprecated since 2027-01-01; will be removed on 2028-01-01. Use getSession.';
    const told = { deprecated: true, description: 'Use name.' };
    const old = z.string().optional().meta(told);
    const body = { kind: 'json', schema: z.object({ old, name: z.string() }) } as const;
    const getProfile: Operation = {
      ...operations.getProfile,
      deprecated: DEPRECATED,
      query: z.object({ old }),
      success: { status: 200, body: { kind: 'json', schema: z.object({ old, list: z.array(z.object({ old })) }) } },
    };
    const updateProfile: Operation = { ...operations.updateProfile, body };

    test('marks operations, parameters and properties as deprecated in OpenAPI, and lists the deprecation headers for each operation', () => {
      const { paths } = openApiDocument([getProfile, updateProfile]) as OpenApi;
      const { get: marked, put: other } = paths['/api/user/profile'] ?? {};
      expect(marked).toMatchObject({ deprecated: true, parameters: [{ name: 'old', schema: told }] });
      expect(marked?.description).toContain(REASON);
      const answer = marked?.responses['200'];
      expect(Object.keys((answer as Node | undefined)?.['headers'] ?? {})).toEqual(
        expect.arrayContaining(['Deprecation', 'Sunset']),
      );
      expect(answer?.content).toMatchObject({ 'application/json': { schema: { properties: { old: told } } } });
      expect(other).not.toHaveProperty('deprecated');
      expect(other?.requestBody?.content).toMatchObject({
        'application/json': { schema: { properties: { old: told, name: { type: 'string' } } } },
      });
    });

    test('marks fields, arguments, input fields and output fields as deprecated in GraphQL', () => {
      const text = printSchema(makeSchema({ ...operations, getProfile, updateProfile }));
      const schema = buildSchema(text);
      const { viewer, twoFactor } = schema.getQueryType()?.getFields() ?? {};
      const reasonsOf = (members: readonly { name: string; deprecationReason?: unknown }[]) =>
        members.map(({ name, deprecationReason }) => [name, deprecationReason]);
      expect([viewer?.deprecationReason, twoFactor?.deprecationReason]).toEqual([REASON, undefined]);
      expect(reasonsOf(viewer?.args ?? [])).toEqual([['old', 'Use name.']]);
      const type = viewer && schema.getType(String(getNamedType(viewer.type)));
      expect(isObjectType(type) && reasonsOf(Object.values(type.getFields()))).toEqual([
        ['old', 'Use name.'],
        ['list', undefined],
      ]);
      const input = schema.getType('UpdateProfileInput');
      expect(isInputObjectType(input) && reasonsOf(Object.values(input.getFields()))).toEqual([
        ['old', 'Use name.'],
        ['name', undefined],
      ]);
    });
  });

  test('contains only references that resolve and schemas that can be satisfied', () => {
    const faults: string[] = [];
    const look = (value: unknown, place: string): void => {
      if (Array.isArray(value)) value.forEach((item, index) => look(item, `${place}/${index}`));
      if (!isNode(value)) return;
      const { $ref: reference, type, properties, required } = value;
      if (typeof reference === 'string' && lookUp(document, reference) === undefined)
        faults.push(`${place}: ${reference}`);
      const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
      if (isNode(properties)) {
        // The value must be a schema, not a property that happens to be called "type" or "required".
        if (!types.every((one) => SCHEMA_TYPES.includes(String(one)))) faults.push(`${place}: type ${String(type)}`);
        const absent = (Array.isArray(required) ? required : []).filter((name) => !(String(name) in properties));
        if (absent.length > 0) faults.push(`${place}: requires ${absent.join(', ')} but does not describe it`);
      }
      for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`);
    };
    look(document, '#');
    expect(faults).toEqual([]);
  });

  test('describes parameters and form parts by the types of their decoded values', () => {
    const list = described.find(({ operation }) => operation.operationId === 'listDocuments')?.operation;
    const schemaOf = (name: string) => list?.parameters.find((parameter) => parameter.name === name)?.schema;
    expect(schemaOf('pageSize')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
    expect(schemaOf('trash')).toMatchObject({ type: 'boolean', default: false });
    const creation = described.find(({ operation }) => operation.operationId === 'createDocument')?.operation;
    const form = creation?.requestBody?.content['multipart/form-data'];
    expect(form).toMatchObject({
      schema: { properties: { tags: { type: 'array', items: { type: 'string' } } } },
      encoding: { tags: { contentType: 'application/json' } },
    });
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/"pattern":"[^"]*\\\\p\{/);
  });

  test('describes the data format of each kind of signature in the GraphQL schema', () => {
    const input = buildSchema(readFileSync(path.join(ROOT, 'docs/api/schema.graphql'), 'utf8')).getType(
      'SignDocumentSignatureInput',
    );
    expect(isInputObjectType(input) && input.getFields()['data']?.description).toBe(
      'Required. Drawn signature: SVG or PNG, encoded as base64. Uploaded signature: PNG or JPEG, encoded as base64. Typed signature: the name as text.',
    );
  });

  test('matches the contract for each operation after references are resolved', () => {
    for (const { operation } of described.filter(({ address }) => !further.has(address))) {
      const { body, query, params, success } = operations[
        operation.operationId as keyof typeof operations
      ] as Operation;
      const answer = operation.responses[String(success.status)]?.content as Content;
      if (success.body.kind !== 'bytes') {
        const usual = inline(success.body.schema, 'output');
        const file = success.body.kind === 'json' ? success.body.files?.['application/json'] : undefined;
        const type = success.body.kind === 'json' ? 'application/json' : 'text/event-stream';
        expect(answer[type]?.schema, operation.operationId).toEqual(
          file ? { anyOf: [usual, inline(file, 'output')] } : usual,
        );
        const others =
          success.body.kind === 'json'
            ? Object.keys(success.body.files ?? {})
            : success.body.list
              ? ['application/json']
              : [];
        expect(new Set(Object.keys(answer)), operation.operationId).toEqual(new Set([type, ...others]));
      }
      const taken = operation.requestBody?.content as Content | undefined;
      const inJson = body?.kind === 'json' ? body.schema : body?.json;
      expect(taken?.['application/json']?.schema, operation.operationId).toEqual(inJson && inline(inJson, 'input'));
      if (body?.kind === 'multipart')
        expect(taken?.['multipart/form-data']?.schema?.['properties'], operation.operationId).toMatchObject(
          inline(body.fields, 'input')['properties'] as Node,
        );
      for (const [place, schema] of [
        ['path', params],
        ['query', query],
      ] as const) {
        const there = operation.parameters.filter((parameter) => parameter.in === place);
        const wanted = withDefaults((schema && (inline(schema, 'input')['properties'] as Node)) ?? {});
        expect(Object.fromEntries(there.map(({ name, schema: own }) => [name, own])), operation.operationId).toEqual(
          wanted,
        );
      }
    }
  });

  test('describes shared components once, under their name in the contract', () => {
    const { schemas } = document.components;
    for (const name of ['Document', 'Signer', 'Field', 'FieldInput', 'VerificationObject', 'DocumentId', 'Error'])
      expect(Object.keys(schemas)).toContain(name);
    const texts = new Map<string, string>();
    const twice: string[] = [];
    const look = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const text = JSON.stringify(value);
      // A longer schema should be a named component.
      if (isNode(value) && value['type'] === 'object' && text.length > 1500) {
        const first = texts.get(text);
        if (first !== undefined) twice.push(`${first} = ${place}`);
        texts.set(text, place);
      }
      for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`);
    };
    look(document, '#');
    expect(twice).toEqual([]);
  });

  test('contains no unreferenced component', () => {
    const text = JSON.stringify(document);
    const unused = Object.entries({ ...document.components, securitySchemes: {} }).flatMap(([kind, components]) =>
      Object.keys(components).filter((name) => !text.includes(`"$ref":"#/components/${kind}/${name}"`)),
    );
    expect(unused).toEqual([]);
  });

  test('allows additional properties in responses within v1', () => {
    const answers = described.flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(([status]) => status.startsWith('2')),
    );
    const { body } = operations.getDocument.success;
    expect(inline(body.schema, 'output')).not.toHaveProperty('additionalProperties');
    for (const [, { content }] of answers)
      for (const { schema } of Object.values(content as Content))
        expect(schema?.['additionalProperties']).not.toBe(false);
  });
});

/** Returns the schema that zod generates without references. */
function inline(schema: z.ZodType, io: 'input' | 'output'): Node {
  const made: Node = z.toJSONSchema(schema, options(io));
  return Object.fromEntries(Object.entries(made).filter(([key]) => key !== '$schema'));
}

/** Moves the default of a parameter to the position where generators read it. */
const withDefaults = (properties: Node): Node =>
  Object.fromEntries(
    Object.entries(properties as Record<string, Node>).map(([name, { [DEFAULT]: value, ...rest }]) => [
      name,
      { ...rest, ...(value !== undefined && { default: value }) },
    ]),
  );

/** Resolves references. Members beside a reference take precedence (3.1: siblings of $ref). */
function dereferenced(document: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => dereferenced(document, item));
  if (!isNode(value)) return value;
  const { $ref: reference, ...rest } = value;
  const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, dereferenced(document, inner)]));
  if (typeof reference !== 'string') return own;
  const target = dereferenced(document, lookUp(document, reference));
  return isNode(target) ? { ...target, ...own } : own;
}

/** Resolves a JSON pointer into the same document (RFC 6901). */
function lookUp(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), document);
}
