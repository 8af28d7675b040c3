/** Tests entries whose retention period has ended. Their bytes are removed, and all other entries remain provable. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { auditVerify, writeBeside, writeExport } from '../support/exported-log.ts';

const app = await startTestApp();
const { tenantId } = app.tenant;
const { transparencyLog } = app.services;

const removedIn = (folder: string): number =>
  readFileSync(path.join(folder, 'entries.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"leaf":')).length;
const sweep = () => app.cron.post('/api/cron/data-retention');
/** A proof of the entry and a checkpoint, both from before the retention period ended. */
let kept: { proof: string; pin: string };

beforeAll(async () => {
  const { id } = await app.draft();
  await transparencyLog.cover(tenantId);
  const { proof } = (await app.owner.get<'getAuditProof'>(`/api/audit/proof?stream=${id}&sequence=0`)).body;
  const { checkpoint } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
  kept = { proof: writeBeside('proof.txt', proof), pin: writeBeside('pin.txt', checkpoint) };
  await app.key.send('DELETE', `/api/documents/${id}`);
  app.clock.advance({ days: 31 });
  await sweep();
  await app.sql(
    `update organizations set settings = settings || '{"audit_retention_days": 365}' where tenant_id = $1`,
    [tenantId],
  );
  app.clock.advance({ days: 400 });
  await transparencyLog.cover(tenantId);
});

test('keeps every audit entry that is under a legal hold', async () => {
  const session = await app.session();
  const { body } = await session.post<'placeLegalHold'>('/api/legal/holds', { kind: 'tag', target: 't', reason: 'r' });
  await sweep();
  const folder = await writeExport(app);
  expect(removedIn(folder)).toBe(0);
  expect(await auditVerify(folder, '--pin', kept.pin)).toEqual({ code: 0, valid: true });
  await session.send('DELETE', `/api/legal/holds/${body.hold.id}`, { body: { reason: 'over' } });
});

test('replaces the bytes of an audit entry with its hash and keeps earlier proofs valid', async () => {
  await sweep();
  const folder = await writeExport(app);
  expect(removedIn(folder)).toBeGreaterThan(0);
  for (const pin of [kept.pin, kept.proof])
    expect(await auditVerify(folder, '--pin', pin)).toEqual({ code: 0, valid: true });
  const erasures = readFileSync(path.join(folder, 'erasures.jsonl'), 'utf8');
  expect(erasures).toMatch(/^\{"kind":"document","id":"doc_\w+"\}\n$/);
});

test('reports an audit entry that was deleted although no retention rule records its deletion', async () => {
  const { id } = await app.draft();
  await transparencyLog.cover(tenantId);
  await app.sql('delete from audit_entries where stream = $1', [id]);
  expect(await auditVerify(await writeExport(app), '--pin', kept.pin)).toMatchObject({
    code: 1,
    fault: { code: 'removal_not_recorded' },
  });
});
