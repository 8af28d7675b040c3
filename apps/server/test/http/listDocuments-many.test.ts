/** A page of a list reads about as many rows as it shows, whatever lies beside them: counted in the plans that are run. */
import { DOCUMENT_STATUSES } from '@countersign/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ListPosition,
  listStatements,
  readListRow,
  SORT_KEYS,
  type SortKey,
} from '../../src/features/document-core/store/list-statements.ts';
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
       'expires_at', case when n % 50 <> 7 then d.created_at - (${MANY} - n) * interval '1 hour' + case when s.status = 'in-progress' then interval '1 year' else '1 day' end end))).*
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
const WITHOUT = { tenantId, trash: false, tag: null, search: null, find: null, expiresBefore: null };
/** A title says nothing of a state, so those of any state are found along the way; nobody asks for the oldest that are not archived. */
const BY_CHANCE = ['title waiting', 'title archived', 'title without archived', 'created_at without archived'];
/** Where the lists of the states are merged (ADR 76), a page of each at most. */
const mostOf = (sort: SortKey, isOwn: boolean, status: string | null): number =>
  status === null && (sort === 'expiration' || (isOwn && sort !== 'created_at'))
    ? LIMIT * DOCUMENT_STATUSES.length
    : LIMIT;

/** Of all, and of the member who has all. */
const LISTS = FILTERS.flatMap((filter) => [
  { ...filter, isOwn: false },
  { ...filter, name: `${filter.name}, of a member`, isOwn: true },
]);
const ownerOf = async (): Promise<string> => {
  const [row] = await app.sql<{ owner_id: string }>('select owner_id from documents limit 1');
  return row?.owner_id ?? '';
};

describe.each(SORT_KEYS)('a page by %s reads little', (sort) => {
  test.each(LISTS.filter(({ name }) => !BY_CHANCE.includes(`${sort} ${name.replace(', of a member', '')}`)))(
    '$name',
    async ({ status, archived, isOwn }) => {
      const filter = { ...WITHOUT, owner: isOwn ? await ownerOf() : null, status, archived };
      for (const descending of [true, false]) {
        const [query] = listStatements(filter, { sort, descending, limit: LIMIT, position: { offset: 0 } });
        const [row] = await app.sql<{ 'QUERY PLAN': [{ Plan: Node }] }>(
          `explain (analyze, format json) ${query?.text}`,
          [...(query?.values ?? [])],
        );
        const read = row ? rowsRead(row['QUERY PLAN'][0].Plan) : Number.NaN;
        expect(read, descending ? 'downwards' : 'upwards').toBeLessThanOrEqual(mostOf(sort, isOwn, status));
      }
    },
  );
});

const COLUMNS: Record<SortKey, string> = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  title: 'title collate "C"',
  status: 'status',
  expiration: `coalesce(expires_at, 'infinity')`,
};

describe.each(SORT_KEYS)('a page by %s has what the whole list has there', (sort) => {
  test.each(LISTS)('$name', async ({ status, archived, isOwn }) => {
    const filter = { ...WITHOUT, owner: isOwn ? await ownerOf() : null, status, archived };
    for (const descending of [true, false]) {
      const order = descending ? 'desc' : 'asc';
      const whole = await app.sql<{ id: string; value: string }>(
        `select id, (${COLUMNS[sort]})::text as value from documents where ($1::text is null or status = $1) and ($2 or status <> 'archived')
         order by ${COLUMNS[sort]} ${order}, id ${order}`,
        [status, archived],
      );
      const page = async (position: ListPosition): Promise<string[]> => {
        const [query] = listStatements(filter, { sort, descending, limit: LIMIT, position });
        const rows = await app.sql<{ row: string }>(query?.text ?? '', [...(query?.values ?? [])]);
        return rows.map((row) => readListRow(row).id);
      };
      const ids = (from: number): string[] => whole.slice(from, from + LIMIT).map(({ id }) => id);
      for (const at of [0, 30, Math.floor(whole.length / 2), whole.length - 10]) {
        expect(await page({ offset: at }), `${order}, at ${at}`).toEqual(ids(at));
        const after = whole[at];
        if (after) expect(await page({ after }), `${order}, after ${at}`).toEqual(ids(at + 1));
      }
    }
  });
});
