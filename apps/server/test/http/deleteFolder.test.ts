import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/folders';
const app = await startTestApp();
const make = async (body: object) => (await app.key.post<'createFolder'>(PATH, body)).body.folder.id;
const path = `${PATH}/${await make({ name: 'Kept' })}`;

test('keeps the documents of a deleted folder and moves its subfolders up one level', async () => {
  const top = await make({ name: 'Top' });
  const middle = await make({ name: 'Middle', parentId: top });
  const inner = await make({ name: 'Inner', parentId: middle });
  const { id } = await app.draft();
  await app.key.post(`${PATH}/${middle}/documents`, { documentIds: [id] });
  expect((await app.key.send('DELETE', `${PATH}/${middle}`)).body).toEqual({ success: true });
  const { folders } = (await app.key.get<'listFolders'>(PATH)).body;
  expect(folders.find((folder) => folder.id === inner)?.parent_id).toBe(top);
  expect((await app.key.get(`/api/documents/${id}`)).status).toBe(200);
  expectError(await app.key.send('DELETE', `${PATH}/${middle}`), 'FOLDER_NOT_FOUND', { folderId: middle });
});

test('returns 403 to a member who did not create the shared folder', async () => {
  const shared = await make({ name: 'Shared', shared: true });
  const { caller } = await app.member('member');
  expectError(await caller.send('DELETE', `${PATH}/${shared}`), 'FORBIDDEN', {});
});

const sample = { method: 'DELETE', path };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
countsRequests(app, sample);
