import { leafHash, parseProof, verifyProof } from '@countersign/audit-log/tlog';
import { parseEntry } from '@countersign/audit-log';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { openLog } from '../support/audit-log.ts';
import { expectError, expectInvalid } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/proof';
const { tenantId } = app.tenant;
const prove = async (stream: string, sequence: number, more = '') => {
  const answer = await app.key.get<'getAuditProof'>(`${path}?stream=${stream}&sequence=${sequence}${more}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const { id } = await app.sent();
const sample = { method: 'GET', path: `${path}?stream=${id}&sequence=0` };

test('returns a proof that verifies an entry with only the entry and the checkpoint', async () => {
  await app.atRest(id);
  const rows = await app.sql<{ n: number; bytes: Buffer }>(
    'select n, bytes from audit_entries where tenant_id = $1 and stream = $2 order by n',
    [tenantId, id],
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { n, bytes } of rows) {
    const { index, size, hash, proof } = await prove(id, n);
    const { keys } = await openLog(app.key);
    const parsed = parseProof(proof);
    expect([parsed.index, hash]).toEqual([index, Buffer.from(leafHash(bytes)).toString('hex')]);
    expect(parseEntry(parsed.extra ?? Buffer.alloc(0))).toMatchObject({ stream: id, n });
    expect((await verifyProof(parsed, { logs: keys })).size).toBe(size);
    await expect(verifyProof({ ...parsed, index: index + 1 }, { logs: keys })).rejects.toMatchObject({
      code: 'not_included',
    });
  }
});

test('signs a checkpoint if none covers the requested entry yet', async () => {
  const before = (await openLog(app.key)).checkpoint.size;
  const { id: other } = await app.draft();
  const { index, size, proof } = await prove(other, 0);
  expect(index).toBeGreaterThanOrEqual(before);
  expect(size).toBeGreaterThan(index);
  const { keys } = await openLog(app.key);
  await expect(verifyProof(parseProof(proof), { logs: keys })).resolves.toMatchObject({ size });
});

test('returns a proof for an older checkpoint if requested', async () => {
  const first = await prove(id, 0);
  await app.draft();
  await app.services.transparencyLog.cover(tenantId);
  expect((await openLog(app.key)).checkpoint.size).toBeGreaterThan(first.size);
  expect(await prove(id, 0, `&size=${first.size}`)).toEqual(first);
});

test('proves an entry by its hash after its bytes were deleted', async () => {
  const { id: other } = await app.draft();
  const before = await prove(other, 0);
  await app.sql('delete from audit_entries where tenant_id = $1 and stream = $2', [tenantId, other]);
  const { hash, proof } = await prove(other, 0);
  const parsed = parseProof(proof);
  expect([hash, parsed.extra]).toEqual([before.hash, undefined]);
  const { keys } = await openLog(app.key);
  await expect(verifyProof(parsed, { logs: keys }, Buffer.from(hash, 'hex'))).resolves.toBeDefined();
});

test('returns 404 for an unknown entry and an entry of another organization', async () => {
  const other = await app.otherTenant();
  for (const query of [
    'stream=nothing&sequence=0',
    `stream=${id}&sequence=9999`,
    `stream=${other.tenantId}&sequence=0`,
  ])
    expectError(await app.key.get(`${path}?${query}`, { mayFail: true }), 'AUDIT_ENTRY_NOT_FOUND');
});

test('rejects a missing or invalid query parameter with 422 and names the parameter', async () => {
  expectInvalid(await app.key.get(`${path}?stream=${id}`, { mayFail: true }), 'sequence');
  expectInvalid(await app.key.get(`${path}?sequence=1`, { mayFail: true }), 'stream');
  const { index } = await prove(id, 1);
  expectInvalid(await app.key.get(`${path}?stream=${id}&sequence=1&size=${index}`, { mayFail: true }), 'size');
  expectInvalid(await app.key.get(`${path}?stream=${id}&sequence=1&size=99999`, { mayFail: true }), 'size');
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(sample.path, { mayFail: true }), 'FORBIDDEN');
});

needsScope(app, 'admin', sample);
needsCredential(app, sample);
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, sample);
