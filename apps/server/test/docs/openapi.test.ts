/** docs/api/openapi.json is what the contract says today, and sound OpenAPI 3.1 (spec.openapis.org/oas/v3.1.0). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { generatedDocs } from '../../../../scripts/generate-docs.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const SCHEMA_TYPES = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string'];

type Node = Record<string, unknown>;
type Parameter = { name: string; in: string; required: boolean; schema: Node };
type Described = {
  operationId: string;
  tags: string[];
  security: Node[];
  parameters: Parameter[];
  requestBody?: { content: Node };
  responses: Record<string, { description: string; content?: Node }>;
};
type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { securitySchemes: Node };
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

test.each([...generatedDocs()])('%s is up to date (`npm run docs` writes it anew)', (name, text) => {
  // Not toBe on the texts: the difference of two files of this size says nothing in a terminal.
  expect(readFileSync(path.join(ROOT, name), 'utf8') === text).toBe(true);
});

describe('the committed description', () => {
  const document = JSON.parse(readFileSync(path.join(ROOT, 'docs/api/openapi.json'), 'utf8')) as OpenApi;
  const described = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ address, method, operation })),
  );

  test('has every operation of the contract, at its address, and no other', () => {
    const seen = described.map(({ address, method, operation }) => `${operation.operationId} ${method} ${address}`);
    const wanted = Object.values(operations).map(
      ({ id, method, path: address }) => `${id} ${method.toLowerCase()} ${address.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    expect(seen.toSorted()).toEqual(wanted.toSorted());
  });

  test('says what it is, and gives each operation a name of its own', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Countersign', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(Object.keys(document.paths).filter((address) => !address.startsWith('/'))).toEqual([]);
    expect(described.map(({ method }) => method).filter((method) => !METHODS.includes(method))).toEqual([]);
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('declares each parameter of an address once, as required, and none besides', () => {
    for (const { address, operation } of described) {
      const places = operation.parameters.map(({ name, in: place, ...rest }) =>
        '$ref' in rest ? String(rest['$ref']) : `${place} ${name}`,
      );
      expect(new Set(places).size, address).toBe(places.length);
      const inAddress = [...address.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
      expect(declared.map(({ name }) => name).toSorted(), address).toEqual(inAddress.toSorted());
      expect(
        declared.every(({ required }) => required),
        address,
      ).toBe(true);
      // One that several addresses share stands for itself below, where references are followed.
      expect(
        operation.parameters.every((parameter) => '$ref' in parameter || isNode(parameter.schema)),
        address,
      ).toBe(true);
    }
  });

  test('describes every answer, one of success among them, and names only tags and credentials that it declares', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of described) {
      const name = operation.operationId;
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.filter((status) => !/^[1-5]\d\d$/.test(status)),
        name,
      ).toEqual([]);
      expect(
        statuses.some((status) => status.startsWith('2')),
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

  test('holds references that lead somewhere, and schemas that can be met', () => {
    const faults: string[] = [];
    const look = (value: unknown, place: string): void => {
      if (Array.isArray(value)) value.forEach((item, index) => look(item, `${place}/${index}`));
      if (!isNode(value)) return;
      const { $ref: reference, type, properties, required } = value;
      if (typeof reference === 'string' && !resolves(document, reference)) faults.push(`${place}: ${reference}`);
      const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
      if (isNode(properties)) {
        // A schema: not a property that happens to be called "type" or "required".
        if (!types.every((one) => SCHEMA_TYPES.includes(String(one)))) faults.push(`${place}: type ${String(type)}`);
        const absent = (Array.isArray(required) ? required : []).filter((name) => !(String(name) in properties));
        if (absent.length > 0) faults.push(`${place}: requires ${absent.join(', ')} but does not describe it`);
      }
      for (const [key, inner] of Object.entries(value)) look(inner, `${place}/${key}`);
    };
    look(document, '#');
    expect(faults).toEqual([]);
  });
});

/** A JSON pointer into the same document (RFC 6901). */
function resolves(document: unknown, reference: string): boolean {
  if (!reference.startsWith('#/')) return false;
  let at: unknown = document;
  for (const part of reference.slice(2).split('/')) {
    const key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isNode(at) || !(key in at)) return false;
    at = at[key];
  }
  return true;
}
