import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import {
  bulkSend,
  finished,
  guardsBulkSend,
  makeTemplate,
  NOTICE,
  rowsFor,
  rowsOf,
  templateKey,
} from '../support/templates.ts';
import { until } from '../support/until.ts';

const app = await startTestApp();
const key = await templateKey(app);
const template = await makeTemplate(key, NOTICE);
const pathOf = (id: string) => `/api/bulk-sends/${id}/cancel`;

test('keeps the documents that were already sent, and sends no others after the bulk send is canceled', async () => {
  const template = await makeTemplate(key, NOTICE);
  const { id } = await bulkSend(key, template.id, { rows: rowsFor(app, 60) });
  await until('the first row to be sent', async () => (await rowsOf(key, id)).some(({ status }) => status === 'sent'));
  const answer = await key.post<'cancelBulkSend'>(pathOf(id));
  expect(answer.status, answer.text).toBe(200);
  const { sent } = answer.body.bulkSend;
  expect(answer.body.bulkSend).toMatchObject({
    status: 'cancelled',
    pending: 0,
    finished_at: app.clock.now().toISOString(),
  });
  expect(sent).toBeLessThan(60);
  await until('the job to end', async () => (await app.sql("select from jobs where kind = 'bulk-send'")).length === 0);
  const [row] = await app.sql('select count(*)::int as count from documents where template_id = $1', [template.id]);
  expect(row).toEqual({ count: sent });
  expectError(await key.post(pathOf(id)), 'BULK_SEND_STATE', { status: 'cancelled', allowed: ['running'] });
});

test('rejects the cancellation of a finished bulk send with 409', async () => {
  const { id } = await bulkSend(key, template.id, { rows: rowsFor(app, 1) });
  await finished(key, id);
  expectError(await key.post(pathOf(id)), 'BULK_SEND_STATE', { status: 'completed', allowed: ['running'] });
});

const { id: any } = await bulkSend(key, template.id, { rows: rowsFor(app, 1) });
guardsBulkSend(app, key, any, { method: 'POST', part: '/cancel' });
