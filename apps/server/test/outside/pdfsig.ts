import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { outsideTool } from '../../../../scripts/outside-tools.ts';

const run = promisify(execFile);

export interface PdfsigSignature {
  field: string;
  commonName: string;
  /** As /SubFilter names it. */
  type: string;
  /** Undefined where poppler cannot judge this type. */
  signature: string | undefined;
  certificate: string | undefined;
}

/** What poppler says about each signature of a file, with `root` (PEM) as the only authority it trusts. */
export async function judgeByPdfsig(pdf: Uint8Array, root: string): Promise<PdfsigSignature[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-pdfsig-'));
  try {
    const [file, rootFile, database] = [path.join(folder, 'signed.pdf'), path.join(folder, 'root.pem'), `sql:${folder}`];
    await Promise.all([writeFile(file, pdf), writeFile(rootFile, root)]);
    const certutil = outsideTool('certutil');
    await run(certutil, ['-N', '-d', database, '--empty-password']);
    await run(certutil, ['-A', '-d', database, '-n', 'root', '-t', 'CT,C,C', '-i', rootFile]);
    const { stdout } = await run(outsideTool('pdfsig'), ['-nssdir', database, file], {
      // Local dates and translated sentences could not be compared.
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    return stdout.split(/^Signature #\d+:$/m).slice(1).map(readSignature);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readSignature(text: string): PdfsigSignature {
  const value = (name: string): string | undefined => new RegExp(`^  - ${name}: (.*)$`, 'm').exec(text)?.[1]?.trim();
  return {
    field: value('Signature Field Name') ?? '',
    commonName: value('Signer Certificate Common Name') ?? '',
    type: value('Signature Type') ?? '',
    signature: value('Signature Validation'),
    certificate: value('Certificate Validation'),
  };
}
