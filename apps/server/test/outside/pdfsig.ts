import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inFolder, runTool } from './folder.ts';

export interface PdfsigSignature {
  field: string;
  commonName: string;
  /** The value of /SubFilter. */
  type: string;
  /** The result. Undefined if poppler cannot verify this type. */
  signature: string | undefined;
  certificate: string | undefined;
}

/** Returns poppler's result for each signature in a file, with `root` (PEM) as the only trust anchor. */
export async function judgeByPdfsig(pdf: Uint8Array, root: string): Promise<PdfsigSignature[]> {
  return inFolder(async (file) => {
    await writeFile(file('signed.pdf'), pdf);
    await trustOnly(root, file(''));
    return readSignatures((await runTool('pdfsig', ['-nssdir', `sql:${file('')}`, file('signed.pdf')])).stdout);
  });
}

/** Creates a certificate database that contains one authority in a folder. */
export async function trustOnly(root: string, folder: string): Promise<void> {
  const certificate = path.join(folder, 'root.pem');
  await writeFile(certificate, root);
  await runTool('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
  await runTool('certutil', ['-A', '-d', `sql:${folder}`, '-n', 'root', '-t', 'CT,C,C', '-i', certificate]);
}

/** Poppler never finishes reading a field whose /Kids refer back to the field. */
const TIMEOUT_MS = 20_000;

/** Runs pdfsig on any kind of file. A file that pdfsig cannot read has no signatures. */
export async function pdfsig(file: string, trust: string): Promise<PdfsigSignature[]> {
  const { stdout } = await runTool('pdfsig', ['-nssdir', `sql:${trust}`, file], { timeoutMs: TIMEOUT_MS }).catch(
    () => ({
      stdout: Buffer.alloc(0),
    }),
  );
  return readSignatures(stdout);
}

const readSignatures = (stdout: Buffer): PdfsigSignature[] =>
  stdout
    .toString()
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map(readSignature);

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
