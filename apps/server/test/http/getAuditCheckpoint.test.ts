import { parseTilePath, splitHashes, tilePath, tilesOf } from '@countersign/audit-log/tlog';
import { expect, test } from 'vitest';
import { newId } from '../../src/platform/crypto/ids.ts';
import { startTestApp } from '../support/app.ts';
import { leavesOf, openLog, rootOfFirst } from '../support/audit-log.ts';
import { expectError } from '../support/expect-answer.ts';
import { countsRequests, needsCredential, needsScope, refusesOtherMethods } from '../support/refusals.ts';

const app = await startTestApp();
const path = '/api/audit/checkpoint';
const { tenantId } = app.tenant;
const bytes = async (url: string) => {
  const response = await fetch(new URL(url, app.url));
  return {
    status: response.status,
    cache: response.headers.get('cache-control'),
    body: Buffer.from(await response.arrayBuffer()),
  };
};

test('returns a checkpoint that covers every entry at the time it was signed', async () => {
  const { id } = await app.sent();
  await app.atRest(id);
  await app.services.transparencyLog.cover(tenantId);
  const { checkpoint } = await openLog(app.key);
  const leaves = await leavesOf(app, tenantId);
  const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
    'select count(*)::int from audit_entries where tenant_id = $1',
    [tenantId],
  );
  expect(checkpoint.size).toBe(leaves.length);
  expect(checkpoint.size).toBe(count);
  expect(Buffer.from(checkpoint.root)).toEqual(await rootOfFirst(app, tenantId, count));
});

test('signs the first checkpoint of the audit log when it is requested', async () => {
  const other = await app.otherTenant();
  await app.sql('delete from log_checkpoints where tenant_id = $1', [other.tenantId]);
  await app.sql('update transparency_logs set checkpoint_size = 0 where tenant_id = $1', [other.tenantId]);
  const { checkpoint } = await openLog(other.owner);
  expect(checkpoint.origin.endsWith(`/${other.tenantId}`)).toBe(true);
  expect(checkpoint.origin).not.toBe((await openLog(app.owner)).checkpoint.origin);
});

test('returns 404 for an audit log without entries', async () => {
  await app.sql('delete from log_queue where tenant_id = $1', [app.tenant.sandboxId]);
  await app.sql('delete from audit_entries where tenant_id = $1', [app.tenant.sandboxId]);
  expectError(await app.owner.get(`/sandbox${path}`, { mayFail: true }), 'AUDIT_ENTRY_NOT_FOUND');
});

test('serves the checkpoint and all hash tiles to anyone who knows the name of the audit log', async () => {
  await app.sql(
    `insert into audit_streams (tenant_id, stream, n, hash, at) select $1, 'many', 599, repeat('0', 64), now()`,
    [tenantId],
  );
  await app.sql(
    `insert into audit_entries (tenant_id, stream, n, id, at, hash, bytes)
     select $1, 'many', n, 'adt_' || n, now(), encode(sha256(n::text::bytea), 'hex'), '' from generate_series(0, 599) n`,
    [tenantId],
  );
  await app.sql(`insert into log_queue values ($1, 'many', 599)`, [tenantId]);
  await app.services.transparencyLog.cover(tenantId);
  const { checkpoint, tiles } = await openLog(app.owner);
  expect(checkpoint.size).toBeGreaterThan(600);
  const served = await bytes(`${tiles}checkpoint`);
  expect([served.status, served.cache]).toEqual([200, 'no-cache']);
  expect(served.body.toString()).toContain(checkpoint.note.text);

  const leaves: Buffer[] = [];
  for (const tile of tilesOf(checkpoint.size)) {
    const answer = await bytes(`${tiles}${tilePath(tile)}`);
    expect([answer.status, answer.cache], tilePath(tile)).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(answer.body.length).toBe(tile.width * 32);
    if (tile.level === 0) leaves.push(...splitHashes(answer.body).map((hash) => Buffer.from(hash)));
  }
  expect(leaves).toEqual(await leavesOf(app, tenantId));
});

test('serves no tile beyond the checkpoint or from another audit log', async () => {
  const { checkpoint, tiles } = await openLog(app.owner);
  const [last] = [...tilesOf(checkpoint.size)].filter(({ level }) => level === 0).slice(-1);
  expect(parseTilePath(tilePath(last ?? { level: 0, index: 0, width: 1 }))).toBeDefined();
  const beyond = tilePath({ level: 0, index: last?.index ?? 0, width: (last?.width ?? 0) + 1 });
  await app.sent();
  await app.services.transparencyLog.sequencer.sequence(tenantId, { takeOver: true });
  const [installation = ''] = checkpoint.origin.split('/');
  for (const url of [
    `${tiles}${beyond}`,
    `${tiles}tile/0/x000/000`,
    `${tiles}tile/entries/000`,
    `/log/${installation}/${newId('tenant')}/checkpoint`,
    `/log/${'0'.repeat(32)}/${tenantId}/checkpoint`,
  ])
    expect((await bytes(url)).status, url).toBe(404);
});

test('returns 403 to members without the admin role', async () => {
  expectError(await (await app.member('member')).caller.get(path, { mayFail: true }), 'FORBIDDEN');
});

needsScope(app, 'admin', { method: 'GET', path });
needsCredential(app, { method: 'GET', path });
refusesOtherMethods(app, path, ['GET']);
countsRequests(app, { method: 'GET', path });
