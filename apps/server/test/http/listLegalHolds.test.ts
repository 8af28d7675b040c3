import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const { caller: admin } = await app.makeKey({ scopes: ['admin'] });
const path = '/api/legal/holds';

test('returns legal holds newest first, page by page, filters them by state, and excludes other organizations and the sandbox', async () => {
  const made = [];
  for (const target of ['a', 'b', 'c']) {
    const { body } = await admin.post<'placeLegalHold'>(path, { kind: 'tag', target, reason: 'r' });
    made.unshift(body.hold.id);
    app.clock.advance({ ms: 1 });
  }
  await admin.send('DELETE', `${path}/${made[1]}`, { body: { reason: 'closed' } });
  const list = async (query: string, by = admin, at = path) => (await by.get<'listLegalHolds'>(`${at}?${query}`)).body;
  const first = await list('pageSize=2');
  expect(first.holds.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const rest = await list(`pageSize=2&cursor=${String(first.pagination.nextCursor)}`);
  expect(rest).toMatchObject({ holds: [{ id: made[2], placed_by: { kind: 'api-key', name: 'test' } }] });
  expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null });
  expect((await list('state=standing')).holds.map(({ id }) => id)).toEqual([made[0], made[2]]);
  expect((await list('state=released')).holds).toMatchObject([{ id: made[1], release_reason: 'closed' }]);
  expect((await list('', (await app.otherTenant()).owner)).holds).toEqual([]);
  expect((await list('', app.owner, `/sandbox${path}`)).holds).toEqual([]);
});

needsCredential(app, { method: 'GET', path });
