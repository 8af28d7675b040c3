/**
 * Tests that neither of two organizations, one with many writes and one with few, uses the connections that requests
 * need, and that the organization with few writes does not wait for the other.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { type DatabaseFixture, openDatabaseFixture, sql } from '../../platform/db/database.fixture.ts';
import type { Context } from '../../platform/db/context.ts';
import type { Statements } from '../../platform/db/statement.ts';
import { StatementQueue } from './statement-queue.ts';

let fixture: DatabaseFixture;
let database: Database;
beforeAll(async () => {
  fixture = await openDatabaseFixture();
  database = fixture.open(10);
});
afterAll(() => fixture.close());

const tenant = sql('select current_tenant() as tenant');
const fault = sql('select 1 / (select 0) as fault');

test("alternates between tenants on a few connections, and runs each statement in its tenant's context", async () => {
  let busy = 0;
  let most = 0;
  const watched = {
    queryAll: async <const S extends Statements>(context: Context, queries: S) => {
      busy += 1;
      most = Math.max(most, busy);
      return database.queryAll(context, queries).finally(() => (busy -= 1));
    },
  };
  const queue = new StatementQueue(watched as Database);
  const large = await Promise.all(Array.from({ length: 5 }, () => fixture.addTenant()));
  const small = await fixture.addTenant();
  let written = 0;
  const flood = large.flatMap((id) =>
    Array.from({ length: 400 }, async () => {
      const [rows] = await queue.run(id, [tenant]);
      expect(rows).toEqual([{ tenant: id }]);
      written += 1;
    }),
  );
  const [own] = await queue.run(small, [tenant]);
  expect(own).toEqual([{ tenant: small }]);
  // The small tenant's statement waits for one batch of each other tenant, or for two batches of a tenant that is
  // faster, but not for all 2,000 statements.
  expect(written).toBeLessThanOrEqual(5 * 2 * 20);
  await Promise.all(flood);
  expect(written).toBe(2_000);
  expect(most).toBe(3);
});

test('fails only the failing statement and commits the other statements of its transaction', async () => {
  const queue = new StatementQueue(database);
  const id = await fixture.addTenant();
  const results = await Promise.allSettled(
    [tenant, tenant, fault, tenant].map((statement) => queue.run(id, [statement])),
  );
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});
