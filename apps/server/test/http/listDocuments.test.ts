import type { AnswerOf, Document, operations } from '@countersign/contract';
import fc from 'fast-check';
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
/** The properties of a document's details that lists also contain. */
const DETAILS = [
  'fields',
  'pages',
  'warnings',
  'warnings_to_accept',
  'planned',
  'schedule_error',
  'variables',
] as const;
type Detail = (typeof DETAILS)[number];
function asListed(document: Document): Omit<Document, Detail> {
  const left = Object.entries(document).filter(([name]) => !(DETAILS as readonly string[]).includes(name));
  return Object.fromEntries(left) as ReturnType<typeof asListed>;
}
const titles = (page: Page): string[] => page.documents.map(({ title }) => title);

/**
 * There are twelve documents, each a second younger than the previous one. Two owners alternate, and three documents
 * share a title.
 */
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
/** Some documents expire, two of them at the same time, and the others never do. */
for (const [index, day] of [9, 3, 3, 7, 1].entries())
  await app.sql(`update documents set expires_at = created_at::date + $2::int where id = $1`, [made[index * 2], day]);
const NEVER = '~';

describe('200', () => {
  test('returns documents and pagination in the documented form, without fields, pages, warnings and planned data', async () => {
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

  test('sorts documents by every sort key in both directions, and by ID for equal values', async () => {
    const all = (await list()).documents;
    const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    for (const sortBy of ['created_at', 'updated_at', 'title', 'status', 'expiration'] as const) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const sign = sortOrder === 'asc' ? 1 : -1;
        const expected = all.toSorted(
          (a, b) => sign * (compare(a[sortBy] ?? NEVER, b[sortBy] ?? NEVER) || compare(a.id, b.id)),
        );
        expect(
          (await list({ sortBy, sortOrder })).documents.map(({ id }) => id),
          `${sortBy} ${sortOrder}`,
        ).toEqual(expected.map(({ id }) => id));
      }
    }
  });

  test.each([1, 5, 12, 100])('pages documents by page number, %i at a time', async (pageSize) => {
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
    ['expiration', 'asc'],
    ['expiration', 'desc'],
  ])('pages documents by cursor in both directions: %s %s', async (sortBy, sortOrder) => {
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
    ['a word from the title, in upper or lower case', 'EcHo', ['echo', 'Echo', 'Echo']],
    ['a percent sign', '%', ['100 %']],
    ['an underscore', '_', ['a_b']],
    ['a backslash', '\\', ['C:\\path']],
    ['an apostrophe', "'", ['O\'Hara "quoted"']],
    ['quotation marks', '"quoted"', ['O\'Hara "quoted"']],
    ['an umlaut in upper case', 'äRGER', ['Ärger']],
    ['SQL keywords', 'union "select" -- drop', []],
    ['the escape character of LIKE', '\\%', []],
    ['surrounding spaces', '  zulu ', ['Zulu']],
  ])('searches titles: %s', async (_, search, expected) => {
    const page = await list({ search });
    expect(titles(page)).toEqual(expected);
    expect(page.pagination.total).toBe(expected.length);
  });

  test('treats an empty search term as no search', async () => {
    expect((await list({ search: ' ' })).pagination.total).toBe(12);
  });

  test('filters documents by status', async () => {
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

  test('returns a completed document with the signing times of its signers', async () => {
    const other = await app.otherTenant();
    app.clock.advance({ ms: 123 });
    const { id } = await app.completed({ by: other.key, signers: [app.person(), app.person()] });
    const entry = asListed((await other.key.get<'getDocument'>(`/api/documents/${id}`)).body.document);
    expect(entry.signers.map(({ signed_at: at }) => at)).toEqual(
      Array.from({ length: 2 }, () => app.clock.now().toISOString()),
    );
    expect((await list({ status: 'completed' }, other.key)).documents).toEqual([entry]);
  });

  test('returns the same signer details as a request for the single document if signers viewed, declined or could not be reached by e-mail', async () => {
    const other = await app.otherTenant();
    const declined = await app.sentToOne({ by: other.key, signers: [app.person(), app.person()] });
    app.clock.advance({ ms: 456 });
    await app.anyone.get(`/api/sign/${declined.token}`);
    const refusal = { token: declined.token, reason: 'Too dear' };
    expect((await app.anyone.post(`/api/documents/${declined.id}/decline`, refusal)).status).toBe(200);
    const unreached = await app.sent({ by: other.key, signers: [app.person(), app.person()] });
    // If an e-mail is still being sent, the list entry states this.
    await app.atRest(unreached.id);
    await app.sql(`update signers set delivery = 'bounced' where document_id = $1 and signing_order = 1`, [
      unreached.id,
    ]);

    const { documents } = await list({}, other.key);
    for (const { id } of [declined, unreached])
      expect(documents.find((entry) => entry.id === id)).toEqual(
        asListed((await other.key.get<'getDocument'>(`/api/documents/${id}`)).body.document),
      );
    const told = documents.flatMap(({ signers }) =>
      signers.map((one) => [one.status, one.declined_at !== null, one.delivery]),
    );
    expect(told).toContainEqual(['declined', true, null]);
    expect(told).toContainEqual(['pending-signature', false, 'bounced']);
  });

  test('shows members only their own documents, and shows admins all documents', async () => {
    const own = await list({}, member);
    expect(own.documents.map(({ owner }) => owner.id)).toEqual(Array.from({ length: 6 }, () => memberId));
    expect(own.pagination.total).toBe(6);
    expect((await list({}, (await app.member('admin')).caller)).pagination.total).toBe(12);
  });

  test('returns no documents of other organizations for any search', async () => {
    const other = await app.otherTenant();
    await app.draft({ by: other.key, title: 'Echo of somebody else' });
    expect((await list({ search: 'Echo' })).pagination.total).toBe(3);
    expect((await list({}, other.key)).pagination.total).toBe(1);
  });
});

describe('200 while new documents arrive', () => {
  test('returns every document exactly once across pages', async () => {
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
      expect(new Set(seen).size, 'no document is listed twice').toBe(seen.length);
      if (sort.sortOrder === 'desc' || sort.sortBy === 'title')
        expect(
          before.filter((id) => !seen.includes(id)),
          'every document is listed',
        ).toEqual([]);
    }
  });

  test('returns every document even if several documents were created in the same millisecond', async () => {
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

describe('200 with filters', () => {
  const ids = (page: Page): string[] => page.documents.map(({ id }) => id).toSorted();
  const ids2 = (...all: (string | undefined)[]): string[] => all.map(String).toSorted();

  test.each([
    ['accents and case', 'Über die Größe', ['uber', 'ÜBER', 'größe', 'GROSSE', 'r die gr', 'Ü']],
    ['Greek', 'Σύμβαση οδός', ['ΣΥΜΒΑΣΗ', 'οδοσ', 'υμβα']],
    ['Cyrillic', 'Трудовой договор', ['ДОГОВОР', 'труд', 'ой до']],
    ['one and two Japanese characters', '東京の契約', ['京', '東京', '契約']],
    ['Arabic without diacritics', 'عَقْد العمل', ['عقد', 'العمل']],
    ['Hindi', 'किराया अनुबंध', ['अनुबंध', 'किरा']],
    ['full-width digits', 'Rechnung ４７１１', ['4711', 'rechnung 47']],
    ['an emoji', 'Party 🎉 plan', ['🎉', '🎉 pl']],
  ])('searches documents in any script: %s', async (_, title, searches) => {
    const other = await app.otherTenant();
    const { id } = await app.draft({ by: other.key, title });
    await app.draft({ by: other.key, title: 'Something else' });
    for (const search of searches) expect(ids(await list({ search }, other.key)), search).toEqual([id]);
    expect(ids(await list({ search: `${searches[0]}x` }, other.key))).toEqual([]);
  });

  test('searches titles and recipients with `find`, and only titles with `search`, among the documents the caller can access', async () => {
    const other = await app.otherTenant();
    const zoe = { name: 'Zoë Lindqvist', email: 'zoe.lind@example.org' };
    const { document: sent } = await app.sent({ by: other.key, signers: [zoe, app.person()] });
    const { id: titled } = await app.draft({ by: other.key, title: 'Offer to Zoe' });
    await app.sent({ by: other.key });
    for (const find of ['zoe', 'ZOË', 'oe'])
      expect(ids(await list({ find }, other.key)), find).toEqual(ids2(sent.id, titled));
    for (const find of ['lindqvist', 'lind@example', 'Q'])
      expect(ids(await list({ find }, other.key)), find).toEqual([sent.id]);
    expect(ids(await list({ search: 'zoe' }, other.key))).toEqual([titled]);
    expect(ids(await list({ find: 'zoe', search: 'offer' }, other.key))).toEqual([titled]);
    expect((await list({ find: 'zoe', status: 'in-progress' }, other.key)).pagination.total).toBe(1);
    expect(ids(await list({ find: 'zoe' }))).toEqual([]);
    expect(ids(await list({ find: 'zoe' }, member))).toEqual([]);
  });

  test('finds a recipient only by the corrected name and address', async () => {
    const other = await app.otherTenant();
    const { document, signers } = await app.sent({
      by: other.key,
      signers: [{ name: 'Ada', email: 'ada@old.example' }],
    });
    const path = `/api/documents/${document.id}/signers/${signers[0]?.id}`;
    expect((await other.key.send('PATCH', path, { body: { email: 'ada@new.example' } })).status).toBe(200);
    expect(ids(await list({ find: 'old.example' }, other.key))).toEqual([]);
    expect(ids(await list({ find: 'new.example' }, other.key))).toEqual([document.id]);
    expect((await other.key.send('PATCH', path, { body: { name: 'Augusta' } })).status).toBe(200);
    expect(ids(await list({ find: 'augusta' }, other.key))).toEqual([document.id]);
    await other.key.post(`/api/documents/${document.id}/void`, { reason: 'A mistake' });
    await other.key.send('DELETE', `/api/documents/${document.id}`, {});
    expect(ids(await list({ find: 'augusta' }, other.key))).toEqual([]);
    expect(ids(await list({ find: 'augusta', trash: 'true' }, other.key))).toEqual([document.id]);
  });

  test('expiresBefore: returns and counts all documents that expire before the given moment, together with any other filter', async () => {
    const other = await app.otherTenant();
    const ends: string[] = [];
    for (const expirationDays of [9, 3, 5]) ends.push((await app.sent({ by: other.key, expirationDays })).document.id);
    await app.draft({ by: other.key });
    const [late, first, second] = ends;
    const expiresBefore = new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString();
    const soon = await list({ expiresBefore, sortBy: 'expiration', sortOrder: 'asc', pageSize: 1 }, other.key);
    expect(soon.documents.map(({ id }) => id)).toEqual([first]);
    expect(soon.pagination.total).toBe(2);
    for (const more of [
      { status: 'in-progress' },
      { archived: 'false' },
      { owner: soon.documents[0]?.owner.id ?? '' },
      { find: 'example' },
      { search: '.' },
    ])
      expect(ids(await list({ expiresBefore, ...more }, other.key)), JSON.stringify(more)).toEqual(ids2(first, second));
    expect(ids(await list({ expiresBefore, status: 'draft' }, other.key))).toEqual([]);
    expect(late).toBeDefined();
    expectInvalid(await other.key.get(`${PATH}?expiresBefore=tomorrow`), 'expiresBefore');
    expectInvalid(await other.key.get(`${PATH}?expiresBefore=0000-01-01T00:00:00Z`), 'expiresBefore');
  });

  test('finds a document only by its new title after the title is changed', async () => {
    const other = await app.otherTenant();
    const { id } = await app.draft({ by: other.key, title: 'Before' });
    await other.key.send('PATCH', `/api/documents/${id}`, { body: { title: 'After', tags: ['red', 'a b'] } });
    expect(ids(await list({ search: 'before' }, other.key))).toEqual([]);
    expect(ids(await list({ search: 'AFTER' }, other.key))).toEqual([id]);
    const second = await app.draft({ by: other.key, title: 'Afterwards' });
    expect((await list({ search: 'after' }, other.key)).pagination.total).toBe(2);
    expect(ids(await list({ tag: 'red' }, other.key))).toEqual([id]);
    expect(ids(await list({ tag: 'a b', search: 'fter' }, other.key))).toEqual([id]);
    for (const tag of ['Red', 're', 'blue']) expect(ids(await list({ tag }, other.key)), tag).toEqual([]);
    expect(ids(await list({ search: 'red' }, other.key)), 'a title search does not search tags').toEqual([]);
    expect(ids(await list({ search: 'fter', status: 'draft' }, other.key))).toEqual([id, second.id].toSorted());
    expect(ids(await list({ search: 'fter', status: 'voided' }, other.key))).toEqual([]);
  });

  test('applies the filters of the document list to the trash', async () => {
    const other = await app.otherTenant();
    const [kept, gone, old] = [
      await app.draft({ by: other.key, title: 'Kept' }),
      await app.draft({ by: other.key, title: 'Gone' }),
      await app.draft({ by: other.key, title: 'Old' }),
    ];
    await other.key.send('PATCH', `/api/documents/${gone.id}`, { body: { tags: ['x'] } });
    await other.key.post(PATH, { action: 'archive', documentIds: [old.id] });
    await other.key.post(PATH, { action: 'delete', documentIds: [gone.id, old.id] });
    expect(ids(await list({}, other.key))).toEqual([kept.id]);
    expect(ids(await list({ trash: 'false' }, other.key))).toEqual([kept.id]);
    const trash = { trash: 'true' };
    expect(ids(await list(trash, other.key))).toEqual([gone.id, old.id].toSorted());
    expect((await list(trash, other.key)).pagination.total).toBe(2);
    expect(ids(await list({ ...trash, status: 'archived' }, other.key))).toEqual([old.id]);
    expect(ids(await list({ ...trash, search: 'gon' }, other.key))).toEqual([gone.id]);
    expect(ids(await list({ ...trash, tag: 'x' }, other.key))).toEqual([gone.id]);
    for (const filter of [{ search: 'gon' }, { tag: 'x' }]) expect(ids(await list(filter, other.key))).toEqual([]);
  });

  test('filters documents by owner for an admin, and shows a member no documents of other owners', async () => {
    const { caller: admin, userId: adminId } = await app.member('admin');
    const { id } = await app.draft({ by: admin, title: 'Of the admin' });
    expect(ids(await list({ owner: adminId }))).toEqual([id]);
    expect(ids(await list({ owner: adminId, search: 'admin' }))).toEqual([id]);
    expect((await list({ owner: memberId })).pagination.total).toBe(6);
    expect(ids(await list({ owner: adminId }, member))).toEqual([]);
    expect((await list({ owner: memberId }, member)).pagination.total).toBe(6);
    await admin.post(PATH, { action: 'delete', documentIds: [id] });
  });
});

describe('200 with and without archived documents', () => {
  test('returns archived documents unless the request excludes them, regardless of the sort order, page, search, tag and owner', async () => {
    const other = await app.otherTenant();
    const ids: string[] = [];
    for (const title of ['one', 'two', 'three', 'four', 'five', 'six']) {
      app.clock.advance({ seconds: 1 });
      ids.push((await app.draft({ by: other.key, title: `Nr ${title}` })).id);
    }
    for (const id of ids) await other.key.send('PATCH', `/api/documents/${id}`, { body: { tags: ['lease'] } });
    const [archived, current] = [ids.filter((_, n) => n % 2 === 0).toSorted(), ids.filter((_, n) => n % 2 === 1)];
    const moved = await other.key.post(PATH, { action: 'archive', documentIds: archived });
    expect(moved.status, moved.text).toBe(200);
    const of = async (query: Readonly<Record<string, string | number>>) => {
      const { documents, pagination } = await list(query, other.key);
      expect(pagination.total).toBe(documents.length);
      return documents.map(({ id }) => id).toSorted();
    };
    const narrowings = [
      {},
      { search: 'nr' },
      { tag: 'lease' },
      { search: 'nr', tag: 'lease' },
      { owner: other.userId },
    ];
    for (const narrowing of narrowings) {
      expect(await of(narrowing)).toEqual(ids.toSorted());
      expect(await of({ ...narrowing, status: 'archived' })).toEqual(archived);
      for (const sortBy of ['created_at', 'updated_at', 'title', 'status', 'expiration'])
        for (const sortOrder of ['asc', 'desc'])
          expect(await of({ ...narrowing, archived: 'false', sortBy, sortOrder })).toEqual(current.toSorted());
    }
    const first = await list({ archived: 'false', pageSize: 2 }, other.key);
    const cursor = first.pagination.nextCursor ?? '';
    const rest = await list({ archived: 'false', pageSize: 2, cursor }, other.key);
    expect([...first.documents, ...rest.documents].map(({ id }) => id)).toEqual(current.toReversed());
    expect(rest.pagination.nextCursor).toBeNull();
    expect(await of({ archived: 'false', status: 'draft' })).toEqual(current.toSorted());
  });
});

describe('200 with a search and a status filter', () => {
  test('finds documents by title and tag under their current status immediately after each change', async () => {
    const other = await app.otherTenant();
    const called = async (title: string, { id }: { id: string }) => {
      const answer = await other.key.send('PATCH', `/api/documents/${id}`, { body: { title, tags: ['Marten'] } });
      expect(answer.status, answer.text).toBe(200);
      return id;
    };
    const by = other.key;
    const one = await called('Marten one', await app.sent({ by }));
    const two = await called('Marten two', await app.draft({ by }));
    const three = await called('\u6771\u4eac Marten three', await app.draft({ by }));
    const ids = [one, two, three];
    const STATES = ['draft', 'in-progress', 'completed', 'voided', 'archived', ''] as const;
    /**
     * Returns the status of each of the three documents, for every search that finds all of them. '' means all except
     * archived.
     */
    const found = async () => {
      const places: Record<string, number[]> = {};
      for (const search of [
        { search: 'marten' },
        { search: 'en' },
        { tag: 'Marten' },
        { search: 'marten t', tag: 'Marten' },
      ]) {
        for (const status of STATES) {
          const page = await list(
            { ...search, pageSize: 50, ...(status === '' ? { archived: 'false' } : { status }) },
            other.key,
          );
          const numbers = page.documents.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);
          expect(page.pagination.total, JSON.stringify({ search, status })).toBe(numbers.length);
          const expected =
            search.search === 'marten t' ? places[status]?.filter((number) => number !== 0) : places[status];
          if (expected) expect(numbers, JSON.stringify({ search, status })).toEqual(expected);
          else places[status] = numbers;
        }
      }
      return places;
    };
    const nowhere = { draft: [], 'in-progress': [], completed: [], voided: [], archived: [], '': [] };
    const expectFound = async (places: Partial<Record<(typeof STATES)[number], number[]>>) =>
      expect(await found()).toEqual({ ...nowhere, ...places });
    await expectFound({ draft: [1, 2], 'in-progress': [0], '': [0, 1, 2] });
    await other.key.post(PATH, { action: 'archive', documentIds: [three] });
    await expectFound({ draft: [1], 'in-progress': [0], archived: [2], '': [0, 1] });
    await other.key.post(`/api/documents/${one}/void`, { reason: 'a mistake' });
    await other.key.send('DELETE', `/api/documents/${two}`);
    await expectFound({ voided: [0], archived: [2], '': [0] });
    await other.key.post(PATH, { action: 'restore', documentIds: [two, three] });
    await expectFound({ draft: [1, 2], voided: [0], '': [0, 1, 2] });
  });
});

describe('200 during concurrent writes', () => {
  /** Titles and times are in random order, so that new documents appear before, at and behind the cursor. */
  const scenario = fc.record({
    before: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 25 }),
    during: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 25 }),
    pageSize: fc.integer({ min: 1, max: 6 }),
    sortBy: fc.constantFrom('created_at', 'updated_at', 'title', 'status', 'expiration'),
    sortOrder: fc.constantFrom('asc', 'desc'),
    search: fc.constantFrom('', 'doc'),
  });

  test('returns no document twice by cursor while other requests change documents, and omits no document that existed at the start', async () => {
    const other = await app.otherTenant();
    const { id: first } = await app.draft({ by: other.key });
    let made = 0;
    /**
     * Inserts documents without HTTP for speed. Their times vary as if several processes with their own clocks had
     * written them.
     */
    const insert = async (values: readonly number[]): Promise<string[]> => {
      const from = made;
      made += values.length;
      const rows = await app.sql<{ id: string }>(
        `with made as (insert into documents select (jsonb_populate_record(d, jsonb_build_object('id', 'doc_' || lpad((n + $3)::text, 26, '0'),
             'title', 'Doc ' || v, 'folded_title', 'doc ' || v, 'created_at', d.created_at + v * interval '1 ms',
             'updated_at', d.updated_at - v * interval '1 ms',
             'expires_at', case when v % 3 > 0 then d.created_at + v * interval '1 ms' end, 'status', case when v % 2 = 0 then 'draft' else 'voided' end))).*
           from documents d, unnest($2::int[]) with ordinality as given (v, n) where d.id = $1 returning *)
         insert into document_titles select tenant_id, id, folded_title from made returning document_id as id`,
        [first, values, from],
      );
      return rows.map(({ id }) => id);
    };
    await fc.assert(
      fc.asyncProperty(scenario, async ({ before, during, pageSize, sortBy, sortOrder, search }) => {
        const there = await insert(before);
        const query = { pageSize, sortBy, sortOrder, ...(search !== '' && { search }) };
        const writes = during.map((value) => insert([value]));
        const seen: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page: Page = await list({ ...query, ...(cursor !== '' && { cursor }) }, other.key);
          seen.push(...page.documents.map(({ id }) => id));
          cursor = page.pagination.nextCursor;
        }
        await Promise.all(writes);
        expect(new Set(seen).size, 'no document is listed twice').toBe(seen.length);
        expect(there.filter((id) => !seen.includes(id))).toEqual([]);
        await app.sql('delete from documents where tenant_id = $1 and id <> $2', [other.tenantId, first]);
      }),
      { numRuns: 15 },
    );
  });
});

describe('totals', () => {
  test('counts a new document immediately, and counts a sent document under its new status', async () => {
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

  test('counts documents per state with `withCounts`, regardless of other filters, and limits the counts for members to their own documents', async () => {
    const other = await app.otherTenant();
    const [kept, archived, trashed] = [
      await app.draft({ by: other.key }),
      await app.draft({ by: other.key }),
      await app.draft({ by: other.key }),
    ];
    await app.sent({ by: other.key });
    await other.key.post(PATH, { action: 'archive', documentIds: [archived.id] });
    await other.key.send('DELETE', `/api/documents/${trashed.id}`);
    const exact = (total: number) => ({ total, totalIsExact: true });
    const none = { declined: exact(0), completed: exact(0), expired: exact(0), voided: exact(0) };
    const counts = {
      all: exact(2),
      draft: exact(1),
      'in-progress': exact(1),
      ...none,
      archived: exact(1),
      trash: exact(1),
    };
    expect((await list({ withCounts: 'true' }, other.key)).counts).toEqual(counts);
    expect((await list({ withCounts: 'true', search: 'zzz' }, other.key)).counts).toEqual(counts);
    expect((await list({}, other.key)).counts).toBeUndefined();
    await other.key.send('DELETE', `/api/documents/${kept.id}`);
    expect((await list({ withCounts: 'true' }, other.key)).counts).toMatchObject({ draft: exact(0), trash: exact(2) });
    const own = (await list({ withCounts: 'true' }, member)).counts;
    expect(own).toMatchObject({ draft: exact(6), all: exact(6), trash: exact(0) });
  });

  test('returns exact totals up to 10,000, and lower bounds for larger totals', async () => {
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
    // Another document is created through the server, which counts its own writes immediately.
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
refusesOtherMethods(app, PATH, ['GET', 'POST']);

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
    ['tag=', 'tag'],
    [`tag=${'x'.repeat(51)}`, 'tag'],
    ['trash=yes', 'trash'],
    ['trash=', 'trash'],
    ['owner=usr_1', 'owner'],
    ['owner=doc_00000000000000000000000000', 'owner'],
    ['archived=', 'archived'],
    ['status=archived&archived=false', 'archived'],
    ['archives=true', 'archives'],
    ['constructor=x', 'constructor'],
  ])('rejects the query ?%s', async (query, field) => {
    expectInvalid(await app.key.both('GET', `${PATH}?${query}`), field);
  });

  test('rejects a cursor from another query, organization or user, with a flipped bit, or together with a page number', async () => {
    const cursor = (await list({ pageSize: 5, search: 'e' })).pagination.nextCursor ?? '';
    const own = { pageSize: 5, search: 'e', cursor };
    const refused: [Record<string, string | number>, Caller][] = [
      [{ ...own, sortOrder: 'asc' }, app.key],
      [{ ...own, sortBy: 'title' }, app.key],
      [{ ...own, status: 'draft' }, app.key],
      [{ ...own, archived: 'false' }, app.key],
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
    expect((await list({ ...own, pageSize: 2 })).documents.length, 'a list accepts another page size').toBeGreaterThan(
      0,
    );
  });

  test('returns 401 instead of 422 for a request without a credential', async () => {
    expectError(await app.anyone.get(`${PATH}?page=x`), 'UNAUTHORIZED');
  });
});

countsRequests(app, { method: 'GET', path: PATH });
