/** A search for a word of many titles, sorted by title: walked in the index of titles instead of sorted. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listStatements,
  type ListFilter,
  readListRow,
} from '../../src/features/document-core/store/list-statements.ts';
import { fill, MEMBER } from '../support/million-fill.ts';
import { multiply } from '../support/plans.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let database: TestDatabase;
let client: pg.Client;
let tenantId = '';
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({
    ...database.connection,
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 -c jit=off',
  });
  await client.connect();
  await client.query(
    `insert into users (id, email, email_key, name, created_at) values ('usr_a', 'a@example.com', 'a@example.com', 'A', now());
     insert into tenants (tenant_id, organization_id, environment, created_at) values ('ten_a', 'org_a', 'live', now());
     insert into memberships (tenant_id, user_id, role, created_at) values ('ten_a', 'usr_a', 'owner', now())`,
  );
  tenantId = 'ten_a';
  await fill(database.connection, { main: 2000, organizations: 2, each: 50 });
  await multiply(client, 500);
  await client.query(`begin; set local role countersign_app; set local app.tenant = 'ten_a'`);
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

const everything = {
  trash: false,
  owner: null,
  status: null,
  archived: true,
  tag: null,
  search: 'lease',
  find: null,
  expiresBefore: null,
};
const found = (
  filters: Partial<ListFilter>,
  descending: boolean,
  position: { after: { value: string; id: string } } | { offset: number },
  sortable: number,
) => {
  const statements = listStatements(
    { tenantId, ...everything, ...filters },
    { sort: 'title', descending, limit: 30, position },
    sortable,
  );
  const last = statements.at(-1);
  if (!last) throw new Error('there is no statement');
  return { name: last.name, text: last.text, values: [...last.values] };
};

test.each<[string, Partial<ListFilter>]>([
  ['a word', {}],
  ['without archived ones', { archived: false }],
  ['in a state', { status: 'completed' }],
  ['of a member', { owner: MEMBER }],
  ['with a tag', { tag: 'tag4' }],
  ['of a recipient too', { find: 'bora' }],
])('finds the same pages by walking titles as by sorting what matches: %s', async (_, filters) => {
  for (const descending of [true, false]) {
    const pages = async (sortable: number) => {
      const ids: string[][] = [];
      let after: { value: string; id: string } | undefined;
      for (let page = 0; page < 4; page += 1) {
        const { rows } = await client.query<{ row: string }>(
          found(filters, descending, after ? { after } : { offset: 0 }, sortable),
        );
        const read = rows.map(readListRow);
        ids.push(read.map(({ id }) => id));
        const last = read.at(-1);
        if (!last) break;
        after = { value: last.sort_value, id: last.id };
      }
      return ids;
    };
    const sorted = await pages(10_000);
    expect(sorted[0]?.length).toBeGreaterThan(0);
    expect(await pages(0)).toEqual(sorted);
  }
});

test('walks the index of titles alone, and looks up what matches', async () => {
  for (const descending of [true, false]) {
    const { name, text } = found({}, descending, { offset: 0 }, 0);
    const prepared = name.replaceAll('-', '_');
    await client.query(`prepare ${prepared} as ${text}`);
    const { rows } = await client.query<{ count: number }>(
      `select cardinality(parameter_types) as count from pg_prepared_statements where name = '${prepared}'`,
    );
    const plan = await client.query<Record<'QUERY PLAN', string>>(
      `explain (costs off) execute ${prepared}(${Array.from({ length: rows[0]?.count ?? 0 }, () => 'null').join(', ')})`,
    );
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index Only Scan (Backward )?using documents_by_title/);
  }
});
