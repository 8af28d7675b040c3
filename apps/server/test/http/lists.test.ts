/** Tests the features that template, package and bulk send lists share: cursors, dates, owners and external IDs. */
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import type { Answer } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { finished, LEASE, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

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
  bulkSends: async (externalId: string) => {
    const template = await makeTemplate(by, NOTICE);
    const person = app.person();
    const answer = await by.post<'createBulkSend'>(`/api/templates/${template.id}/bulk-send`, {
      rows: [{ 'Reader.email': person.email, 'Reader.name': person.name }],
      externalId,
    });
    expect(answer.status, answer.text).toBe(202);
    return answer.body.bulkSend.id;
  },
};
const PATHS = { templates: '/api/templates', packages: '/api/packages', bulkSends: '/api/bulk-sends' } as const;

test.each(['templates', 'packages', 'bulkSends'] as const)(
  'pages through all %s by cursor, even while more are created, and accepts a cursor only with its own filter',
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
    for (const owner of [other.userId, newId('user'), 'nobody'])
      expectInvalid(await by.get(`${PATHS[name]}?owner=${owner}`), 'owner');
    const { userId } = await app.member('member');
    expect(await list(`${PATHS[name]}?owner=${userId}`)).toMatchObject({ pagination: { total: 0, hasMore: false } });
  },
);

test.each(['templates', 'packages', 'bulkSends'] as const)(
  'finds %s by external ID within the organization',
  async (name) => {
    const id = await MAKE[name]('mine');
    expect(idsOf(name, await list(`${PATHS[name]}?externalId=mine`))).toEqual([id]);
    expect(idsOf(name, await list(`${PATHS[name]}?externalId=theirs`))).toEqual([]);
    const other = await app.otherTenant();
    expect(idsOf(name, await list(`${PATHS[name]}?externalId=mine`, other.owner))).toEqual([]);
  },
);

test('returns 409 for a second package with the same external ID', async () => {
  const { id } = await app.draft();
  const body = { title: 'Again', documentIds: [id], externalId: 'mine' };
  expectError(await app.key.post('/api/packages', body), 'EXTERNAL_ID_TAKEN', {
    externalId: 'mine',
    id: expect.stringMatching(/^pkg_/) as string,
  });
});

test('finds packages by the metadata of their documents', async () => {
  const { id } = await app.draft();
  await app.key.send('PATCH', `/api/documents/${id}`, { body: { metadata: { deal: '42' } } });
  const made = await app.key.post<'createPackage'>('/api/packages', { title: 'Deal', documentIds: [id] });
  expect(idsOf('packages', await list('/api/packages?metadata[deal]=42'))).toEqual([made.body.package.id]);
  expect(idsOf('packages', await list('/api/packages?metadata[deal]=43'))).toEqual([]);
  expect(idsOf('bulkSends', await list('/api/bulk-sends?metadata[deal]=42'))).toEqual([]);
});

test('finds templates by their metadata, and creates no new version when the metadata is replaced', async () => {
  const { id, metadata } = await makeTemplate(by, { ...LEASE, metadata: { team: 'sales', region: 'north' } });
  expect(metadata).toEqual({ team: 'sales', region: 'north' });
  const found = async (query: string) => idsOf('templates', await list(`/api/templates?${query}`));
  expect(await found('metadata[team]=sales&metadata[region]=north')).toEqual([id]);
  expect(await found('metadata[team]=sales&metadata[region]=south')).toEqual([]);
  const changed = await by.send<'updateTemplate'>('PUT', `/api/templates/${id}/update`, {
    body: { metadata: { team: 'legal' } },
  });
  expect(changed.body.template).toMatchObject({ version: 1, metadata: { team: 'legal' } });
  expect(await found('metadata[team]=legal')).toEqual([id]);
  expect(await found('metadata[team]=sales')).toEqual([]);
});

test('finds bulk sends by the time of their last change', async () => {
  const id = await MAKE.bulkSends('changed');
  await finished(by, id);
  app.clock.advance({ hours: 1 });
  const before = app.clock.now().toISOString();
  const found = async (query: string) => idsOf('bulkSends', await list(`/api/bulk-sends?externalId=changed&${query}`));
  expect(await found(`updatedBefore=${before}`)).toEqual([id]);
  expect(await found(`updatedAfter=${before}`)).toEqual([]);
});

test("rejects a filter with an unknown ID, and a filter with another organization's ID, with the same 422", async () => {
  const owner = await app.logIn();
  const other = await app.otherTenant();
  const foreign = await makeTemplate(other.owner, LEASE);
  const { id: own } = await makeTemplate(by, LEASE);
  for (const path of ['/api/documents/paginated', '/api/packages', '/api/bulk-sends']) {
    const answers = [];
    for (const id of [foreign.id, newId('template')]) {
      const answer = await owner.get(`${path}?templateId=${id}`);
      expectInvalid(answer, 'templateId', 'unknown_value');
      answers.push({ ...(answer.body as object), requestId: '' });
    }
    expect(answers[0]).toEqual(answers[1]);
    await list(`${path}?templateId=${own}`, owner);
  }
  expectInvalid(await owner.get(`/api/documents/paginated?owner=${other.userId}`), 'owner', 'unknown_value');
  expectInvalid(await owner.get(`/api/signing/in-person?documentId=${newId('document')}`), 'documentId');
  expectInvalid(await owner.get(`/api/webhooks/dead-letter-queue?integrationId=${newId('webhook')}`), 'integrationId');
});
