/** Tests that the certificate of completion contains a proof that the audit log includes the completion. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAttachedFile } from '@countersign/pdf-sign';
import { openCheckpoint, parseProof, parseVerifierKey, verifyProof } from '@countersign/audit-log/tlog';
import { parseEntry } from '@countersign/audit-log';
import { expect, onTestFinished, test } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import { startTestApp } from '../support/app.ts';

const app = await startTestApp();
const CLI = path.resolve(import.meta.dirname, '../../../../packages/cli/src/main.ts');

test("proves the completion offline, both from the certificate's attached files and from its printed text", async () => {
  const { id } = await app.completed();
  const { downloadUrl } = (await app.key.get<'downloadDocument'>(`/api/documents/${id}/download?type=audit`)).body;
  const { bytes } = await app.anyone.get(new URL(downloadUrl).pathname);
  const attached = (name: string) => readAttachedFile(bytes, name)?.toString() ?? '';
  const keys = attached('audit-keys.txt').trimEnd().split('\n').map(parseVerifierKey);
  const proof = parseProof(attached('audit-proof.txt'));
  const { size, root, origin } = await verifyProof(proof, { logs: keys });
  expect(parseEntry(proof.extra ?? Buffer.alloc(0))).toMatchObject({ type: 'document.completed', stream: id });
  await expect(openCheckpoint(proof.checkpoint, { logs: keys })).resolves.toMatchObject({ size });
  const statement = JSON.parse(attached('certificate-statement.json')) as { document: { id: string } };
  expect(statement.document.id).toBe(id);

  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'certificate.pdf');
  const anchor = path.join(folder, 'root.pem');
  writeFileSync(file, bytes);
  writeFileSync(anchor, (await app.anyone.get('/pki/live/root.pem')).bytes);
  const text = execFileSync(outsideTool('pdftotext'), ['-raw', file, '-'], { encoding: 'utf8' }).replaceAll(/\s/g, '');
  for (const printed of [origin, String(size), Buffer.from(root).toString('hex')]) expect(text).toContain(printed);
  const run = spawnSync(process.execPath, [CLI, 'audit', 'verify', file, '--trust', anchor], { encoding: 'utf8' });
  expect([run.status, run.stdout + run.stderr]).toEqual([0, expect.stringContaining(origin)]);
});
