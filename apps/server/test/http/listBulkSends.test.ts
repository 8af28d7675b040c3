import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';
import { bulkSend, finished, makeTemplate, NOTICE, rowsFor, templateKey } from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const path = '/api/bulk-sends';

test('returns bulk sends newest first, page by page, filters them by status and template, and shows members only their own', async () => {
  const [one, two] = [await makeTemplate(key, NOTICE), await makeTemplate(key, NOTICE)];
  const ids: string[] = [];
  for (const { id } of [one, two, one]) {
    app.clock.advance({ seconds: 1 });
    ids.push((await bulkSend(key, id, { rows: rowsFor(app, 1) })).id);
  }
  for (const id of ids) await finished(key, id);
  const list = async (query: string, by = key) => {
    const { bulkSends, pagination } = (await by.get<'listBulkSends'>(`${path}?${query}`)).body;
    return [bulkSends.map(({ id }) => ids.indexOf(id)), pagination.total] as const;
  };
  expect(await list('')).toEqual([[2, 1, 0], 3]);
  expect(await list('page=2&pageSize=2')).toEqual([[0], 3]);
  expect(await list(`templateId=${one.id}`)).toEqual([[2, 0], 2]);
  expect(await list('status=running')).toEqual([[], 0]);
  expect(await list('', (await app.member('member')).caller)).toEqual([[], 0]);
  expect(await list('', (await app.member('admin')).caller)).toEqual([[2, 1, 0], 3]);
});
needsCredential(app, { method: 'GET', path });
needsScope(app, 'templates', { method: 'GET', path });
test.each(['status=lost', 'page=0', 'templateId=1'])('rejects %s with 422', async (query) => {
  expectInvalid(await key.get(`${path}?${query}`), query.split('=')[0] ?? '');
});
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path }, ['templates']);
