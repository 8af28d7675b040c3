/** What lists of templates, packages and bulk sends share: cursors, dates, owners and external ids. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { LEASE, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const by = await templateKey(app);
type Listed = { [name: string]: unknown; pagination: { hasMore: boolean; nextCursor: string | null; total: number } };
const list = async (path: string, caller = by): Promise<Listed> => {
  const answer: Answer = await caller.get(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Listed;
};
const idsOf = (name: string, page: Listed): string[] => (page[name] as { id: string }[]).map(({ id }) => id);

const MAKE = {
  templates: async (externalId: string) => (await makeTemplate(by, { ...LEASE, externalId })).id,
  packages: async (externalId: string) => {
    const { id } = await app.draft();
    const answer = await app.key.post<'createPackage'>('/api/packages', {
      title: 'Lease and keys',
      documentIds: [id],
      externalId,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.package.id;
  },
  bulkSends: async () => {
    const template = await makeTemplate(by, NOTICE);
    const person = app.person();
    const answer = await by.post<'createBulkSend'>(`/api/templates/${template.id}/bulk-send`, {
      rows: [{ 'Reader.email': person.email, 'Reader.name': person.name }],
    });
    expect(answer.status, answer.text).toBe(202);
    return answer.body.bulkSend.id;
  },
};
const PATHS = { templates: '/api/templates', packages: '/api/packages', bulkSends: '/api/bulk-sends' } as const;

test.each(['templates', 'packages', 'bulkSends'] as const)(
  'a cursor leads through all %s, also while others are made, and serves its filter alone',
  async (name) => {
    app.clock.advance({ hours: 1 });
    const from = app.clock.now().toISOString();
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      made.unshift(await MAKE[name](`${name} ${n}`));
      app.clock.advance({ minutes: 1 });
    }
    const to = app.clock.now().toISOString();
    const path = `${PATHS[name]}?pageSize=2&createdAfter=${from}`;
    const first = await list(path);
    expect(first.pagination).toMatchObject({ hasMore: true, total: first.pagination.total, totalIsExact: true });
    const shown = idsOf(name, first);
    await MAKE[name](`${name} late`);
    const cursor = first.pagination.nextCursor ?? '';
    const next = await list(`${path}&cursor=${cursor}`);
    expect(next.pagination).toMatchObject({ page: 2 });
    expect([...shown, ...idsOf(name, next)].slice(0, 3).filter((id) => made.includes(id))).toEqual(made);
    expectInvalid(await by.get(`${PATHS[name]}?cursor=${cursor}`), 'cursor');
    expectInvalid(await by.get(`${path}&page=2&cursor=${cursor}`), 'cursor');
    expect(idsOf(name, await list(`${PATHS[name]}?createdAfter=${from}&createdBefore=${to}`))).toEqual(made);
    const other = await app.otherTenant();
    expect(await list(`${PATHS[name]}?owner=${other.userId}`)).toMatchObject({
      pagination: { total: 0, hasMore: false },
    });
    expectInvalid(await by.get(`${PATHS[name]}?owner=nobody`), 'owner');
  },
);

test.each(['templates', 'packages'] as const)('%s carry an external id that is unique', async (name) => {
  const id = await MAKE[name]('mine');
  expect(idsOf(name, await list(`${PATHS[name]}?externalId=mine`))).toEqual([id]);
  expect(idsOf(name, await list(`${PATHS[name]}?externalId=theirs`))).toEqual([]);
  const other = await app.otherTenant();
  expect(idsOf(name, await list(`${PATHS[name]}?externalId=mine`, other.owner))).toEqual([]);
});

test('a second package with an external id is refused with 409', async () => {
  const { id } = await app.draft();
  const body = { title: 'Again', documentIds: [id], externalId: 'mine' };
  expectError(await app.key.post('/api/packages', body), 'EXTERNAL_ID_TAKEN', {
    externalId: 'mine',
    id: expect.stringMatching(/^pkg_/) as string,
  });
});

test('packages and bulk sends are found by metadata of their documents', async () => {
  const { id } = await app.draft();
  await app.key.send('PATCH', `/api/documents/${id}`, { body: { metadata: { deal: '42' } } });
  const made = await app.key.post<'createPackage'>('/api/packages', { title: 'Deal', documentIds: [id] });
  expect(idsOf('packages', await list('/api/packages?metadata[deal]=42'))).toEqual([made.body.package.id]);
  expect(idsOf('packages', await list('/api/packages?metadata[deal]=43'))).toEqual([]);
  expect(idsOf('bulkSends', await list('/api/bulk-sends?metadata[deal]=42'))).toEqual([]);
});
