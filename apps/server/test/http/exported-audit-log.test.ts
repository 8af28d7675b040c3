/** Tests the audit log in an organization's export, in the format that the command line verifies. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { readyExport, unpack } from '../support/exports.ts';

const app = await startTestApp();
const CLI = path.resolve(import.meta.dirname, '../../../../packages/cli/src/main.ts');

async function exported(): Promise<string> {
  const { id } = await readyExport(await app.session(), 'organization');
  const { bytes } = await (await app.session()).get(`/api/legal/exports/${id}/download`);
  return path.join(unpack(bytes).folder, 'audit-log');
}
async function verify(folder: string, pin?: string): Promise<{ code: number | null; said: string }> {
  const root = path.join(folder, '..', 'root.pem');
  writeFileSync(root, (await app.anyone.get('/pki/live/root.pem')).bytes);
  const args = [CLI, 'audit', 'verify', folder, '--trust', root, ...(pin === undefined ? [] : ['--pin', pin])];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

test('verifies the exported audit log offline, with its time-stamp and with a checkpoint stored elsewhere', async () => {
  await app.completed();
  const { checkpoint } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
  await app.draft();
  const folder = await exported();
  const pin = path.join(folder, '..', 'pin');
  writeFileSync(pin, checkpoint);
  expect(await verify(folder, pin)).toEqual({ code: 0, said: expect.any(String) });

  // An entry changed by a superuser is detected, even if every hash was recomputed.
  const entries = path.join(folder, 'entries.jsonl');
  const original = readFileSync(entries, 'utf8');
  writeFileSync(entries, original.replace('"type":"document.sent"', '"type":"document.seen"'));
  expect(await verify(folder, pin)).toEqual({ code: 1, said: expect.any(String) });
});

test('exports only the hash of an audit entry after its retention period, so that the export can still be verified', async () => {
  const { id } = await app.draft();
  await app.services.transparencyLog.cover(app.tenant.tenantId);
  await app.key.send('DELETE', `/api/documents/${id}`);
  app.clock.advance({ days: 31 });
  await app.cron.post('/api/cron/data-retention');
  await app.sql(
    `update organizations set settings = settings || '{"audit_retention_days": 365}' where tenant_id = $1`,
    [app.tenant.tenantId],
  );
  app.clock.advance({ days: 400 });
  // Entries that are not in the log yet are not erased.
  await app.services.transparencyLog.cover(app.tenant.tenantId);
  await app.cron.post('/api/cron/data-retention');
  const folder = await exported();
  const lines = readFileSync(path.join(folder, 'entries.jsonl'), 'utf8').trimEnd().split('\n');
  const removed = lines.filter((line) => line.startsWith('{"leaf":'));
  expect(removed.length).toBeGreaterThan(0);
  expect(removed.every((line) => line.length === 75)).toBe(true);
  expect(await verify(folder)).toEqual({ code: 0, said: expect.any(String) });
});
