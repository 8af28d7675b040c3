/** What was released is still there: no test of what the server does, but of what it may no longer change. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakages, changedMigrations, presentMigrations, releases, writeRelease } from './released.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../docs/api/openapi.json'), 'utf8');
const now = JSON.parse(text) as Record<string, unknown>;

test.each(releases())('the interface of $version is still served', ({ openapi }) => {
  expect(breakages(openapi, now)).toEqual([]);
});

test.each(releases())('the migrations of $version run as they did', ({ migrations }) => {
  expect(changedMigrations(migrations, presentMigrations())).toEqual([]);
});

test('a release is never written over', () => {
  expect(() => writeRelease('0.1.0')).toThrow('0.1.0 has been released already');
});

describe('a change that a client could trip over is found', () => {
  type Node = { [name: string]: Node };
  /** The description as it is, changed somewhere. */
  const changed = (change: (document: Node) => void): Record<string, unknown> => {
    const document = JSON.parse(text) as Node;
    change(document);
    return document;
  };
  const schema = (document: Node, name: string): Node => document['components']?.['schemas']?.[name] ?? {};
  const operation = (document: Node, address: string, method: string) =>
    document['paths']?.[address]?.[method] as unknown as Record<'parameters' | 'security', unknown[]>;
  const upload = '/api/documents/upload';

  test.each<[what: string, change: (document: Node) => void, found: string]>([
    ['an operation is gone', (it) => delete it['paths']?.[upload], `POST ${upload} is gone`],
    ['a member of an answer is gone', (it) => delete schema(it, 'Document')['properties']?.['title'], '.title is gone'],
    [
      'a member of an answer may be left out',
      (it) => (schema(it, 'Document')['required'] as unknown as string[]).splice(0, 1),
      'may be left out',
    ],
    [
      'an answer is another type',
      (it) => Object.assign(schema(it, 'Document')['properties']?.['title'] ?? {}, { type: 'integer' }),
      'the type integer became string',
    ],
    [
      'a credential is no longer taken',
      (it) => operation(it, upload, 'post')['security'].splice(0, 1),
      'is no longer taken',
    ],
    [
      'a parameter is required',
      (it) =>
        operation(it, '/api/documents/paginated', 'get')['parameters'].push({
          name: 'added',
          in: 'query',
          required: true,
          schema: {},
        }),
      'the parameter query added is required',
    ],
  ])('%s', (_what, change, found) => {
    expect(breakages(now, changed(change)).join('\n')).toContain(found);
  });

  test('an added operation, member and value of an answer are none', () => {
    const grown = changed((it) => {
      Object.assign(it['paths'] ?? {}, { '/api/added': it['paths']?.[upload] });
      Object.assign(schema(it, 'Document')['properties'] ?? {}, { added: { type: 'string' } });
    });
    expect(breakages(now, grown)).toEqual([]);
  });

  test('a migration that was changed, removed, or put before a released one', () => {
    const released = { '0001-a.sql': 'x', '0003-b.sql': 'y' };
    const present = { '0001-a.sql': 'z', '0002-c.sql': 'w', '0004-d.sql': 'v' };
    expect(changedMigrations(released, present)).toEqual([
      '0001-a.sql was changed',
      '0003-b.sql is gone',
      '0002-c.sql comes before 0003-b.sql',
    ]);
  });
});
