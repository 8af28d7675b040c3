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

const app = await startTestApp();
const key = await templateKey(app);
const template = await makeTemplate(key, NOTICE);
const pathOf = (id: string) => `/api/bulk-sends/${id}/retry`;
const { id } = await bulkSend(key, template.id, { rows: [...rowsFor(app, 2), { email: 'nobody' }] });
await finished(key, id);

test('resends only the failed rows of a bulk send', async () => {
  const [first] = await rowsOf(key, id);
  await app.sql(`update bulk_send_rows set "values" = array[$2, ''] where bulk_send_id = $1 and status = 'failed'`, [
    id,
    app.person().email,
  ]);
  const answer = await key.post<'retryBulkSend'>(pathOf(id));
  expect(answer.status, answer.text).toBe(202);
  expect(answer.body.bulkSend).toMatchObject({ status: 'running', sent: 2, failed: 0, pending: 1, finished_at: null });
  expect(await finished(key, id)).toMatchObject({ status: 'completed', sent: 3, failed: 0 });
  expect((await rowsOf(key, id))[0]).toEqual(first);
});

test('returns 409 for a bulk send without failures, and for a canceled bulk send', async () => {
  expectError(await key.post(pathOf(id)), 'BULK_SEND_STATE', { status: 'completed', failed: 0 });
  const other = await bulkSend(key, template.id, { rows: rowsFor(app, 40) });
  await key.post(`/api/bulk-sends/${other.id}/cancel`);
  expectError(await key.post(pathOf(other.id)), 'BULK_SEND_STATE', { status: 'cancelled', allowed: ['completed'] });
});

guardsBulkSend(app, key, id, { method: 'POST', part: '/retry' });
