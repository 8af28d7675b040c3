/**
 * Runs every operation in several identical concurrent requests. A request may be rejected because another one was
 * first, but none may fail with a server error, although the data can change between reading and writing.
 */
import { type Operation, type OperationId, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { allCallers } from '../support/matrix/callers.ts';
import { Cells } from '../support/matrix/cells.ts';
import { ROWS } from '../support/matrix/rows.ts';
import { World } from '../support/matrix/world.ts';
import { soak } from '../support/soak.ts';
import { LOOPBACK } from '../support/webhooks.ts';

const AT_ONCE = 5;
const app = await startTestApp(LOOPBACK);
const world = await World.build(app);
const callers = { live: await allCallers(world, 'live'), sandbox: await allCallers(world, 'sandbox') };

/** Operations that can succeed only once are the most likely to conflict. `npm run soak` runs all operations. */
const ids = (Object.keys(operations) as OperationId[]).filter(
  (id) => soak({ test: false, full: true }) || ROWS[id]?.spends !== undefined,
);

test.each(ids)('%s answers concurrent requests without a server error', async (id) => {
  const operation: Operation = operations[id];
  const row = ROWS[id];
  if (!row) return;
  const environment = operation.environment ?? 'live';
  const cells = new Cells(world, operation, row, environment);
  const answers = await cells.together(callers[environment], AT_ONCE);
  expect(answers.length, 'every concurrent request got a response').toBe(AT_ONCE);
  const faults = answers.filter(({ status }) => status >= 500).map(({ status, text }) => `${status} ${text}`);
  expect(faults).toEqual([]);
});
