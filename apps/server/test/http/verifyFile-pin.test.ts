/**
 * Tests that verifying a certificate of completion reveals that a backup older than the certificate has been restored.
 */
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { MULTIPART, pdfUpload } from '../support/multipart.ts';
import { KeptLog } from '../support/log-attacker.ts';

const app = await startTestApp();
app.tolerate(/an audit log contradicts its pin/);
const { transparencyLog, timers } = app.services;
const { tenantId } = app.tenant;
const verify = async (file: Uint8Array) =>
  (await app.anyone.send<'verifyFile'>('POST', '/api/verify', { headers: MULTIPART, body: pdfUpload(file) })).body;
const problems = async () => {
  await transparencyLog.pins.update();
  return (await app.anyone.get<'getHealth'>('/api/health')).body.problems ?? [];
};

test('reports a log that is older than the checkpoint in the verified certificate', async () => {
  await app.draft();
  await transparencyLog.cover(tenantId);
  const old = await KeptLog.keep(app, 'old');
  const { id } = await app.completed();
  const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`)).body;
  const certificate = (await app.anyone.get(new URL(downloadUrl).pathname)).bytes;
  expect((await verify(certificate)).isValid).toBe(true);
  expect(await problems()).toEqual([]);

  await timers.stop();
  await transparencyLog.sequencer.stop();
  await old.restore();
  expect((await verify(certificate)).isValid).toBe(true);
  expect(await problems()).toMatchObject([{ code: 'audit-log-behind-pin' }]);
  const { entries } = (await app.owner.get<'listAuditLog'>('/api/audit?action=audit.pin-contradicted')).body;
  expect(entries[0]?.summary).toContain('that was presented for verification');
});
