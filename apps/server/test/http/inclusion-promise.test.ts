/**
 * Tests that a checkpoint covers the entry of a signature by the time stated in its receipt, and that `countersign
 * audit verify` reports a missing entry.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const CLI = path.resolve(import.meta.dirname, '../../../../packages/cli/src/main.ts');
const { transparencyLog, timers } = app.services;
const { tenantId } = app.tenant;

/** Checks the log over HTTP, as a signer with a receipt can. */
async function check(entry: string): Promise<{ code: number; text: string }> {
  const { tiles, verifierKeys } = (await app.owner.get<'getAuditCheckpoint'>('/api/audit/checkpoint')).body;
  const keys = verifierKeys.flatMap((key) => ['--key', key]);
  const args = [CLI, 'audit', 'verify', new URL(tiles, app.url).href, ...keys, '--entry', entry];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, out, err) => resolve({ code: Number(error?.code ?? 0), text: out + err }));
  });
}

test('includes a signature in the signed audit log by the time promised in the receipt', async () => {
  const sent = await app.sent({ signers: [app.person(), app.person()] });
  const [first] = sent.signers;
  const { receipt } = (await app.sign(sent.id, { token: await app.link(first?.email ?? '') })).body;
  const { hash, in_checkpoint_by: by } = receipt.audit;
  expect(Date.parse(by) - Date.parse(receipt.signed_at)).toBe(60_000);
  // Processes that run jobs perform these two steps every second and every 15 seconds, respectively.
  await transparencyLog.sequencer.sequence(tenantId);
  await timers.run('signing checkpoints of the audit log');
  const kept = await check(hash);
  expect([kept.code, kept.text]).toEqual([0, expect.stringContaining('VALID')]);
  const broken = await check('0'.repeat(64));
  expect(broken.code).toBe(1);
  expect(broken.text).toContain(`does not contain the entry with SHA-256 ${'0'.repeat(64)}, which a receipt promised`);
});
