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
  templateKey,
} from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const template = await makeTemplate(key, NOTICE);
const { id } = await bulkSend(key, template.id, { rows: rowsFor(app, 3), title: 'May' });
const path = `/api/bulk-sends/${id}`;

test('returns the progress of a bulk send, and lists its documents even after the template was deleted', async () => {
  await finished(key, id);
  const before = (await key.get<'getBulkSend'>(`/v1${path}`)).body.bulkSend;
  expect(before).toMatchObject({ status: 'completed', total: 3, sent: 3, failed: 0, pending: 0, title: 'May' });
  expect(before).toMatchObject({ template_name: 'Notice', template_version: 1, created_by: { id: app.tenant.userId } });
  const actions = await app.sql<{ bytes: Buffer }>('select bytes from audit_entries where stream = $1', [
    app.tenant.tenantId,
  ]);
  const told = actions.map(({ bytes }) => bytes.toString()).join('\n');
  expect(told).toMatch(/bulk-send\.started/);
  expect(told).toMatch(/bulk-send\.finished/);
});
test("returns 404 for another organization's bulk send", async () => {
  const other = (await app.otherTenant()).owner;
  expectError(await other.get(path), 'BULK_SEND_NOT_FOUND', { bulkSendId: id });
});
guardsBulkSend(app, key, id, { method: 'GET' });
