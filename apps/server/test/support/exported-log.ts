/** Exports the audit log of an organization to a folder, and returns the result of `countersign audit verify`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { cli } from '../../../../packages/cli/test/harness.ts';
import { exportLog } from '../../src/features/transparency-log/export-log.ts';
import type { TestApp } from './app.ts';

/** All files of a worker share this module, so the folder lasts as long as the worker. */
const root = mkdtempSync(path.join(tmpdir(), 'countersign-exported-log-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
let folders = 0;

/** Writes the files that an organization's export contains below `audit-log`. */
export async function writeExport(app: TestApp, tenantId = app.tenant.tenantId): Promise<string> {
  folders += 1;
  const folder = path.join(root, `export-${folders}`);
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { files, next } = await exportLog(app.services, tenantId, cursor);
    for (const file of files) {
      const content = await file.read();
      const at = path.join(folder, file.path);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, content instanceof Uint8Array ? content : await buffer(content.open()));
    }
    cursor = next;
  }
  return folder;
}

/** Writes a file to the folder that contains the exports. */
export function writeBeside(name: string, content: string | Uint8Array): string {
  const at = path.join(root, name);
  writeFileSync(at, content);
  return at;
}

export type Verified = { code: number | null; valid: boolean; fault?: { code: string; message: string } };

export async function auditVerify(folder: string, ...options: string[]): Promise<Verified> {
  const { code, out } = await cli(['audit', 'verify', folder, '--json', ...options]);
  const { valid, fault, error } = JSON.parse(out) as Verified & { error?: Verified['fault'] };
  const found = fault ?? error;
  return { code, valid: valid ?? false, ...(found && { fault: found }) };
}
