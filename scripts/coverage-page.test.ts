import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { coveragePage, listedAsUnseen, ROWS, unprovoked } from './coverage-page.ts';

test('lists all 54 endpoints of the documented interface and marks those outside the contract', () => {
  expect(ROWS).toHaveLength(54);
  expect(new Set(ROWS.map(([row]) => row)).size).toBe(54);
  const page = coveragePage([]);
  for (const [row, ...ids] of ROWS) {
    const line = page.split('\n').find((text) => text.startsWith(`| \`${row}\` |`));
    expect(line, row).toMatch(ids.length === 0 ? /outside the contract/ : /\(#/);
  }
});

test('serves each endpoint of the documented interface at its path', () => {
  for (const [row, ...ids] of ROWS) {
    const address = /\/api\/[^ ?]*/.exec(row)?.[0].replaceAll(/\[(\w+)\]/g, ':$1');
    for (const id of ids)
      expect(operations[id].path.replaceAll(/:\w+/g, ':'), id).toBe(address?.replaceAll(/:\w+/g, ':'));
  }
});

test('lists exactly the response statuses that no test received', () => {
  const seen = [{ operation: 'getHealth', status: 200, file: 'getHealth.test.ts', test: 'is well' }];
  const unseen = unprovoked(seen);
  expect(unseen).toContain('signDocument 200');
  expect(unseen).not.toContain('getHealth 200');
  expect([...listedAsUnseen(coveragePage(seen))]).toEqual(unseen);
});

test('does not require a test of any 503 response, because outages occur at random', () => {
  expect(operations.uploadDocument.errors).toContain('SERVICE_UNAVAILABLE');
  expect(unprovoked([]).filter((one) => one.endsWith(' 503'))).toEqual([]);
  expect(unprovoked([])).toContain('getHealth 200');
});
