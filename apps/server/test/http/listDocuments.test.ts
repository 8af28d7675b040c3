import type { AnswerOf, Document, operations } from '@countersign/contract';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { pdfUpload } from '../support/multipart.ts';
import { makePdf } from '../support/pdf.ts';

type Page = AnswerOf<(typeof operations)['listDocuments']>;
const PATH = '/api/documents/paginated';
const app = await startTestApp();

function queryOf(values: Readonly<Record<string, string | number>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) query.set(name, String(value));
  return query.toString();
}
async function list(query: Readonly<Record<string, string | number>> = {}, by: Caller = app.key): Promise<Page> {
  const answer = await by.get<'listDocuments'>(`${PATH}?${queryOf(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
/** What of a document's details a list shows. */
function asListed(document: Document): Omit<Document, 'fields' | 'pages' | 'warnings'> {
  const left = Object.entries(document).filter(([name]) => !['fields', 'pages', 'warnings'].includes(name));
  return Object.fromEntries(left) as ReturnType<typeof asListed>;
}
const titles = (page: Page): string[] => page.documents.map(({ title }) => title);

/** Twelve documents, each a second younger than the one before; two owners take turns, three times share a title. */
const made: string[] = [];
const { caller: member, userId: memberId } = await app.member('member');
for (const [index, title] of [
  'Delta',
  'alpha',
  'Echo',
  'bravo',
  'Echo',
  '100 %',
  'a_b',
  'O\'Hara "quoted"',
  'C:\\path',
  'Ärger',
  'Zulu',
  'echo',
].entries()) {
  app.clock.advance({ seconds: 1 });
  made.push((await app.draft({ title, by: index % 2 === 0 ? app.key : member })).id);
}
const newestFirst = made.toReversed();

describe('200', () => {
  test('documents and pagination as specified; entries carry everything but fields, pages and warnings', async () => {
    const { status, body } = await app.key.both<'listDocuments'>('GET', PATH);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['documents', 'pagination']);
    expect(body.pagination).toEqual({
      page: 1,
      pageSize: 20,
      total: 12,
      totalIsExact: true,
      totalPages: 1,
      hasMore: false,
      nextCursor: null,
      prevCursor: null,
    });
    expect(body.documents.map(({ id }) => id)).toEqual(newestFirst);
    const entry = asListed((await app.key.get<'getDocument'>(`/api/documents/${made[0]}`)).body.document);
    expect(body.documents.at(-1)).toEqual(entry);
  });

  test('every sort, both ways; equal values by id', async () => {
    const all = (await list()).documents;
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    for (const sortBy of ['created_at', 'updated_at', 'title', 'status'] as const) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const sign = sortOrder === 'asc' ? 1 : -1;
        const expected = all.toSorted((a, b) => sign * (compare(a[sortBy], b[sortBy]) || compare(a.id, b.id)));
        expect(
          (await list({ sortBy, sortOrder })).documents.map(({ id }) => id),
          `${sortBy} ${sortOrder}`,
        ).toEqual(expected.map(({ id }) => id));
      }
    }
  });

  test.each([1, 5, 12, 100])('by page, %i at a time', async (pageSize) => {
    const seen: string[] = [];
    const totalPages = Math.ceil(12 / pageSize);
    for (let page = 1; page <= totalPages; page += 1) {
      const { documents, pagination } = await list({ page, pageSize });
      seen.push(...documents.map(({ id }) => id));
      expect(pagination).toMatchObject({ page, pageSize, total: 12, totalPages, hasMore: page < totalPages });
    }
    expect(seen).toEqual(newestFirst);
    const beyond = await list({ page: totalPages + 1, pageSize });
    expect(beyond.documents).toEqual([]);
    expect(beyond.pagination).toMatchObject({ hasMore: false, nextCursor: null });
  });

  test.each([
    ['created_at', 'desc'],
    ['created_at', 'asc'],
    ['title', 'asc'],
    ['title', 'desc'],
    ['updated_at', 'desc'],
    ['status', 'asc'],
  ])('by cursor, forth and back again: %s %s', async (sortBy, sortOrder) => {
    const sort = { sortBy, sortOrder, pageSize: 5 };
    const whole = (await list({ ...sort, pageSize: 100 })).documents.map(({ id }) => id);
    const forth: string[][] = [];
    let page = await list(sort);
    for (;;) {
      forth.push(page.documents.map(({ id }) => id));
      if (page.pagination.nextCursor === null) break;
      page = await list({ ...sort, cursor: page.pagination.nextCursor });
      expect(page.pagination.page).toBeNull();
    }
    expect(forth.flat()).toEqual(whole);
    const back: string[][] = [page.documents.map(({ id }) => id)];
    while (page.pagination.prevCursor !== null) {
      page = await list({ ...sort, cursor: page.pagination.prevCursor });
      back.unshift(page.documents.map(({ id }) => id));
    }
    expect(back.flat()).toEqual(whole);
  });

  test.each([
    ['of the title, in any case', 'EcHo', ['echo', 'Echo', 'Echo']],
    ['a percent sign', '%', ['100 %']],
    ['an underscore', '_', ['a_b']],
    ['a backslash', '\\', ['C:\\path']],
    ['an apostrophe', "'", ['O\'Hara "quoted"']],
    ['quotation marks', '"quoted"', ['O\'Hara "quoted"']],
    ['an umlaut in capitals', 'äRGER', ['Ärger']],
    ['SQL', "' or 1=1 --", []],
    ['an escape for LIKE', '\\%', []],
    ['spaces around', '  zulu ', ['Zulu']],
  ])('search: %s', async (_, search, expected) => {
    const page = await list({ search });
    expect(titles(page)).toEqual(expected);
    expect(page.pagination.total).toBe(expected.length);
  });

  test('an empty search is none', async () => {
    expect((await list({ search: ' ' })).pagination.total).toBe(12);
  });

  test('status', async () => {
    const other = await app.otherTenant();
    const draft = await app.draft({ by: other.key });
    const sent = await app.sent({ by: other.key });
    expect((await list({ status: 'draft' }, other.key)).documents.map(({ id }) => id)).toEqual([draft.id]);
    const { documents } = await list({ status: 'in-progress' }, other.key);
    expect(documents.map(({ id }) => id)).toEqual([sent.id]);
    expect(documents[0]?.signers).toEqual(sent.signers);
    for (const status of ['completed', 'archived', 'expired', 'voided', 'declined']) {
      expect((await list({ status }, other.key)).pagination.total, status).toBe(0);
    }
  });

  test('a completed document, with the times at which its signers signed', async () => {
    const other = await app.otherTenant();
    app.clock.advance({ ms: 123 });
    const { id } = await app.completed({ by: other.key, signers: [app.person(), app.person()] });
    const entry = asListed((await other.key.get<'getDocument'>(`/api/documents/${id}`)).body.document);
    expect(entry.signers.map(({ signed_at: at }) => at)).toEqual(
      Array.from({ length: 2 }, () => app.clock.now().toISOString()),
    );
    expect((await list({ status: 'completed' }, other.key)).documents).toEqual([entry]);
  });

  test('a member sees their own alone, an admin all', async () => {
    const own = await list({}, member);
    expect(own.documents.map(({ owner }) => owner.id)).toEqual(Array.from({ length: 6 }, () => memberId));
    expect(own.pagination.total).toBe(6);
    expect((await list({}, (await app.member('admin')).caller)).pagination.total).toBe(12);
  });

  test("nothing of another organization's, whatever is searched for", async () => {
    const other = await app.otherTenant();
    await app.draft({ by: other.key, title: 'Echo of somebody else' });
    expect((await list({ search: 'Echo' })).pagination.total).toBe(3);
    expect((await list({}, other.key)).pagination.total).toBe(1);
  });
});

describe('200 while documents come in', () => {
  test('a cursor leaves nothing out and shows nothing twice', async () => {
    const other = await app.otherTenant();
    const upload = async (title: string): Promise<string> => {
      app.clock.advance({ seconds: 1 });
      return (await other.key.upload(pdfUpload(makePdf(), { title }))).body.document.id;
    };
    const before: string[] = [];
    for (const title of ['c', 'a', 'e', 'b', 'd', 'f']) before.push(await upload(title));
    for (const sort of [
      { sortBy: 'created_at', sortOrder: 'desc' },
      { sortBy: 'title', sortOrder: 'asc' },
      { sortBy: 'created_at', sortOrder: 'asc' },
    ]) {
      const seen: string[] = [];
      let page = await list({ ...sort, pageSize: 2 }, other.key);
      for (;;) {
        seen.push(...page.documents.map(({ id }) => id));
        const { nextCursor } = page.pagination;
        if (nextCursor === null) break;
        await upload('aa');
        await upload('zz');
        page = await list({ ...sort, pageSize: 2, cursor: nextCursor }, other.key);
        expect(seen.length).toBeLessThan(200);
        if (seen.length > 40) break;
      }
      expect(new Set(seen).size, 'none twice').toBe(seen.length);
      if (sort.sortOrder === 'desc' || sort.sortBy === 'title')
        expect(
          before.filter((id) => !seen.includes(id)),
          'none left out',
        ).toEqual([]);
    }
  });

  test('documents of the very same moment too', async () => {
    const other = await app.otherTenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await app.draft({ by: other.key, title: 'same' })).id);
    for (const sortBy of ['created_at', 'title']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await list({ pageSize: 1, sortBy, ...(cursor !== '' && { cursor }) }, other.key);
        seen.push(...page.documents.map(({ id }) => id));
        cursor = page.pagination.nextCursor;
      }
      expect(seen).toEqual(ids.toSorted().toReversed());
    }
  });
});

describe('totals', () => {
  test('count what was just made, and what is just sent leaves its old status', async () => {
    const other = await app.otherTenant();
    expect((await list({}, other.key)).pagination.total).toBe(0);
    await app.draft({ by: other.key });
    expect((await list({}, other.key)).pagination.total).toBe(1);
    expect((await list({ status: 'draft' }, other.key)).pagination.total).toBe(1);
    await app.sent({ by: other.key });
    expect((await list({ status: 'draft' }, other.key)).pagination.total).toBe(1);
    expect((await list({ status: 'in-progress' }, other.key)).pagination.total).toBe(1);
    expect((await list({}, other.key)).pagination.total).toBe(2);
  });

  test('are exact up to 10,000, and told to be no more than that beyond', async () => {
    const other = await app.otherTenant();
    const { id } = await app.draft({ by: other.key });
    const copy = (from: number, to: number): Promise<unknown> =>
      app.sql(
        `insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', 'doc_' || lpad(n::text, 26, '0')))).*
         from documents d, generate_series($2::int, $3::int) n where d.id = $1`,
        [id, from, to],
      );
    await copy(1, 9_999);
    expect((await list({}, other.key)).pagination).toMatchObject({
      total: 10_000,
      totalIsExact: true,
      totalPages: 500,
      hasMore: true,
    });
    // One more through the server: what it writes itself it counts at once.
    await app.draft({ by: other.key });
    expect((await list({}, other.key)).pagination).toMatchObject({ total: 10_000, totalIsExact: false });
    const last = await list({ page: 500 }, other.key);
    expect(last.documents).toHaveLength(20);
    expect(last.pagination).toMatchObject({ page: 500, hasMore: true, nextCursor: expect.any(String) });
    const beyond = await list({ cursor: last.pagination.nextCursor ?? '' }, other.key);
    expect(beyond.documents).toHaveLength(1);
    expectInvalid(await other.key.get(`${PATH}?page=502`), 'page');
  });
});

needsCredential(app, { method: 'GET', path: PATH });
needsScope(app, 'documents:read', { method: 'GET', path: PATH });
refusesOtherMethods(app, PATH, ['GET']);

describe('422', () => {
  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=one', 'page'],
    ['page=10001', 'page'],
    ['page=99999999999999999999', 'page'],
    ['page=1&page=2', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['pageSize=', 'pageSize'],
    ['pageSize=1e1', 'pageSize'],
    ['status=deleted', 'status'],
    ['status=Draft', 'status'],
    ['sortBy=id', 'sortBy'],
    ['sortBy=title;drop', 'sortBy'],
    ['sortOrder=up', 'sortOrder'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['search=a%00b', 'search'],
    ['cursor=', 'cursor'],
    ['cursor=nothing', 'cursor'],
    [`cursor=${'A'.repeat(200)}`, 'cursor'],
    [`cursor=${'A'.repeat(3000)}`, 'cursor'],
    ['tag=x', 'tag'],
    ['__proto__=x', '__proto__'],
    ['constructor=x', 'constructor'],
  ])('?%s', async (query, field) => {
    expectInvalid(await app.key.both('GET', `${PATH}?${query}`), field);
  });

  test('a cursor of another sort, filter, search, tenant or viewer, one with a flipped bit, and one beside a page', async () => {
    const cursor = (await list({ pageSize: 5, search: 'e' })).pagination.nextCursor ?? '';
    const own = { pageSize: 5, search: 'e', cursor };
    const refused: [Record<string, string | number>, Caller][] = [
      [{ ...own, sortOrder: 'asc' }, app.key],
      [{ ...own, sortBy: 'title' }, app.key],
      [{ ...own, status: 'draft' }, app.key],
      [{ ...own, search: 'ee' }, app.key],
      [own, (await app.otherTenant()).key],
      [own, member],
      [{ ...own, cursor: `${cursor.slice(0, -5)}${cursor.at(-5) === 'A' ? 'B' : 'A'}${cursor.slice(-4)}` }, app.key],
      [{ ...own, cursor: `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}` }, app.key],
      [{ ...own, page: 2 }, app.key],
    ];
    for (const [query, by] of refused) {
      expectInvalid(await by.get(`${PATH}?${queryOf(query)}`), 'cursor');
    }
    expect((await list({ ...own, pageSize: 2 })).documents.length, 'another page size is fine').toBeGreaterThan(0);
  });

  test('an API key is refused before its input is looked at', async () => {
    expectError(await app.anyone.get(`${PATH}?page=x`), 'UNAUTHORIZED');
  });
});

countsRequests(app, { method: 'GET', path: PATH });
