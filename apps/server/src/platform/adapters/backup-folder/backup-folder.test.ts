import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backupTargetContract } from '../../ports/backup-target.contract.ts';
import { backupFolder } from './index.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

backupTargetContract('a folder', () => backupFolder(path.join(folder, 'contract')));

test('removes partial files that a killed process left at any depth of the backup folder', async () => {
  const deep = path.join(folder, 'swept', 'blobs', 'generation', 'tenant');
  mkdirSync(deep, { recursive: true });
  writeFileSync(path.join(deep, '.writing-0123456789abcdef'), 'half');
  writeFileSync(path.join(deep, 'whole'), 'whole');
  await backupFolder(path.join(folder, 'swept')).sweep('blobs/generation/');
  expect(readdirSync(deep)).toEqual(['whole']);
});
