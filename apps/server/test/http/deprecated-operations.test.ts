import { type Deprecation, type Operation, operations } from '@countersign/contract';
import { afterEach, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const operation: { -readonly [K in keyof Operation]: Operation[K] } = operations.listTemplates;
const mark: Deprecation = { since: '2027-01-01', until: '2028-01-01', instead: 'another operation' };

// The API description and the clients are generated when the program starts, so marking the operation as deprecated
// affects only the headers.
afterEach(() => delete operation.deprecated);

test.each(['/api/templates', '/v1/api/templates', '/sandbox/v1/api/templates'])(
  'GET %s returns deprecation headers for a deprecated operation, both on success and on failure',
  async (path) => {
    operation.deprecated = mark;
    for (const answer of [
      await app.owner.get(path),
      await app.owner.get(`${path}?pageSize=0`),
      await app.anyone.get(path),
    ])
      expect([answer.headers.get('deprecation'), answer.headers.get('sunset')]).toEqual([
        '@1798761600',
        'Sat, 01 Jan 2028 00:00:00 GMT',
      ]);
  },
);

test('sends no deprecation headers for operations that are not deprecated', async () => {
  const { headers } = await app.owner.get('/api/templates');
  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([null, null]);
});
