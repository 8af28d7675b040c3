import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { expectError } from '../support/expect-answer.ts';
import { readyExport } from '../support/exports.ts';
import { sessionOnly } from '../support/guards.ts';
import { storedFiles } from '../support/stored-files.ts';

const app = await startTestApp();
const url = '/api/legal/exports';
const files = storedFiles(app);

test('deletes a finished export with its files', async () => {
  const before = await files.keys();
  const { id } = await readyExport(app.owner, 'organization');
  expect(await files.keys()).toHaveLength(before.length + 1);
  const answer = await app.owner.send<'cancelExport'>('DELETE', `${url}/${id}`);
  expect([answer.status, answer.body.export.status]).toEqual([200, 'expired']);
  await app.cron.post('/api/cron/data-retention');
  expect(await files.keys()).toEqual(before);
  expectError(await app.owner.get(`${url}/${id}/download`), 'EXPORT_STATE', {
    exportId: id,
    status: 'expired',
    allowed: ['ready'],
  });
  expectError(await app.owner.send('DELETE', `${url}/${id}`), 'EXPORT_STATE', {
    exportId: id,
    status: 'expired',
    allowed: ['running', 'ready'],
  });
});

test('stops a running export and discards a part that is finished later', async () => {
  const { tenantId, userId } = app.tenant;
  const [{ id } = { id: '' }] = await app.sql<{ id: string }>(
    `insert into exports (tenant_id, id, scope, requested_by, is_bound, created_at) values ($1, 'exp_' || repeat('0', 26), 'own', $2, false, now()) returning id`,
    [tenantId, userId],
  );
  const answer = await app.owner.send<'cancelExport'>('DELETE', `${url}/${id}`);
  expect([answer.status, answer.body.export.status]).toEqual([200, 'cancelled']);
  expect(await app.sql('select from export_parts where export_id = $1', [id])).toEqual([]);
});

test('deletes an export and its file key after a week, even if nobody downloads or cancels it', async () => {
  const owner = await app.session();
  const { id } = await readyExport(owner, 'own');
  const [blob] = await app.sql<{ blob_id: string }>('select blob_id from export_parts where export_id = $1', [id]);
  const file = `${app.tenant.tenantId}/${blob?.blob_id}`;
  const keys = () => app.sql('select blob_id from blob_keys where holder_id = $1', [id]);
  expect(await keys()).toEqual([blob]);
  expect(await files.has(file)).toBe(true);
  app.clock.advance({ days: 7 });
  const later = await app.session();
  expectError(await later.get(`${url}/${id}/download`), 'EXPORT_STATE', {
    exportId: id,
    status: 'expired',
    allowed: ['ready'],
  });
  await app.cron.post('/api/cron/data-retention');
  expect(await files.has(file)).toBe(false);
  expect(await keys()).toEqual([]);
  expect((await later.get<'getExport'>(`${url}/${id}`)).body.export.status).toBe('expired');
});

test("returns 404 for another person's export, so that its existence stays hidden", async () => {
  const { id } = await readyExport(await app.session(), 'own');
  for (const { caller } of [await app.member('owner'), { caller: (await app.otherTenant()).owner }])
    expectError(await caller.send('DELETE', `${url}/${id}`), 'EXPORT_NOT_FOUND', { exportId: id });
});

sessionOnly(app, { method: 'DELETE', path: `${url}/exp_${'0'.repeat(26)}` });
