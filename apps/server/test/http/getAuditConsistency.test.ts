import { verifyConsistency } from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openLog, rootOfFirst } from '../support/audit-log.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/consistency';
const { tenantId } = app.tenant;
const sample = { method: 'GET', path: `${path}?first=1` };
const prove = async (query: string) => {
  const answer = await app.key.get<'getAuditConsistency'>(`${path}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return { ...answer.body, hashes: answer.body.hashes.map((hash) => Buffer.from(hash, 'base64')) };
};

test('proves that the audit log extends each of its earlier versions', async () => {
  await app.sent();
  await app.services.transparencyLog.cover(tenantId);
  const { checkpoint } = await openLog(app.key);
  const { size, root } = checkpoint;
  for (let first = 1; first <= size; first += 1) {
    const { second, hashes } = await prove(`first=${first}`);
    expect(second).toBe(size);
    const older = await rootOfFirst(app, tenantId, first);
    expect(verifyConsistency(first, size, older, root, hashes), `from ${first}`).toBe(true);
    if (first < size) expect(verifyConsistency(first, size, Buffer.alloc(32, 1), root, hashes)).toBe(false);
  }
});

test('proves consistency between two older sizes of the audit log', async () => {
  const { hashes } = await prove('first=2&second=3');
  const [two, three] = [await rootOfFirst(app, tenantId, 2), await rootOfFirst(app, tenantId, 3)];
  expect(verifyConsistency(2, 3, two, three, hashes)).toBe(true);
});

test('returns 404 for an audit log without entries', async () => {
  await app.sql('delete from log_queue where tenant_id = $1', [app.tenant.sandboxId]);
  await app.sql('delete from audit_entries where tenant_id = $1', [app.tenant.sandboxId]);
  expectError(await app.owner.get(`/sandbox${path}?first=1`, { mayFail: true }), 'AUDIT_ENTRY_NOT_FOUND');
});

test('rejects a missing or invalid query parameter with 422 and names the parameter', async () => {
  expectInvalid(await app.key.get(path, { mayFail: true }), 'first');
  expectInvalid(await app.key.get(`${path}?first=0`, { mayFail: true }), 'first');
  expectInvalid(await app.key.get(`${path}?first=3&second=2`, { mayFail: true }), 'first');
  expectInvalid(await app.key.get(`${path}?first=1&second=99999`, { mayFail: true }), 'second');
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(sample.path, { mayFail: true }), 'FORBIDDEN');
});

needsScope(app, 'admin', sample);
needsCredential(app, sample);
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, sample);
