/**
 * Temporary files of one upload, encrypted with a key that is never stored, so that nothing readable is on disk (ADR
 * 67).
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DataKey, newDataKey, openChunk, placeOf, plainSize, sealedSize } from '../crypto/sealed-file.ts';
import { randomToken, secretKey } from '../crypto/tokens.ts';

export type SealedFile = { readonly path: string; readonly sealedWith: DataKey };

/** A folder for one upload only, created when it is first needed. */
export class Scratch {
  #folder: Promise<string> | undefined;

  async sealed(): Promise<SealedFile> {
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'countersign-upload-'));
    return { path: path.join(await this.#folder, randomToken(12)), sealedWith: newDataKey() };
  }

  async remove(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true });
  }
}

/** Yields the plaintext of a scratch file, chunk by chunk. Throws SealError if it is not the file that was written. */
export async function* readSealed({ path: file, sealedWith }: SealedFile): AsyncGenerator<Buffer> {
  const key = secretKey(sealedWith);
  const handle = await open(file);
  try {
    const { size: stored } = await handle.stat();
    const size = plainSize(stored);
    if (sealedSize(size) !== stored) throw new Error(`${file} is incomplete`);
    for (let index = 0; ; index += 1) {
      const { start, length, isLast } = placeOf(index, size);
      const { buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, start);
      yield openChunk(key, { index, isLast }, buffer);
      if (isLast) return;
    }
  } finally {
    await handle.close();
  }
}
