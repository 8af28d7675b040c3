import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { makePackage, PACKAGES } from '../support/package-visits.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();

test('returns packages newest first, page by page, filters them by status, and shows members only their own', async () => {
  const member = (await app.member('member')).caller;
  const ids: string[] = [];
  for (const by of [app.key, member, app.key]) {
    app.clock.advance({ seconds: 1 });
    ids.push((await makePackage(app, { by, titles: ['One'] })).id);
  }
  await makePackage(app, { by: (await app.otherTenant()).key, titles: ['One'] });
  expect((await app.key.post(`${PACKAGES}/${ids[2]}/send`, { signers: [app.person()] })).status).toBe(200);
  const list = async (query: string, by = app.key) => {
    const { packages, pagination } = (await by.get<'listPackages'>(`${PACKAGES}?${query}`)).body;
    return [packages.map(({ id }) => ids.indexOf(id)), pagination.total, pagination.hasMore];
  };
  expect(await list('')).toEqual([[2, 1, 0], 3, false]);
  expect(await list('pageSize=2')).toEqual([[2, 1], 3, true]);
  expect(await list('pageSize=2&page=2')).toEqual([[0], 3, false]);
  expect(await list('status=draft')).toEqual([[1, 0], 2, false]);
  expect(await list('status=in-progress')).toEqual([[2], 1, false]);
  expect(await list('', member)).toEqual([[1], 1, false]);
  expect(await list('', (await app.member('admin')).caller)).toEqual([[2, 1, 0], 3, false]);
});
needsCredential(app, { method: 'GET', path: PACKAGES });
needsScope(app, 'documents:read', { method: 'GET', path: PACKAGES });
test.each(['status=lost', 'page=0', 'pageSize=101', 'owner=1'])(
  'rejects the query parameter %s with 422',
  async (query) => {
    expectInvalid(await app.key.get(`${PACKAGES}?${query}`), query.split('=')[0] ?? '');
  },
);
refusesOtherMethods(app, PACKAGES, ['GET', 'POST']);
countsRequests(app, { method: 'GET', path: PACKAGES });
