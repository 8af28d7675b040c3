import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope } from '../support/refusals.ts';

const PATH = '/api/folders';
const app = await startTestApp();
const { caller: member } = await app.member('member');
const make = async (by: Caller, body: object) => (await by.post<'createFolder'>(PATH, body)).body.folder.id;
const change = (by: Caller, id: string, body: object) => by.send<'updateFolder'>('PATCH', `${PATH}/${id}`, { body });
const sharedOf = async (id: string) =>
  (await app.sql<{ shared: boolean }>('select shared from folders where id = $1', [id]))[0]?.shared;
const id = await make(app.key, { name: 'Leases' });

test('renames a folder, and shares all documents and subfolders in it', async () => {
  const inner = await make(app.key, { name: '2026', parentId: id });
  const deepest = await make(app.key, { name: 'May', parentId: inner });
  const { body } = await change(app.key, id, { name: 'All leases', shared: true });
  expect(body.folder).toMatchObject({ name: 'All leases', shared: true });
  expect([await sharedOf(inner), await sharedOf(deepest)]).toEqual([true, true]);
  await change(app.key, id, { shared: false });
  expect(await sharedOf(deepest)).toBe(false);
});

test('shares a folder that is moved into a shared folder, and rejects moving a folder into itself', async () => {
  const [shared, top] = [await make(app.key, { name: 'Shared', shared: true }), await make(app.key, { name: 'Top' })];
  const inner = await make(app.key, { name: 'Inner', parentId: top });
  expectError(await change(app.key, top, { parentId: inner }), 'FOLDER_NESTING', { limit: 5 });
  expectError(await change(app.key, top, { parentId: top }), 'FOLDER_NESTING', { limit: 5 });
  expect((await change(app.key, top, { parentId: shared })).body.folder).toMatchObject({
    parent_id: shared,
    shared: true,
  });
  expect(await sharedOf(inner)).toBe(true);
});

test('returns 409 if a move would nest folders too deeply', async () => {
  let parentId: string | null = null;
  for (let depth = 1; depth <= 4; depth += 1) parentId = await make(app.key, { name: `Level ${depth}`, parentId });
  const top = await make(app.key, { name: 'Top' });
  await make(app.key, { name: 'Inner', parentId: top });
  expectError(await change(app.key, top, { parentId }), 'FOLDER_NESTING', { limit: 5 });
});

test('rejects moving a folder into itself through a folder that the caller cannot see', async () => {
  const outer = await make(app.key, { name: 'Outer', shared: true });
  const foreign = await make(member, { name: 'Foreign', parentId: outer });
  const inner = await make(app.key, { name: 'Inner', parentId: foreign });
  await app.sql('update folders set shared = false where id = any ($1)', [[outer, foreign, inner]]);
  expectError(await change(app.key, outer, { parentId: inner }), 'FOLDER_NESTING', { limit: 5 });
});

test('changes a folder even if the stored parents form a loop', async () => {
  const [one, two] = [await make(app.key, { name: 'One' }), await make(app.key, { name: 'Two' })];
  await app.sql('update folders set parent_id = case id when $1 then $2 else $1 end where id in ($1, $2)', [one, two]);
  expect((await change(app.key, one, { name: 'Renamed', parentId: null })).body.folder).toMatchObject({
    name: 'Renamed',
    parent_id: null,
  });
});

test("returns 409 if a change would make other people's folders private", async () => {
  const outer = await make(app.key, { name: 'Outer', shared: true });
  const foreign = await make(member, { name: 'Foreign', parentId: outer });
  const hidden = await make(app.key, { name: 'Private' });
  for (const body of [{ shared: false }, { parentId: hidden }])
    expectError(await change(app.key, outer, body), 'FOLDER_SHARED_BY_OTHERS', { folders: 1 });
  // An admin may change another person's folder, but this change would make it private.
  expectError(await change(app.key, foreign, { parentId: hidden }), 'FOLDER_SHARED_BY_OTHERS', { folders: 1 });
  expect([await sharedOf(outer), await sharedOf(foreign)]).toEqual([true, true]);
});

test('renames a folder whose parent the caller cannot see', async () => {
  const outer = await make(app.key, { name: 'Outer', shared: true });
  const inner = await make(member, { name: 'Inner', parentId: outer });
  await app.sql('update folders set shared = false where id = any ($1)', [[outer, inner]]);
  for (const body of [{ name: 'Renamed' }, { name: 'Renamed', parentId: outer }])
    expect((await change(member, inner, body)).body.folder).toMatchObject({ name: 'Renamed', parent_id: outer });
});

test('returns 403 to a member who did not create the shared folder, and returns 404 for a private folder', async () => {
  const shared = await make(app.key, { name: 'Shared', shared: true });
  expectError(await change(member, shared, { name: 'x' }), 'FORBIDDEN', {});
  expectError(await change(member, id, { name: 'x' }), 'FOLDER_NOT_FOUND', { folderId: id });
});

test('rejects an update of a folder without any changes', async () => {
  expectInvalid(await change(app.key, id, {}), 'body');
});

const sample = { method: 'PATCH', path: `${PATH}/${id}`, body: { name: 'Leases' } };
needsCredential(app, sample);
needsScope(app, 'documents:write', sample);
countsRequests(app, sample);
