import { expect, test } from 'vitest';
import { acceptPins } from '../../src/features/transparency-log/accept-pin.ts';
import { startTestApp } from '../support/app.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { needsCredential, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/accept';
const sample = { method: 'POST', path, body: { reason: 'restored' } };
const accept = (reason: string, by = app.owner) => by.post<'acceptAuditLog'>(path, { reason }, { mayFail: true });
const contradict = (tenantId: string, source = 'presented') =>
  app.sql(
    `insert into log_pin_faults (tenant_id, source, kind, pinned, size, note, since) values ($1, $3, 'behind', 99, 5, 'x', $2)
     on conflict (tenant_id, source) do update set accepted_at = null`,
    [tenantId, app.clock.now(), source],
  );
const problems = async () => {
  await app.services.transparencyLog.pins.update();
  return (await app.anyone.get<'getHealth'>('/api/health')).body.problems ?? [];
};

test('accepts the audit log despite a contradiction, and records the acceptance and its reason in the log', async () => {
  await contradict(app.tenant.tenantId);
  expect(await problems()).toMatchObject([{ code: 'audit-log-behind-pin' }]);
  const { status, body } = await accept('Restored the backup of 28 November.');
  expect([status, body]).toEqual([200, { success: true, accepted: 1 }]);
  expect(await problems()).toEqual([]);
  const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?action=audit.pin-accepted')).body;
  expect(entries[0]).toMatchObject({
    actor: { kind: 'user', id: app.tenant.userId },
    context: { source: 'presented', pinned: 99, size: 5, reason: 'Restored the backup of 28 November.' },
  });
  expectError(await accept('again'), 'AUDIT_LOG_NOT_CONTRADICTED');
});

test("does not let an administrator accept a contradiction in another organization's audit log", async () => {
  const other = await app.otherTenant();
  await contradict(other.tenantId);
  expectError(await accept('not mine'), 'AUDIT_LOG_NOT_CONTRADICTED');
  expect(await problems()).toHaveLength(1);
  expect((await accept('mine', other.owner)).status).toBe(200);
});

test('lets only the operator accept a contradiction with the pin file', async () => {
  const { tenantId, owner } = await app.otherTenant();
  await contradict(tenantId, 'pin-file');
  expectError(await accept('restored', owner), 'AUDIT_LOG_NOT_CONTRADICTED');
  await contradict(tenantId);
  expect((await accept('restored', owner)).body).toEqual({ success: true, accepted: 1 });
  expect(await problems()).toMatchObject([{ code: 'audit-log-behind-pin' }]);
  const by = { actor: { kind: 'system', id: 'operator' } } as const;
  await acceptPins(app.services.uow, tenantId, { sources: ['pin-file'], reason: 'restored' }, by);
  expect(await problems()).toEqual([]);
});

test('rejects API keys, even with the admin scope', async () => {
  await contradict(app.tenant.tenantId);
  const { caller } = await app.makeKey({ scopes: ['admin'] });
  expectError(await accept('restored', caller), 'FORBIDDEN');
});

test('rejects a request without a reason, and rejects members with 403', async () => {
  await contradict(app.tenant.tenantId);
  expectInvalid(await accept(''), 'reason');
  expectError(await accept('x', (await app.member('member')).caller), 'FORBIDDEN');
});

needsCredential(app, sample);
refusesOtherMethods(app, path, ['POST']);
