/** Requests an export, waits for it, downloads it and unpacks it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DataExport, Id } from '@countersign/contract';
import { expect, onTestFinished } from 'vitest';
import { outsideTool } from '../../../../scripts/outside-tools.ts';
import type { Caller } from './caller.ts';
import { until } from './until.ts';

const PATH = '/api/legal/exports';

export async function readyExport(by: Caller, scope: DataExport['scope']): Promise<DataExport> {
  const asked = await by.post<'exportData'>('/api/legal/export-data', { scope });
  expect(asked.status, asked.text).toBe(202);
  return waitFor(by, asked.body.exportId);
}

export const waitFor = (by: Caller, id: Id<'export'>): Promise<DataExport> =>
  until('the export to end', async () => {
    const { body } = await by.get<'getExport'>(`${PATH}/${id}`);
    return body.export.status !== 'running' && body.export;
  });

/** Unpacks an export. Returns the folder and the paths of its files. */
export function unpack(zip: Uint8Array): { folder: string; files: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'all.zip'), zip);
  execFileSync(outsideTool('unzip'), ['-q', 'all.zip', '-d', 'all'], { cwd: folder });
  const all = path.join(folder, 'all');
  const entries = readdirSync(all, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return {
    folder: all,
    files: entries.map((one) => path.relative(all, path.join(one.parentPath, one.name))).toSorted(),
  };
}
