/**
 * Tests the access matrix: every operation of the contract, in both environments, with every credential, on every
 * target. The expected result of each cell follows from support/matrix/rules.ts. `npm test` runs every rejected cell,
 * and the allowed cell with the fewest permissions of each kind of credential. The soak runs all cells. A new operation
 * without a row in support/matrix/rows.ts fails here. The sandbox is tested by access-matrix-sandbox.soak.test.ts.
 *
 * Rejected cells must change nothing. A caller who uses another tenant's ID gets the same bytes as for an unknown ID.
 */
import { type Operation, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { idPrefixes } from '../support/matrix/ids.ts';
import { openMatrix, OPERATIONS as ids, playMatrix } from '../support/matrix/play.ts';
import { ROWS } from '../support/matrix/rows.ts';

const matrix = await openMatrix('live');
const { world } = matrix;

test('has exactly one row of the access matrix for each operation', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(ids.toSorted());
});

test('creates a test object for every kind of ID that a request in the access matrix contains', async () => {
  const missing: string[] = [];
  for (const id of ids) {
    const made = await ROWS[id]?.make?.(
      world,
      await world.person('owner'),
      (operations[id] as Operation).environment ?? 'live',
    );
    for (const prefix of idPrefixes(operations[id]))
      if (made?.ids[prefix] === undefined && ROWS[id]?.places?.includes(prefix) !== true)
        missing.push(`${id}: ${prefix}`);
  }
  expect(missing).toEqual([]);
  // The time limit is long, because the setup creates an object for each of three hundred operations.
}, 60_000);

test('denies members every operation under /api/admin', () => {
  const under = ids.filter((id) => operations[id].path.startsWith('/api/admin/'));
  expect(under.length).toBeGreaterThan(5);
  for (const id of under) {
    const access = ROWS[id]?.access;
    const ranks = typeof access === 'object' && 'role' in access ? access.role : undefined;
    expect(['admin', 'owner'], id).toContain(ranks);
  }
});

playMatrix('live', matrix);
