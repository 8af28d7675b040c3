/** Every list in the API must use the same form of paging. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from './operation.ts';
import { operations } from './operations/index.ts';

/**
 * Operations whose responses contain an array of objects but are not lists of resources, because the array is part of
 * the requested object.
 */
const ONE_THING = [
  'checkAuditLog',
  'getAnalytics',
  'getAuditLogState',
  'getDatabaseHealth',
  'getDocumentStatus',
  'getDocumentPlacements',
  'getDocuments',
  'getFieldSuggestions',
  'getEmailHealth',
  'getHealth',
  'getProductionHealth',
  'getSecurityHealth',
  'getSigningHealth',
  'getSigningPageText',
  'getStartupCheck',
  'getStatistics',
  'getStorageHealth',
  'verifyDocument',
];

type Json = {
  properties?: Record<string, Json>;
  items?: Json;
  required?: string[];
  type?: unknown;
  maximum?: number;
  minimum?: number;
};
const jsonOf = (schema: z.ZodType, io: 'input' | 'output'): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;

function answerOf({ success: { body } }: Operation): Json {
  const schema = body.kind === 'events' ? body.list : body.kind === 'json' ? body.schema : undefined;
  return schema ? jsonOf(schema, 'output') : {};
}
const answersWithArray = (operation: Operation): boolean =>
  Object.values(answerOf(operation).properties ?? {}).some((member) => member.items?.properties !== undefined);

const lists = Object.values<Operation>(operations).filter(
  (operation) => operation.method === 'GET' && answersWithArray(operation) && !ONE_THING.includes(operation.id),
);

test('lists exactly the operations that return lists', () => {
  expect(lists.length).toBeGreaterThan(38);
  const ids: readonly string[] = Object.keys(operations);
  expect(ONE_THING.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids.filter((id) => id.startsWith('list') && !lists.some((list) => list.id === id))).toEqual([]);
});

test.each(lists.map((list) => [list.id, list] as const))(
  'accepts cursor and pageSize and returns pagination in %s',
  (_, list) => {
    const query = list.query ? jsonOf(list.query, 'output').properties : {};
    expect(query).toHaveProperty('cursor');
    expect(query?.['pageSize']).toMatchObject({ minimum: 1 });
    expect(query?.['pageSize']?.maximum).toBeGreaterThanOrEqual(100);
    const { properties, required } = answerOf(list);
    expect(required).toContain('pagination');
    expect(properties?.['pagination']?.required).toEqual(expect.arrayContaining(['hasMore', 'nextCursor']));
  },
);
