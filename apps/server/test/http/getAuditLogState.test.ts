import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openLog } from '../support/audit-log.ts';
import { expectError } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/state';
const sample = { method: 'GET', path };
const { transparencyLog } = app.services;
const { tenantId, sandboxId } = app.tenant;
const state = async () => (await app.owner.get<'getAuditLogState'>(path)).body;

test('returns the size of the audit log, its newest checkpoints with their time-stamps, and its keys', async () => {
  await app.draft();
  await transparencyLog.cover(tenantId);
  app.clock.advance({ seconds: 2 });
  await transparencyLog.stamps.stamp(tenantId);
  const { checkpoint, keys } = await openLog(app.key);
  const body = await state();
  expect(body).toMatchObject({ origin: checkpoint.origin, size: checkpoint.size, pin_file: false, contradictions: [] });
  expect(body.verifierKeys).toHaveLength(keys.length);
  expect(body.checkpoints[0]).toMatchObject({ size: checkpoint.size, cosignatures: 0 });
  expect(body.checkpoints[0]?.time_stamped_at).toBe(app.clock.now().toISOString());
  const sizes = body.checkpoints.map(({ size }) => size);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
});

test('lists a contradiction in the audit log until an administrator accepts it', async () => {
  await app.sql(
    `insert into log_pin_faults (tenant_id, source, kind, pinned, size, note, since) values ($1, 'presented', 'behind', 99, 5, 'x', $2)`,
    [tenantId, app.clock.now()],
  );
  const [first] = (await state()).contradictions;
  expect(first).toEqual({
    source: 'presented',
    kind: 'behind',
    pinned: 99,
    size: 5,
    since: app.clock.now().toISOString(),
  });
  await app.owner.post('/api/audit/accept', { reason: 'restored' });
  expect((await state()).contradictions).toEqual([]);
});

test('returns 404 for an audit log without entries', async () => {
  for (const table of ['log_queue', 'audit_entries'])
    await app.sql(`delete from ${table} where tenant_id = $1`, [sandboxId]);
  expectError(await app.owner.get(`/sandbox${path}`, { mayFail: true }), 'AUDIT_ENTRY_NOT_FOUND');
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path, { mayFail: true }), 'FORBIDDEN');
});

needsScope(app, 'admin', sample);
needsCredential(app, sample);
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, sample);
