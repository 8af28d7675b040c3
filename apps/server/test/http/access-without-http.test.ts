/**
 * Tests every operation of the access matrix without HTTP: through GraphQL if the operation has a field, otherwise by a
 * direct call. Access checks and input belong to the operation, not to the transport. This file uses a few credentials
 * of each kind. The whole matrix runs over HTTP, and for the sandbox by direct calls.
 */
import { type Environment, type Operation, type OperationId, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Credential } from '../support/caller.ts';
import { allCallers } from '../support/matrix/callers.ts';
import { Cells } from '../support/matrix/cells.ts';
import { ROWS } from '../support/matrix/rows.ts';
import { World } from '../support/matrix/world.ts';
import { LOOPBACK } from '../support/webhooks.ts';
import { GraphqlEngine } from '../../src/transport/graphql/engine.ts';
import { GraphqlCaller } from '../support/through-graphql.ts';
import { InvokingCaller } from '../support/without-http.ts';

const app = await startTestApp(LOOPBACK);
const world = await World.build(app);
const callers = { live: await allCallers(world, 'live'), sandbox: await allCallers(world, 'sandbox') };
await app.services.runner.stop();
await app.services.timers.stop();
await app.services.webhooks.stop();
app.clock.advance({ seconds: 2 });

const served = (environment: Environment): OperationId[] =>
  (Object.keys(operations) as OperationId[]).filter((id) => {
    const operation: Operation = operations[id];
    return (operation.environment ?? environment) === environment;
  });

/** One credential of each kind. The whole matrix shows that the others behave in the same way. */
const FEW = [
  'nobody',
  'owner',
  'member',
  'admin by SSO',
  'key for documents:read',
  'key of the other environment',
  'revoked key',
  'service credential for the organization',
  'secret of scheduled jobs',
  'signing link of the document',
];
/** The credentials for the sandbox, where an operation cannot distinguish the transport. */
const FEWER = ['nobody', 'owner', 'key of the other environment'];
const engine = new GraphqlEngine({ invoker: app.invoker, noteFailure: () => {} });
const carryThroughGraphql = ({ credential }: { credential: Credential }) =>
  new GraphqlCaller(app.invoker, engine, credential);
const carry = ({ credential }: { credential: Credential }) => new InvokingCaller(app.invoker, credential);

test('counts rate limits and stores idempotent responses in the same way for requests that do not arrive over HTTP', async () => {
  const { owner, tenantId } = await app.otherTenant();
  await app.sql(`update organizations set plan = 'large-team' where tenant_id = $1`, [tenantId]);
  app.clock.advance({ seconds: 2 });
  const caller = carry(owner);
  const headers = { 'idempotency-key': 'without-http' };
  const body = { name: 'Once', scopes: ['documents:read'] };
  const first = await caller.send('POST', '/api/settings/api-keys', { body, headers });
  const again = await caller.send('POST', '/api/settings/api-keys', { body, headers });
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  const left = [first, again].map((answer) => Number(answer.headers.get('x-ratelimit-remaining')));
  expect(left[0]).toBe((left[1] ?? 0) + 1);
  const overHttp = await owner.send('GET', '/api/settings/api-keys');
  expect(Number(overHttp.headers.get('x-ratelimit-remaining'))).toBe((left[1] ?? 0) - 1);
});

describe.each(['live', 'sandbox'] as const)('%s', (environment) => {
  test.each(served(environment))('%s allows exactly the callers in the access matrix', async (id) => {
    const row = ROWS[id];
    if (!row) throw new Error(`${id} has no row`);
    const cells = new Cells(world, operations[id], row, environment, carryThroughGraphql);
    const names = environment === 'live' ? FEW : FEWER;
    const few = callers[environment].filter(({ name }) => names.includes(name));
    expect(few).toHaveLength(names.length);
    expect(await cells.play(few)).toEqual([]);
  });
});
