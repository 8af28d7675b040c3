/**
 * Tests the access matrix without HTTP for operations that exist only in the live environment: through GraphQL if the
 * operation has a field, otherwise by a direct call. Access checks and input belong to the operation, not to the
 * transport. This file uses a few credentials of each kind. access-matrix-sandbox.soak.test.ts does the same for the
 * other operations, and access-matrix.soak.test.ts runs the whole matrix over HTTP.
 */
import { type Operation, operations } from '@countersign/contract';
import { expect, test } from 'vitest';
import type { Credential } from '../support/caller.ts';
import { Cells } from '../support/matrix/cells.ts';
import { openMatrix, OPERATIONS } from '../support/matrix/play.ts';
import { ROWS } from '../support/matrix/rows.ts';
import { GraphqlEngine } from '../../src/transport/graphql/engine.ts';
import { GraphqlCaller } from '../support/through-graphql.ts';
import { InvokingCaller } from '../support/without-http.ts';

const { world, callers } = await openMatrix('live');
const { app } = world;

/**
 * One credential of each kind. The tests of the whole matrix show that other credentials of the same kind behave in the
 * same way.
 */
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
const few = callers.filter(({ name }) => FEW.includes(name));
const LIVE_ONLY = OPERATIONS.filter((id) => (operations[id] as Operation).environment === 'live');
const engine = new GraphqlEngine({ invoker: app.invoker, noteFailure: () => {} });
const carryThroughGraphql = ({ credential }: { credential: Credential }) =>
  new GraphqlCaller(app.invoker, engine, credential);
const carry = ({ credential }: { credential: Credential }) => new InvokingCaller(app.invoker, credential);

test('finds a caller for each name in the selection', () => {
  expect(few).toHaveLength(FEW.length);
});

test('applies rate limits and stores idempotent responses for requests that do not arrive over HTTP', async () => {
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

test.each(LIVE_ONLY)('%s allows exactly the callers in the access matrix', async (id) => {
  const row = ROWS[id];
  if (!row) throw new Error(`${id} has no row`);
  const cells = new Cells(world, operations[id], row, 'live', carryThroughGraphql);
  expect(await cells.play(few)).toEqual([]);
});
