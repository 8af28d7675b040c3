import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { MULTIPART } from '../support/multipart.ts';
import {
  bulkSend,
  csvUpload,
  finished,
  guardsBulkSend,
  makeTemplate,
  NOTICE,
  templateKey,
} from '../support/templates.ts';

const app = await startTestApp();
const key = await templateKey(app);
const template = await makeTemplate(key, NOTICE);
const rows = [
  { email: app.person().email, Town: 'Bern' },
  { email: 'not "one", is it', Town: 'Genève' },
];
const { id } = await bulkSend(key, template.id, { rows });
await finished(key, id);
const path = `/api/bulk-sends/${id}/failures.csv`;

test('returns the failed rows as a CSV file that can be corrected and sent again', async () => {
  const answer = await key.get(path);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/Notice - failed rows\.csv/);
  expect(answer.bytes.toString()).toBe(
    '\uFEFFemail,Town,error\r\n"not ""one"", is it",Genève,email: must be an e-mail address such as name@example.com\r\n',
  );
  const mended = answer.bytes.toString().replace(/"not.*is it"/, app.person().email);
  const again = await key.send<'createBulkSend'>('POST', `/api/templates/${template.id}/bulk-send`, {
    body: csvUpload(mended),
    headers: MULTIPART,
  });
  expect(again.status, again.text).toBe(202);
  expect(await finished(key, again.body.bulkSend.id)).toMatchObject({ sent: 1, failed: 0 });
});
test('416: rejects a range beyond the end of the file', async () => {
  expect((await key.get(path, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
});
guardsBulkSend(app, key, id, { method: 'GET', part: '/failures.csv' });
