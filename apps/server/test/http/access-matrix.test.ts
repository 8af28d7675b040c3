/**
 * The access matrix: every operation of the contract, in both environments, with every credential, on every target. What each
 * cell must be follows from support/matrix/rules.ts; a new operation has no row in support/matrix/rows.ts and fails here.
 *
 * Refused cells must change nothing. And whoever swaps an id for one of somebody else gets, to the byte, what an id gets that
 * stands for nothing.
 */
import { type Environment, type Operation, type OperationId, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { allCallers } from '../support/matrix/callers.ts';
import { Cells } from '../support/matrix/cells.ts';
import { idPrefixes } from '../support/matrix/ids.ts';
import { ROWS } from '../support/matrix/rows.ts';
import { World } from '../support/matrix/world.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const app = await startTestApp(LOOPBACK);
const world = await World.build(app);
const callers = { live: await allCallers(world, 'live'), sandbox: await allCallers(world, 'sandbox') };
// Jobs and timers would change rows while refused requests must not.
await app.services.runner.stop();
await app.services.timers.stop();
await app.services.webhooks.stop();
// What was remembered of credentials before they went bad.
app.clock.advance({ seconds: 2 });

const ids = Object.keys(operations) as OperationId[];

test('every operation has a row, and every row an operation', () => {
  expect(Object.keys(ROWS).toSorted()).toEqual(ids.toSorted());
});

test('every id that a request carries stands for something that the matrix makes and swaps', async () => {
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
});

test('every operation under /api/admin is closed to members', () => {
  const under = ids.filter((id) => operations[id].path.startsWith('/api/admin/'));
  expect(under.length).toBeGreaterThan(5);
  for (const id of under) {
    const access = ROWS[id]?.access;
    const ranks = typeof access === 'object' && 'role' in access ? access.role : undefined;
    expect(['admin', 'owner'], id).toContain(ranks);
  }
});

describe.each(['live', 'sandbox'] as const)('%s', (environment: Environment) => {
  test.each(ids.filter((id) => ROWS[id] !== undefined))('%s', async (id) => {
    const operation: Operation = operations[id];
    const row = ROWS[id];
    if (!row) return;
    const cells = new Cells(world, operation, row, environment);
    expect(await cells.play(callers[environment])).toEqual([]);
  });
});
