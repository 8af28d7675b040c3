import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import type { Caller } from '../support/caller.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const PATH = '/api/views';
const app = await startTestApp();
const { caller: admin } = await app.member('admin');
const save = async (by: Caller, name: string, shared = false) =>
  (await by.post<'createView'>(PATH, { name, filters: { q: name }, shared })).body.view.id;
const change = (by: Caller, id: string, body: object) => by.send<'updateView'>('PATCH', `${PATH}/${id}`, { body });
const id = await save(admin, 'One');

test('changes the name, filters and sharing of a view, and keeps omitted values', async () => {
  expect((await change(admin, id, { name: 'Other' })).body.view).toMatchObject({
    name: 'Other',
    filters: { q: 'One' },
  });
  expect((await change(admin, id, { filters: { tag: 'x' }, shared: true })).body.view).toMatchObject({
    name: 'Other',
    filters: { tag: 'x' },
    shared: true,
  });
});

test('moves a view to another position', async () => {
  const { caller } = await app.member('member');
  const [, , third] = [await save(caller, 'a'), await save(caller, 'b'), await save(caller, 'c')];
  await change(caller, third, { position: 0 });
  const { body } = await caller.get<'listViews'>(PATH);
  expect(body.views.filter(({ shared }) => !shared).map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

test('lets other admins change a shared view, returns 403 to members, and returns 404 for private views of other users', async () => {
  const shared = await save(admin, 'Shared', true);
  const { caller: other } = await app.member('admin');
  const { caller: member } = await app.member('member');
  expect((await change(other, shared, { name: 'Renamed' })).body.view.name).toBe('Renamed');
  expectError(await change(member, shared, { name: 'x' }), 'FORBIDDEN', {});
  const hidden = await save(admin, 'Hidden');
  expectError(await change(other, hidden, { name: 'x' }), 'VIEW_NOT_FOUND', { viewId: hidden });
});

test('rejects an update of a view without any changes', async () => {
  expectInvalid(await change(admin, id, {}), 'body');
});

const sample = { method: 'PATCH', path: `${PATH}/${id}`, body: { name: 'Other' } };
needsCredential(app, sample);
