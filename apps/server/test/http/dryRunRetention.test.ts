import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/legal/retention/dry-run';

// retention.test.ts compares the list from the dry run with the documents that are actually deleted.
test('lists documents that have been in the trash for 30 days, page by page', async () => {
  const made = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await app.draft();
    await app.key.send('DELETE', `/api/documents/${id}`, {});
    made.push(id);
  }
  const by = (await app.makeKey({ scopes: ['admin'] })).caller;
  const list = async (query: string) => (await by.get<'dryRunRetention'>(`${path}?${query}`)).body;
  expect((await list('')).items).toEqual([]);
  app.clock.advance({ days: 30 });
  const first = await list('pageSize=2');
  expect(first.items).toMatchObject([{ kind: 'document', reason: 'trash', files: 1 }, { kind: 'document' }]);
  const rest = await list(`cursor=${String(first.pagination.nextCursor)}`);
  expect([...first.items, ...rest.items].map(({ id }) => id).toSorted()).toEqual(made.toSorted());
});

needsCredential(app, { method: 'GET', path });
