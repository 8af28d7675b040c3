/** This operation is for schedulers that can only send GET requests. runDataRetention.test.ts tests the effects. */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { needsCredential } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/cron/data-retention';

test('deletes the same kinds of data with GET as with POST', async () => {
  const { status, body } = await app.cron.get<'runDataRetentionGet'>(path);
  expect(status).toBe(200);
  expect(Object.keys(body.erased)).toEqual(Object.keys((await app.cron.post<'runDataRetention'>(path)).body.erased));
});

needsCredential(app, { method: 'GET', path });
