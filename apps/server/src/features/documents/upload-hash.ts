/** The resumable SHA-256 of an upload, from which every later revision's hash goes on. */
import { createHasher, type Hasher } from '@countersign/pdf-sign';
import type { StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { type PdfPool, PdfTaskError, refusalOf, type RunOptions } from '../../platform/pdf/index.ts';

/** Beyond it the server's own thread, on which everybody waits, would be kept too long: 290 MB a second. */
const HASHED_HERE_BYTES = 2 ** 20;

export class UploadHash {
  readonly #hasher: Hasher;
  #size = 0;

  constructor(hasher: Hasher) {
    this.#hasher = hasher;
  }

  static async begin(): Promise<UploadHash> {
    return new UploadHash(await createHasher('sha256'));
  }

  update(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size <= HASHED_HERE_BYTES) this.#hasher.update(piece);
  }

  /** The state after the last byte; of a large file a worker makes it, which reads what was staged. */
  async state(pdf: PdfPool, { part, sha256 }: StagedFile, run: RunOptions): Promise<Buffer> {
    if (this.#size <= HASHED_HERE_BYTES) return Buffer.from(this.#hasher.save());
    const read = await pdf.hashState({ parts: [part] }, run).catch((error: unknown) => {
      throw (error instanceof PdfTaskError && refusalOf(error)) || error;
    });
    if (read.sha256 !== sha256) throw new Error('a staged file was read back as another one');
    return Buffer.from(read.state);
  }
}
