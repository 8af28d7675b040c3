import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/legal/retention/due';
const { caller: admin } = await app.makeKey({ scopes: ['admin'] });

test('lists the documents due for deletion, soonest first, page by page, for this organization only', async () => {
  const made = [];
  for (let n = 0; n < 3; n += 1) {
    made.push((await app.draft()).id);
    app.clock.advance({ hours: 1 });
  }
  await app.sql(`update organizations set settings = '{"document_retention_days": 30}'`);
  const list = async (query: string) => (await admin.get<'listRetentionDue'>(`${path}?${query}`)).body;
  const first = await list('pageSize=2');
  expect(first.documents.map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect(first.documents[0]).toMatchObject({ announced_at: null, erase_at: null, held: false });
  const rest = await list(`pageSize=2&cursor=${String(first.pagination.nextCursor)}`);
  expect(rest.documents.map(({ id }) => id)).toEqual(made.slice(2));
  expect(rest.pagination).toEqual({ hasMore: false, nextCursor: null });
  const { owner } = await app.otherTenant();
  expect((await owner.get<'listRetentionDue'>(path)).body.documents).toEqual([]);
});

test('rejects an invalid cursor with 422', async () => {
  expectInvalid(await admin.send('GET', `${path}?cursor=x`, { mayFail: true }), 'cursor');
});

needsCredential(app, { method: 'GET', path });
