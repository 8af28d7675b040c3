import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';
import { untilLocked } from '../support/until-locked.ts';

const app = await startTestApp();
const make = async (body: object) => (await app.key.post<'createFolder'>('/api/folders', body)).body.folder.id;
const folder = await make({ name: 'Leases', shared: true });
const draft = await app.draft();
const path = `/api/folders/${folder}/documents`;
const listed = async (id: string) =>
  (await app.key.get<'listDocuments'>(`/api/documents/paginated?folder=${id}`)).body.documents.map((one) => one.id);

test('adds each document to the folder once, and reports documents that the caller cannot access', async () => {
  const unknown = newId('document');
  const { id: foreign } = await app.draft({ by: (await app.otherTenant()).key });
  const answer = await app.key.post<'addToFolder'>(path, { documentIds: [unknown, draft.id, foreign, draft.id] });
  const notFound = { success: false, error: 'DOCUMENT_NOT_FOUND', message: 'Document not found.' };
  expect(answer.body.results).toEqual([
    { documentId: unknown, ...notFound },
    { documentId: draft.id, success: true, added: true },
    { documentId: foreign, ...notFound },
  ]);
  const again = await app.key.post<'addToFolder'>(path, { documentIds: [draft.id] });
  expect(again.body.results).toEqual([{ documentId: draft.id, success: true, added: false }]);
  expect(await listed(folder)).toEqual([draft.id]);
});

test('moves documents from the folder given in `from` to the new folder', async () => {
  const other = await make({ name: 'Other' });
  const { id } = await app.draft();
  await app.key.post(path, { documentIds: [id] });
  const body = { documentIds: [id, draft.id], from: folder };
  await app.key.post(`${path}/remove`, { documentIds: [draft.id] });
  const moved = await app.key.post<'addToFolder'>(`/api/folders/${other}/documents`, body);
  expect(moved.body.results).toEqual([
    { documentId: id, success: true, added: true, removed: true },
    { documentId: draft.id, success: true, added: true, removed: false },
  ]);
  expect((await listed(other)).toSorted()).toEqual([id, draft.id].toSorted());
  expect(await listed(folder)).not.toContain(id);
});

test("rejects a member who tries to add another person's document to a folder", async () => {
  const { caller } = await app.member('member');
  const { body } = await caller.post<'addToFolder'>(path, { documentIds: [draft.id] });
  expect(body.results).toMatchObject([{ success: false, error: 'DOCUMENT_NOT_FOUND' }]);
});

test('returns 404 for a folder that the caller cannot see, including the folder in `from`', async () => {
  const { caller } = await app.member('member');
  const hidden = await make({ name: 'Private' });
  const body = { documentIds: [draft.id] };
  expectError(await caller.post(`/api/folders/${hidden}/documents`, body), 'FOLDER_NOT_FOUND', { folderId: hidden });
  expectError(await caller.post(path, { ...body, from: hidden }), 'FOLDER_NOT_FOUND', { folderId: hidden });
});

test('returns 404 if the folder is deleted while documents are being added', async () => {
  const deleted = await make({ name: 'Deleted' });
  await app.sql('begin');
  await app.sql('delete from folders where id = $1', [deleted]);
  const adding = app.key.post(`/api/folders/${deleted}/documents`, { documentIds: [draft.id] });
  await untilLocked(app, 1);
  await app.sql('commit');
  expectError(await adding, 'FOLDER_NOT_FOUND', { folderId: deleted });
});

test('reports a document that is deleted while documents are being added, and adds the other documents', async () => {
  const { id } = await app.draft();
  await app.sql('begin');
  await app.sql('select from documents where id = $1 for update', [id]);
  const adding = app.key.post<'addToFolder'>(path, { documentIds: [id, draft.id] });
  await untilLocked(app, 1);
  await app.sql('delete from documents where id = $1', [id]);
  await app.sql('commit');
  expect((await adding).body.results).toMatchObject([{ error: 'DOCUMENT_NOT_FOUND' }, { success: true }]);
});

test('returns 409 and adds no documents if the folder would contain more than 10,000', async () => {
  const full = await make({ name: 'Full' });
  const added = [(await app.draft()).id, (await app.draft()).id];
  const fill = `/api/folders/${full}/documents`;
  // Rows without documents are enough to reach the limit.
  await app.sql('begin');
  await app.sql('set local session_replication_role = replica');
  await app.sql(
    `insert into folder_documents (tenant_id, folder_id, document_id, added_at)
     select $1, $2, 'doc_' || n, now() from generate_series(1, 9999) n`,
    [app.tenant.tenantId, full],
  );
  await app.sql('commit');
  expectError(await app.key.post(fill, { documentIds: added }), 'FOLDER_FULL', { limit: 10_000 });
  expect(await listed(full)).toEqual([]);
  for (const documentIds of [added.slice(1), added.slice(1)])
    expect((await app.key.post(fill, { documentIds })).status).toBe(200);
});

test('rejects more than 100 documents in one request', async () => {
  const documentIds = Array.from({ length: 101 }, () => newId('document'));
  expectInvalid(await app.key.post(path, { documentIds }), 'documentIds');
});

const sample = { method: 'POST', path, body: { documentIds: [draft.id] } };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
countsRequests(app, sample);
