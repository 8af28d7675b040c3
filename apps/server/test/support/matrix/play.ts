/** Runs the whole access matrix for one environment on its own server. */
import { type Environment, type Operation, type OperationId, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../app.ts';
import { LOOPBACK } from '../webhooks.ts';
import type { Caller } from '../caller.ts';
import { allCallers, type Knock } from './callers.ts';
import { Cells } from './cells.ts';
import { ROWS } from './rows.ts';
import { World } from './world.ts';

export const OPERATIONS = Object.keys(operations) as OperationId[];

/** Creates all people and objects. From then on, only requests change anything. */
export async function openMatrix(environment: Environment): Promise<{ world: World; callers: Knock[] }> {
  const app: TestApp = await startTestApp(LOOPBACK);
  const world = await World.build(app);
  const callers = await allCallers(world, environment);
  // Jobs and timers are stopped, because they would change rows that rejected requests must not change.
  await app.services.runner.stop();
  await app.services.timers.stop();
  await app.services.webhooks.stop();
  // The clock is advanced, so that the cache no longer contains credentials that have become invalid.
  app.clock.advance({ seconds: 2 });
  return { world, callers };
}

/** A test for each operation. `carry` selects the transport of a caller's requests. */
export function playMatrix(
  environment: Environment,
  { world, callers }: { world: World; callers: Knock[] },
  carry: (operation: Operation, caller: Caller, knock: Knock) => Caller = (_, caller) => caller,
): void {
  test.each(OPERATIONS.filter((id) => ROWS[id] !== undefined))(`${environment}: %s`, async (id) => {
    const operation: Operation = operations[id];
    const row = ROWS[id];
    if (!row) return;
    const cells = new Cells(world, operation, row, environment, (caller, knock) => carry(operation, caller, knock));
    expect(await cells.play(callers)).toEqual([]);
  });
}
