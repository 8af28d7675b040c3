import { writeFile } from 'node:fs/promises';
import { inFolder, runTool } from './folder.ts';

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
  return inFolder(async (file) => {
    await Promise.all([writeFile(file('signed.pdf'), pdf), writeFile(file('root.pem'), root)]);
    const database = `sql:${file('')}`;
    await runTool('certutil', ['-N', '-d', database, '--empty-password']);
    await runTool('certutil', ['-A', '-d', database, '-n', 'root', '-t', 'CT,C,C', '-i', file('root.pem')]);
    const { stdout } = await runTool('pdfsig', ['-nssdir', database, file('signed.pdf')]);
    return stdout
      .toString()
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .map(readSignature);
  });
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
