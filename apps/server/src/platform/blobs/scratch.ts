/**
 * Temporary files of one upload. What workers write is encrypted with a key that is never written down, so that nothing readable is on a disk
 * (ADR 67). An outside program reads plain files alone: its own lie in memory, where the system has such a folder.
 */
import { constants } from 'node:fs';
import { access, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DataKey, newDataKey, openChunk, placeOf, plainSize, sealedSize } from '../crypto/sealed-file.ts';
import { randomToken, secretKey } from '../crypto/tokens.ts';

export type SealedFile = { readonly path: string; readonly sealedWith: DataKey };

/** A folder in memory, on Linux. */
const IN_MEMORY = '/dev/shm';

/** Folders for this upload alone, made when first needed. */
export class Scratch {
  #sealed: Promise<string> | undefined;
  #plain: Promise<string> | undefined;

  /** A new name and key. */
  async sealed(): Promise<SealedFile> {
    this.#sealed ??= folderIn(tmpdir());
    return { path: path.join(await this.#sealed, randomToken(12)), sealedWith: newDataKey() };
  }

  /** A name for what an outside program reads or writes. */
  async plain(name: string): Promise<string> {
    this.#plain ??= access(IN_MEMORY, constants.W_OK).then(
      () => folderIn(IN_MEMORY),
      () => folderIn(tmpdir()),
    );
    return path.join(await this.#plain, name);
  }

  async remove(): Promise<void> {
    for (const folder of [this.#sealed, this.#plain])
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
  }
}

const folderIn = (parent: string): Promise<string> => mkdtemp(path.join(parent, 'countersign-upload-'));

/** The plaintext of such a file, chunk by chunk. Throws SealError where it is not the one that was written. */
export async function* readSealed({ path: file, sealedWith }: SealedFile): AsyncGenerator<Buffer> {
  const key = secretKey(sealedWith);
  const handle = await open(file);
  try {
    const { size: stored } = await handle.stat();
    const size = plainSize(stored);
    if (sealedSize(size) !== stored) throw new Error(`${file} was cut off`);
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
