import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AcrossTenants, readAcross } from './across-tenants.ts';
import type { Database } from './database.ts';
import { type DatabaseFixture, openDatabaseFixture, sql } from './database.fixture.ts';

let fixture: DatabaseFixture;
let database: Database;
let lost: string;
let other: string;

type Found = { tenant_id: string };
/** Reads the rows of two tenants. The worker that has the rows of `lost` does not respond. */
const found: AcrossTenants<Found, []> = {
  ofAll: () => sql<Found>('select tenant_id from rows_of($1)', [lost, other]),
  of: (tenants) => sql<Found>('select tenant_id from rows_of($1)', tenants),
};

beforeEach(() => {
  // Each pool keeps its own list of lost workers.
  database = fixture.open(4);
});
beforeAll(async () => {
  fixture = await openDatabaseFixture();
  await fixture.pretendCitus();
  lost = await fixture.addTenant();
  other = await fixture.addTenant();
  await fixture.admin.query(`
    create or replace function tenants_by_worker() returns setof text[] language sql stable as $$
      select array[tenant_id] from tenants $$;
    create function rows_of(tenants text[]) returns table (tenant_id text) language plpgsql as $$
      begin
        if '${lost}' = any (tenants) then raise 'connection to the remote node failed' using errcode = '08006'; end if;
        return query select unnest(tenants);
      end $$`);
});
afterAll(() => fixture.close());

test('reads the rows of all tenants except those on a worker node that does not respond', async () => {
  expect(await readAcross(database, found)).toEqual([{ tenant_id: other }]);
});

test('reads the rows of all tenants with one statement if all worker nodes respond', async () => {
  const all = { ...found, ofAll: () => sql<Found>('select tenant_id from tenants order by tenant_id'), of: never };
  expect(await readAcross(database, all)).toEqual([lost, other].toSorted().map((tenant_id) => ({ tenant_id })));
});

test('throws database errors other than an unavailable worker node', async () => {
  const broken = { ofAll: () => sql<Found>('select 1 / $1::int as tenant_id', 0), of: never };
  await expect(readAcross(database, broken)).rejects.toBeInstanceOf(pg.DatabaseError);
});

const never = () => {
  throw new Error('The file was read a second time.');
};
