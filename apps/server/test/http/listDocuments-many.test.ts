/**
 * Counts the documents that list pages read, using executed plans (ADR 112). All ways of reading a page return the same
 * documents.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ListFilter,
  type ListPart,
  type ListPosition,
  countOf,
  listStatements,
  readListRow,
  SORT_KEYS,
  type SortKey,
} from '../../src/features/document-core/store/list-statements.ts';
import { countStates } from '../../src/features/document-core/store/count-states.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const { tenantId } = app.tenant;
const MANY = 4000;
const LIMIT = 21;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

/**
 * Half of the documents are archived, all within the last minute. Most of the others were completed long ago. The rest
 * are pending, and expire last.
 */
beforeAll(async () => {
  const { id } = await app.draft({ title: 'Many' });
  await app.sql(
    `insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', 'doc_' || lpad(n::text, 26, '0'), 'status', s.status,
       'title', 'Nr ' || (n * 7919 % 10007), 'folded_title', 'nr ' || (n * 7919 % 10007),
       'tags', case when n % 200 = 9 then '["red"]'::jsonb else '[]' end,
       'deleted_at', case when n % 100 = 33 then d.created_at end,
       'created_at', d.created_at - (${MANY} - n) * interval '1 hour',
       'updated_at', d.updated_at - case when s.status = 'archived' then interval '1 minute' else (${MANY} - n) * interval '1 hour' end,
       'expires_at', case when n % 50 <> 7 then d.created_at - (${MANY} - n) * interval '1 hour' + case when s.status = 'in-progress' then interval '1 year' else '1 day' end end))).*
     from documents d, generate_series(1, ${MANY}) n,
       lateral (select case when n % 20 = 0 then 'in-progress' when n <= ${MANY / 2} then 'archived' else 'completed' end as status) s
     where d.id = $1`,
    [id],
  );
  await app.sql(
    `insert into document_titles (tenant_id, document_id, folded, tags)
     select tenant_id, id, folded_title, tags from documents on conflict do nothing`,
  );
  // With a visibility map as in production, the planner prefers the indexes even for a few thousand rows.
  await app.sql('vacuum (analyze) documents, document_titles');
});

type Node = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
/** Returns the number of document rows that were read, including rows that were filtered out. */
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
/** Each list twice: with all documents, and limited to the member who owns all of them. */
const LISTS = FILTERS.flatMap((filter) => [
  { ...filter, isOwn: false },
  { ...filter, name: `${filter.name}, of a member`, isOwn: true },
]);
const ownerOf = async (): Promise<string> => {
  const [row] = await app.sql<{ owner_id: string }>('select owner_id from documents limit 1');
  return row?.owner_id ?? '';
};
const inRange = (column: 'created' | 'updated', from: Date, to: Date) => ({
  [`${column}After`]: from.toISOString(),
  [`${column}Before`]: to.toISOString(),
});

async function readBy({ text, values }: { text: string; values: readonly unknown[] }): Promise<number> {
  const [row] = await app.sql<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (analyze, format json) ${text}`, [
    ...values,
  ]);
  return row ? rowsRead(row['QUERY PLAN'][0].Plan) : Number.NaN;
}

/** Lists that must read the same number of rows with a million documents as with a thousand. */
const FLAT: { name: string; sort: SortKey; filter: Partial<ListFilter>; middle: string }[] = [
  { name: 'the newest documents', sort: 'created_at', filter: {}, middle: hoursAgo(1500).toISOString() },
  {
    name: 'the newest documents in a status',
    sort: 'created_at',
    filter: { status: 'in-progress' },
    middle: hoursAgo(1500).toISOString(),
  },
  {
    name: 'the newest archived documents',
    sort: 'created_at',
    filter: { status: 'archived' },
    middle: hoursAgo(1500).toISOString(),
  },
  {
    name: 'the newest documents of a member',
    sort: 'created_at',
    filter: { owner: await ownerOf() },
    middle: hoursAgo(1500).toISOString(),
  },
  { name: 'the last updated documents', sort: 'updated_at', filter: {}, middle: hoursAgo(1500).toISOString() },
  { name: 'documents sorted by title', sort: 'title', filter: {}, middle: 'Nr 5' },
  {
    name: 'documents created in a past period',
    sort: 'created_at',
    filter: { more: inRange('created', hoursAgo(3000), hoursAgo(2000)) },
    middle: hoursAgo(2500).toISOString(),
  },
  {
    name: 'documents updated in a past period',
    sort: 'updated_at',
    filter: { more: inRange('updated', hoursAgo(1900), hoursAgo(1000)) },
    middle: hoursAgo(1500).toISOString(),
  },
];

test.each(FLAT)('reads only the rows of the requested page: $name', async ({ sort, filter, middle }) => {
  const whole = { ...WITHOUT, owner: null, status: null, archived: true, ...filter };
  for (const position of [{ offset: 0 }, { after: { value: middle, id: 'doc_' } }]) {
    for (const descending of [true, false]) {
      const statements = listStatements(whole, { sort, descending, limit: LIMIT, position });
      expect(statements).toHaveLength(1);
      const [query] = statements;
      if (query) expect(await readBy(query), descending ? 'downwards' : 'upwards').toBeLessThanOrEqual(LIMIT);
    }
  }
});

test('reads only rows with the requested status if the status is rare and no index combines it with the sort column', async () => {
  const filter = { ...WITHOUT, owner: null, status: 'in-progress', archived: true };
  const [, found] = listStatements(filter, { sort: 'title', descending: false, limit: LIMIT, position: { offset: 0 } });
  expect(found).toBeDefined();
  if (found) expect(await readBy(found)).toBeLessThanOrEqual(MANY / 20 + LIMIT);
});

test('counts at most a thousand documents per state', async () => {
  const { body } = await app.key.get<'listDocuments'>('/api/documents/paginated?withCounts=true');
  const atLeast = { total: 1000, totalIsExact: false };
  expect(body.counts).toMatchObject({
    all: atLeast,
    completed: atLeast,
    archived: atLeast,
    'in-progress': { total: MANY / 20, totalIsExact: true },
    trash: { total: MANY / 100, totalIsExact: true },
  });
  // Before version 18, PostgreSQL rounds the number of rows in each of the seven loops.
  const rounding = 7;
  const read = await readBy(countStates(tenantId, null));
  expect(read).toBeLessThanOrEqual(2 * 1001 + MANY / 20 + MANY / 100 + 1 + rounding);
  const own = await app.services.uow.read(tenantId, countStates(tenantId, await ownerOf()));
  expect(own.find(({ state }) => state === 'in-progress')?.total).toBe(MANY / 20);
});

/** Reads a page as the server does: by running one statement after another until the page is full. */
async function pageBy(filter: ListFilter, part: ListPart): Promise<string[]> {
  let ids: string[] = [];
  for (const query of listStatements(filter, part)) {
    const rows = await app.services.uow.read(tenantId, query);
    ids = rows.map((row) => readListRow(row).id);
    if (ids.length === part.limit) break;
  }
  return ids;
}

const COLUMNS: Record<SortKey, string> = {
  created_at: 'created_at',
  updated_at: 'updated_at',
  title: 'title collate "C"',
  status: 'status',
  expiration: `coalesce(expires_at, 'infinity')`,
};

describe.each(SORT_KEYS)('paging by %s, compared with the whole list', (sort) => {
  test.each(LISTS)('$name', async ({ status, archived, isOwn }) => {
    const filter = { ...WITHOUT, owner: isOwn ? await ownerOf() : null, status, archived };
    for (const descending of [true, false]) {
      const order = descending ? 'desc' : 'asc';
      const whole = await app.sql<{ id: string; value: string }>(
        `select id, (${COLUMNS[sort]})::text as value from documents where deleted_at is null and ($1::text is null or status = $1) and ($2 or status <> 'archived')
         order by ${COLUMNS[sort]} ${order}, id ${order}`,
        [status, archived],
      );
      const page = (position: ListPosition) => pageBy(filter, { sort, descending, limit: LIMIT, position });
      const ids = (from: number): string[] => whole.slice(from, from + LIMIT).map(({ id }) => id);
      for (const at of [0, 30, Math.floor(whole.length / 2), whole.length - 10]) {
        expect(await page({ offset: at }), `${order}, at ${at}`).toEqual(ids(at));
        const after = whole[at];
        if (after) expect(await page({ after }), `${order}, after ${at}`).toEqual(ids(at + 1));
      }
    }
  });
});

describe.each(SORT_KEYS)('paging by %s, compared with the whole filtered list', (sort) => {
  test.each<[string, Partial<ListFilter>, string]>([
    ['a word in one title', { search: 'nr 77' }, `folded_title like '%nr 77%'`],
    ['a word in many titles', { search: 'nr 1' }, `folded_title like '%nr 1%'`],
    [
      'a title word and a status',
      { search: 'nr 7', status: 'in-progress' },
      `folded_title like '%nr 7%' and status = 'in-progress'`,
    ],
    [
      'a word in all titles and a status',
      { search: 'nr ', status: 'in-progress' },
      `folded_title like '%nr %' and status = 'in-progress'`,
    ],
    ['a tag', { tag: 'red' }, `'red' = any (tags)`],
    [
      'an upcoming expiration',
      { expiresBefore: hoursAgo(3900).toISOString() },
      `expires_at < now() - interval '3900 hours'`,
    ],
    [
      'a period and a status',
      { status: 'completed', more: inRange('created', hoursAgo(900), hoursAgo(300)) },
      `status = 'completed' and created_at >= now() - interval '900 hours' and created_at < now() - interval '300 hours'`,
    ],
    ['deletion', { trash: true }, 'true'],
  ])('returns the same pages as plain SQL for a filter by %s', async (_, asked, where) => {
    const filter: ListFilter = { ...WITHOUT, owner: null, status: null, archived: true, ...asked };
    const isDeleted = filter.trash ? 'is not null' : 'is null';
    const whole = await app.sql<{ id: string; value: string }>(
      `select id, (${COLUMNS[sort]})::text as value from documents where deleted_at ${isDeleted} and ${where}
       order by ${COLUMNS[sort]} desc, id desc`,
    );
    expect(whole.length).toBeGreaterThan(5);
    const ids = (from: number): string[] => whole.slice(from, from + LIMIT).map(({ id }) => id);
    for (const at of [0, Math.floor(whole.length / 2), whole.length - 3]) {
      const part = { sort, descending: true, limit: LIMIT };
      expect(await pageBy(filter, { ...part, position: { offset: at } }), `at ${at}`).toEqual(ids(at));
      const after = whole[at];
      if (after) expect(await pageBy(filter, { ...part, position: { after } }), `after ${at}`).toEqual(ids(at + 1));
    }
  });
});

// Half of the documents are archived, so the first titles that a count reads are not enough for some of these limits.
test.each([1, 50, 1500, 1900, 5000])('counts the documents that a search finds, up to a limit of %i', async (limit) => {
  for (const [asked, where] of [
    [{}, `status <> 'archived'`],
    [{ status: 'in-progress' }, `status = 'in-progress'`],
    [{ owner: await ownerOf() }, `status <> 'archived'`],
  ] as const) {
    const filter: ListFilter = { ...WITHOUT, owner: null, status: null, archived: false, search: 'nr ', ...asked };
    const [all] = await app.sql<{ total: number }>(
      `select count(*)::int as total from documents where deleted_at is null and folded_title like 'nr %' and ${where}`,
    );
    const [found] = await app.services.uow.read(tenantId, countOf(filter, limit));
    expect(found?.total, JSON.stringify(asked)).toBe(Math.min(all?.total ?? 0, limit));
  }
});
