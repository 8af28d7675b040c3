import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { needsCredential } from '../support/refusals.ts';

const PATH = '/api/views';
const app = await startTestApp();

test("returns the caller's own views in their order, followed by the views that other people share", async () => {
  const { caller: admin } = await app.member('admin');
  const { caller: member } = await app.member('member');
  for (const name of ['Leases', 'Drafts'])
    await member.post<'createView'>(PATH, { name, filters: name === 'Drafts' ? { status: 'draft' } : { q: 'lease' } });
  await admin.post(PATH, { name: 'For all', filters: { tag: 'audit' }, shared: true });
  await admin.post(PATH, { name: 'Private', filters: {} });
  const { body } = await member.get<'listViews'>(PATH);
  expect(body.views.map(({ name, shared, can_change: can }) => [name, shared, can])).toEqual([
    ['Leases', false, true],
    ['Drafts', false, true],
    ['For all', true, false],
  ]);
  expect(body.views[1]).toMatchObject({ filters: { status: 'draft' } });
});

needsCredential(app, { method: 'GET', path: PATH });
