import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/folders';
const app = await startTestApp();
const { caller: admin } = await app.member('admin');
const { caller: member, userId } = await app.member('member');

test("returns the caller's own folders and shared folders, sorted by name", async () => {
  await admin.post(PATH, { name: 'zoning', shared: true });
  await admin.post(PATH, { name: 'Private' });
  await member.post(PATH, { name: 'Leases' });
  const { body } = await member.get<'listFolders'>(PATH);
  expect(body.folders.map(({ name, shared, can_change: can }) => [name, shared, can])).toEqual([
    ['Leases', false, true],
    ['zoning', true, false],
  ]);
  expect((await (await app.otherTenant()).key.get<'listFolders'>(PATH)).body.folders).toEqual([]);
});

test('lists only documents that the reader can access in a shared folder', async () => {
  const { body } = await admin.post<'createFolder'>(PATH, { name: 'All', shared: true });
  const [own, foreign] = [await app.draft(), await app.draft()];
  await app.sql('update documents set owner_id = $2 where id = $1', [own.id, userId]);
  await admin.post(`${PATH}/${body.folder.id}/documents`, { documentIds: [own.id, foreign.id] });
  const listed = async (by: typeof admin) =>
    (await by.get<'listDocuments'>(`/api/documents/paginated?folder=${body.folder.id}`)).body;
  expect((await listed(admin)).pagination.total).toBe(2);
  const seen = await listed(member);
  expect(seen.documents.map(({ id }) => id)).toEqual([own.id]);
  expect(seen.pagination.total).toBe(1);
});

test('rejects a filter by a folder that the reader cannot see', async () => {
  const { body } = await admin.post<'createFolder'>(PATH, { name: 'Hidden' });
  expectInvalid(await member.get(`/api/documents/paginated?folder=${body.folder.id}`), 'folder');
});

const sample = { method: 'GET', path: PATH };
needsCredential(app, sample);
needsScope(app, 'documents:read', sample);
countsRequests(app, sample);
