import { expect, test } from 'vitest';
import { type Entry, found } from './found.ts';
import { keyFault } from './try.ts';

const entries: Entry[] = [
  ['listDocuments', '/1', 'GET /api/documents/paginated List documents'],
  ['Document', '/2', 'GraphQL type'],
  ['document.sent', '/3', 'webhook event'],
];

test('finds entries with every word, exact names first', () => {
  expect(found(entries, 'document').map(([name]) => name)).toEqual(['Document', 'document.sent', 'listDocuments']);
  expect(found(entries, 'list GET').map(([name]) => name)).toEqual(['listDocuments']);
  expect(found(entries, ' ')).toEqual([]);
  expect(found(entries, 'nothing')).toEqual([]);
});

test('accepts sandbox keys, and no key if none is required', () => {
  expect([keyFault('sk_test_abc'), keyFault('')]).toEqual([undefined, undefined]);
  expect(keyFault('sk_live_abc')).toContain('live key');
  expect(keyFault('abc')).toContain('sk_test_');
});
