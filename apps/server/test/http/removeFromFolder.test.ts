import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const app = await startTestApp();
const make = async (body: object) => (await app.key.post<'createFolder'>('/api/folders', body)).body.folder.id;
const folder = await make({ name: 'Leases' });
const path = `/api/folders/${folder}/documents/remove`;

test('removes a document from the folder without deleting the document', async () => {
  const [gone, kept] = [await app.draft(), await app.draft()];
  await app.key.post(`/api/folders/${folder}/documents`, { documentIds: [gone.id, kept.id] });
  const { body } = await app.key.post<'removeFromFolder'>(path, { documentIds: [gone.id] });
  expect(body.results).toEqual([{ documentId: gone.id, success: true, removed: true }]);
  const again = await app.key.post<'removeFromFolder'>(path, { documentIds: [gone.id] });
  expect(again.body.results).toEqual([{ documentId: gone.id, success: true, removed: false }]);
  const list = await app.key.get<'listDocuments'>(`/api/documents/paginated?folder=${folder}`);
  expect(list.body.documents.map(({ id }) => id)).toEqual([kept.id]);
  expect((await app.key.get(`/api/documents/${gone.id}`)).status).toBe(200);
});

test('returns 404 for a folder that the caller cannot see', async () => {
  const { caller } = await app.member('member');
  const { id } = await app.draft();
  expectError(await caller.post(path, { documentIds: [id] }), 'FOLDER_NOT_FOUND', { folderId: folder });
});

const { id } = await app.draft();
const sample = { method: 'POST', path, body: { documentIds: [id] } };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
countsRequests(app, sample);
