/** Checks that released interfaces still exist, and that released migrations are unchanged. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakages, changedMigrations, presentMigrations, releases, writeRelease } from './released.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../docs/api/openapi.json'), 'utf8');
const now = JSON.parse(text) as Record<string, unknown>;

/**
 * Statements in a released description that were never true. Single sign-on has always redirected with 303.
 */
const CORRECTED = [
  'GET /api/auth/oidc/{organizationId}/callback: the status 302 is gone',
  'GET /api/auth/oidc/{organizationId}/login: the status 302 is gone',
  'POST /api/auth/saml/{organizationId}/acs: the status 302 is gone',
  'GET /api/auth/saml/{organizationId}/login: the status 302 is gone',
];

test.each(releases())('still serves the API of $version', ({ openapi }) => {
  expect(breakages(openapi, now).filter((one) => !CORRECTED.includes(one))).toEqual([]);
});

test.each(releases())('leaves the migrations of release $version unchanged', ({ migrations }) => {
  expect(changedMigrations(migrations, presentMigrations())).toEqual([]);
});

test('refuses to overwrite an existing release', () => {
  expect(() => writeRelease('0.1.0')).toThrow('0.1.0 has already been released');
});

describe('breaking changes for clients', () => {
  type Node = { [name: string]: Node };
  const changed = (change: (document: Node) => void): Record<string, unknown> => {
    const document = JSON.parse(text) as Node;
    change(document);
    return document;
  };
  const schema = (document: Node, name: string): Node => document['components']?.['schemas']?.[name] ?? {};
  const operation = (document: Node, address: string, method: string) =>
    document['paths']?.[address]?.[method] as unknown as Record<'parameters' | 'security', unknown[]>;
  const payloads = (document: Node, kind: string): Node[] =>
    document['webhooks']?.[kind]?.['post']?.['requestBody']?.['content']?.['application/json']?.['schema']?.[
      'anyOf'
    ] as unknown as Node[];
  const upload = '/api/documents/upload';

  test.each<[what: string, change: (document: Node) => void, found: string]>([
    ['an operation is removed', (it) => delete it['paths']?.[upload], `POST ${upload} is gone`],
    [
      'a response property is removed',
      (it) => delete schema(it, 'Document')['properties']?.['title'],
      '.title is gone',
    ],
    [
      'a response property becomes optional',
      (it) => (schema(it, 'Document')['required'] as unknown as string[]).splice(0, 1),
      'may be left out',
    ],
    [
      'a response has another type',
      (it) => Object.assign(schema(it, 'Document')['properties']?.['title'] ?? {}, { type: 'integer' }),
      'the type integer became string',
    ],
    [
      'a credential is no longer accepted',
      (it) => operation(it, upload, 'post')['security'].splice(0, 1),
      'is no longer taken',
    ],
    ['an event is removed', (it) => delete it['webhooks']?.['document.signed'], 'the event document.signed is gone'],
    [
      'a payload property is removed',
      (it) => {
        for (const shape of payloads(it, 'document.sent')) delete shape['properties']?.['id'];
      },
      'document.sent: choice 1 of anyOf is gone or changed',
    ],
    [
      'another scope is required',
      (it) => Object.assign(operation(it, upload, 'post'), { 'x-scope': 'admin' }),
      'the scope "admin" is needed',
    ],
    [
      'another status reports success',
      (it) => {
        const responses = operation(it, upload, 'post') as unknown as { responses: Node };
        responses.responses['200'] = responses.responses['201'] ?? {};
        delete responses.responses['201'];
      },
      'the status 201 is gone',
    ],
    [
      'a request property is removed',
      (it) => delete schema(it, 'SignerInput')['properties']?.['name'],
      '.name is gone',
    ],
    [
      'a request property becomes required',
      (it) => (schema(it, 'SignerInput')['required'] as unknown as string[]).push('locale'),
      '.locale is required',
    ],
    ['a value is no longer accepted', (it) => (schema(it, 'DocumentTag')['maxLength'] = 1 as never), 'maxLength is 1'],
    [
      'a parameter is removed',
      (it) => operation(it, '/api/documents/paginated', 'get')['parameters'].splice(0, 1),
      'the parameter query',
    ],
    [
      'a content type is no longer accepted',
      (it) =>
        delete (operation(it, '/api/templates/create', 'post') as unknown as Node)['requestBody']?.['content']?.[
          'application/json'
        ],
      'application/json is gone',
    ],
    [
      'a parameter becomes required',
      (it) =>
        operation(it, '/api/documents/paginated', 'get')['parameters'].push({
          name: 'added',
          in: 'query',
          required: true,
          schema: {},
        }),
      'the parameter query added is required',
    ],
  ])('detects a breaking change: %s', (_what, change, found) => {
    expect(breakages(now, changed(change)).join('\n')).toContain(found);
  });

  test('accepts a request property that may also be null, and rejects a choice that accepts fewer values', () => {
    const asChoice = (of: (member: Node) => unknown[]) =>
      changed((it) => {
        const members = schema(it, 'SignerInput')['properties'] ?? {};
        members['name'] = { anyOf: of(members['name'] ?? {}) } as unknown as Node;
      });
    const nullable = { type: 'null' };
    expect(
      breakages(
        now,
        asChoice((member) => [member, nullable]),
      ),
    ).toEqual([]);
    const shorter = asChoice((member) => [{ ...member, maxLength: 1 }, nullable]);
    expect(breakages(now, shorter).join('\n')).toContain('.name: no choice takes what was taken');
  });

  test('accepts an added operation, property and response value', () => {
    const grown = changed((it) => {
      Object.assign(it['paths'] ?? {}, { '/api/added': it['paths']?.[upload] });
      Object.assign(schema(it, 'Document')['properties'] ?? {}, { added: { type: 'string' } });
    });
    expect(breakages(now, grown)).toEqual([]);
  });

  test('detects a migration that was changed, removed, or inserted before a released one', () => {
    const released = { '0001-a.sql': 'x', '0003-b.sql': 'y' };
    const present = { '0001-a.sql': 'z', '0002-c.sql': 'w', '0004-d.sql': 'v' };
    expect(changedMigrations(released, present)).toEqual([
      '0001-a.sql was changed',
      '0003-b.sql is gone',
      '0002-c.sql comes before 0003-b.sql',
    ]);
  });
});
