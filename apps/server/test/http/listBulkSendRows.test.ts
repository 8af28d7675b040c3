import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { bulkSend, finished, guardsBulkSend, makeTemplate, NOTICE, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const template = await makeTemplate(key, NOTICE);
const rows = ['a', app.person().email, 'b', 'c'].map((email, at) => ({ email, Town: `Town ${at + 1}` }));
const { id } = await bulkSend(key, template.id, { rows });
await finished(key, id);
const path = `/api/bulk-sends/${id}/rows`;

test('filters bulk send rows by status and page, and returns the values and errors of each row', async () => {
  const first = (await key.get<'listBulkSendRows'>(`${path}?status=failed&pageSize=2`)).body;
  expect(first.rows).toMatchObject([
    { row: 1, status: 'failed', document_id: null, values: rows[0], error: { field: 'email', code: 'invalid_email' } },
    { row: 3, error: { message: 'must be an e-mail address such as name@example.com' } },
  ]);
  expect(first.pagination).toEqual({ hasMore: true, nextAfter: 3, nextCursor: '3' });
  const rest = (await key.get<'listBulkSendRows'>(`${path}?status=failed&pageSize=2&after=3`)).body;
  expect(rest.rows.map(({ row }) => row)).toEqual([4]);
  expect(rest.pagination).toEqual({ hasMore: false, nextAfter: null, nextCursor: null });
  const next = (await key.get<'listBulkSendRows'>(`${path}?status=failed&pageSize=2&cursor=3`)).body;
  expect(next).toEqual(rest);
  expect((await key.get<'listBulkSendRows'>(`${path}?status=sent`)).body.rows).toMatchObject([{ row: 2, error: null }]);
});
guardsBulkSend(app, key, id, { method: 'GET', part: '/rows' });
test.each(['status=lost', 'after=x', 'pageSize=0', 'cursor=x'])('rejects %s with 422', async (query) => {
  expectInvalid(await key.get(`${path}?${query}`), query.split('=')[0] ?? '');
});
