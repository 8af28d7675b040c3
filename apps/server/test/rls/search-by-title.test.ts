/** Tests that a search sorted by title reads the title index in order. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listStatements,
  type ListFilter,
  type ListPosition,
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
const statementsOf = (filters: Partial<ListFilter>, descending: boolean, position: ListPosition) =>
  listStatements({ tenantId, ...everything, ...filters }, { sort: 'title', descending, limit: 30, position });

test.each<[string, Partial<ListFilter>, string]>([
  ['a word', {}, 'true'],
  ['without archived documents', { archived: false }, `status <> 'archived'`],
  ['with a status', { status: 'completed' }, `status = 'completed'`],
  ['of one owner', { owner: MEMBER }, `owner_id = '${MEMBER}'`],
  ['with a tag', { tag: 'tag4' }, `'tag4' = any (tags)`],
  [
    'of a recipient whose name contains another word',
    { find: 'bora' },
    `exists (select from document_recipients r where r.document_id = documents.id and strpos(r.folded, 'bora') > 0)`,
  ],
])('returns all documents whose title matches a search, page by page: %s', async (_, filters, where) => {
  for (const descending of [true, false]) {
    const order = descending ? 'desc' : 'asc';
    const { rows: whole } = await client.query<{ id: string }>(
      `select id from documents where deleted_at is null and strpos(folded_title, 'lease') > 0 and ${where}
       order by title collate "C" ${order}, id ${order} limit 120`,
    );
    const ids: string[] = [];
    let after: { value: string; id: string } | undefined;
    for (let page = 0; page < 4; page += 1) {
      let rows: { row: string }[] = [];
      for (const { text, values } of statementsOf(filters, descending, after ? { after } : { offset: 0 })) {
        ({ rows } = await client.query<{ row: string }>(text, [...values]));
        if (rows.length === 30) break;
      }
      const read = rows.map(readListRow);
      ids.push(...read.map(({ id }) => id));
      const last = read.at(-1);
      if (!last) break;
      after = { value: last.sort_value, id: last.id };
    }
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).toEqual(whole.map(({ id }) => id));
  }
});

test('scans only the title index, and then looks up the matches', async () => {
  for (const descending of [true, false]) {
    const [query] = statementsOf({}, descending, { offset: 0 });
    const { rows } = await client.query<Record<'QUERY PLAN', string>>(`explain (costs off) ${query?.text ?? ''}`, [
      ...(query?.values ?? []),
    ]);
    const lines = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Index Only Scan (Backward )?using documents_by_title/);
  }
});
