import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** Runs qpdf on a PDF with these options. */
export async function throughQpdf(bytes: Uint8Array, options: readonly string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-qpdf-'));
  try {
    const [plain, result] = [path.join(folder, 'plain.pdf'), path.join(folder, 'result.pdf')];
    await writeFile(plain, bytes);
    await promisify(execFile)('qpdf', [...options, '--', plain, result]);
    return await readFile(result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Encrypts a PDF with AES-256, by default with only an owner password. `options` are those of qpdf, such as
 * `--modify=none`.
 */
export function encryptedPdf(
  bytes: Uint8Array,
  { user = '', owner = 'owner', options = [] }: { user?: string; owner?: string; options?: readonly string[] } = {},
): Promise<Buffer> {
  return throughQpdf(bytes, ['--encrypt', user, owner, '256', ...options]);
}
