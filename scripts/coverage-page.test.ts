import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { coveragePage, listedAsUnseen, ROWS, unprovoked } from './coverage-page.ts';

test('lists all 54 rows of the interface, and says of a row without an operation that it is not there yet', () => {
  expect(ROWS).toHaveLength(54);
  expect(new Set(ROWS.map(([row]) => row)).size).toBe(54);
  const page = coveragePage([]);
  for (const [row, ...ids] of ROWS) {
    const line = page.split('\n').find((text) => text.startsWith(`| \`${row}\` |`));
    expect(line, row).toMatch(ids.length === 0 ? /not there yet/ : /\(#/);
  }
});

test('each row is served at the address it names', () => {
  for (const [row, ...ids] of ROWS) {
    const address = /\/api\/[^ ?]*/.exec(row)?.[0].replaceAll(/\[(\w+)\]/g, ':$1');
    for (const id of ids)
      expect(operations[id].path.replaceAll(/:\w+/g, ':'), id).toBe(address?.replaceAll(/:\w+/g, ':'));
  }
});

test('a status that the page lists as not seen is known from it, and one that is not listed is not', () => {
  const seen = [{ operation: 'getHealth', status: 200, file: 'getHealth.test.ts', test: 'is well' }];
  const unseen = unprovoked(seen);
  expect(unseen).toContain('signDocument 200');
  expect(unseen).not.toContain('getHealth 200');
  expect([...listedAsUnseen(coveragePage(seen))]).toEqual(unseen);
});

test('an outage is asked of no operation, whatever it promises: which one meets it is a matter of chance', () => {
  expect(operations.uploadDocument.errors).toContain('SERVICE_UNAVAILABLE');
  expect(unprovoked([]).filter((one) => one.endsWith(' 503'))).toEqual([]);
  expect(unprovoked([])).toContain('getHealth 200');
});
