/** A page of a list reads about as many rows as it shows, whatever lies beside them: counted in the plans that are run. */
import { beforeAll, describe, expect, test } from 'vitest';
import { listStatements, SORT_KEYS } from '../../src/features/documents/list-statements.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const { tenantId } = app.tenant;
const MANY = 4000;
const LIMIT = 21;

/** Half of them archived, all within the last minute; of the rest some wait and expire last, most were completed long ago. */
beforeAll(async () => {
  const { id } = await app.draft({ title: 'Many' });
  await app.sql(
    `insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', 'doc_' || lpad(n::text, 26, '0'), 'status', s.status,
       'title', 'Nr ' || (n * 7919 % 10007),
       'created_at', d.created_at - (${MANY} - n) * interval '1 hour',
       'updated_at', d.updated_at - case when s.status = 'archived' then interval '1 minute' else (${MANY} - n) * interval '1 hour' end,
       'expires_at', d.created_at - (${MANY} - n) * interval '1 hour' + case when s.status = 'in-progress' then interval '1 year' else '1 day' end))).*
     from documents d, generate_series(1, ${MANY}) n,
       lateral (select case when n % 20 = 0 then 'in-progress' when n <= ${MANY / 2} then 'archived' else 'completed' end as status) s
     where d.id = $1`,
    [id],
  );
  await app.sql('analyze documents');
});

type Node = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
/** Of documents, those that were thrown away included. */
const rowsRead = (node: Node): number =>
  (node['Relation Name'] === 'documents'
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0) + (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), 0);

const FILTERS = [
  { name: 'all', status: null, archived: true },
  { name: 'without archived', status: null, archived: false },
  { name: 'waiting', status: 'in-progress', archived: true },
  { name: 'archived', status: 'archived', archived: true },
];
const WITHOUT = { find: null, expiresBefore: null };
/** A title says nothing of a state, so those of any state are found along the way; nobody asks for the oldest that are not archived. */
const BY_CHANCE = ['title waiting', 'title archived', 'title without archived', 'created_at without archived'];

describe.each(SORT_KEYS)('by %s', (sort) => {
  test.each(FILTERS.filter(({ name }) => !BY_CHANCE.includes(`${sort} ${name}`)))(
    '$name',
    async ({ status, archived }) => {
      for (const descending of [true, false]) {
        const filter = { tenantId, trash: false, owner: null, tag: null, search: null, status, archived, ...WITHOUT };
        const [query] = listStatements(filter, { sort, descending, limit: LIMIT, position: { offset: 0 } });
        const [row] = await app.sql<{ 'QUERY PLAN': [{ Plan: Node }] }>(
          `explain (analyze, format json) ${query?.text}`,
          [...(query?.values ?? [])],
        );
        const read = row ? rowsRead(row['QUERY PLAN'][0].Plan) : Number.NaN;
        expect(read, descending ? 'downwards' : 'upwards').toBeLessThanOrEqual(LIMIT);
      }
    },
  );
});
