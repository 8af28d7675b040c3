import { operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { coveragePage, ROWS } from './coverage-page.ts';

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
