import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { toPem } from '@countersign/pki';
import { expect, test } from 'vitest';

import { completed, sealed } from '../test/documents.ts';
import { makeAuthority, makeSigner } from '../test/kit.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

test('runs the example in the README as written', async () => {
  const [, example = ''] =
    /```ts\n([^]*?)```/.exec(readFileSync(path.join(import.meta.dirname, '../README.md'), 'utf8')) ?? [];
  const authority = await makeAuthority();
  const [ann, bob] = [await makeSigner(authority, 'ann@example.org'), await makeSigner(authority, 'bob@example.org')];
  const { file } = await sealed(authority, await completed(authority, ann, bob));
  const folder = mkdtempSync(path.join(tmpdir(), 'pades-readme-'));
  try {
    writeFileSync(path.join(folder, 'contract.pdf'), file);
    writeFileSync(path.join(folder, 'root.pem'), toPem('CERTIFICATE', authority.root.certificate.der));
    writeFileSync(path.join(folder, 'example.ts'), example);
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const launcher = path.join(ROOT, 'scripts/launch.mjs');
    const { stdout, stderr } = spawnSync(process.execPath, [launcher, 'example.ts'], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'valid All 2 signatures are valid. The document has not been changed since.',
      'null 2026-11-20T10:45:12.345Z B-LTA',
      'ann@example.org 2026-11-20T10:45:12.345Z B-LTA',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
