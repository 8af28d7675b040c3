import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { completed, foreignFile } from '../packages/pades/test/documents.ts';
import { container, makeAuthority, makeSigner } from '../packages/pades/test/kit.ts';
import { verifyGenuine } from './genuine.ts';

it('compares the results of Countersign and pdfsig, and reports files that only Countersign considers changed', async () => {
  const authority = await makeAuthority();
  const [ann, bob] = [await makeSigner(authority, 'ann@example.org'), await makeSigner(authority, 'bob@example.org')];
  const { file } = await completed(authority, ann, bob);
  // Unlike our verifier, pdfsig reports a signature as valid even if unsigned bytes were appended after it.
  const other = await foreignFile('adbe.pkcs7.detached', (digest) => container(ann, digest('sha256'), null));
  const appended = Buffer.concat([other, Buffer.from('1 0 obj\n<<>>\nendobj\n')]);
  const changed = Buffer.from(file);
  changed[changed.indexOf('Lease')] = 0x6c;
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-genuine-'));
  try {
    mkdirSync(path.join(folder, 'below'));
    const files = {
      'below/genuine.pdf': file,
      'below/copy.pdf': file,
      'changed.pdf': changed,
      'appended.pdf': appended,
    };
    for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
    expect(await verifyGenuine(folder)).toMatchObject({
      signed: 3,
      compared: 2,
      falseAlarms: [{ file: 'appended.pdf' }],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
