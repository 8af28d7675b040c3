/** The resumable SHA-256 of an upload, which the hash of every later revision continues (ADR 4). */
import { createHasher, type Hasher, hasherAt, positionOf, type Sha256Position } from '@countersign/pdf-sign';
import type { StagedFile } from '../../platform/blobs/checked-blobs.ts';
import { NativeSha256 } from '../../platform/crypto/native-sha256.ts';
import { type PdfPool, PdfTaskError, refusalOf, type RunOptions } from '../../platform/pdf/index.ts';

/**
 * The maximum size of an upload that the main thread hashes, at 290 MB per second. Larger uploads would block it for
 * too long.
 */
const HASHED_HERE_BYTES = 2 ** 20;

type Native = Pick<NativeSha256, 'update' | 'position'>;
type GoOn = (position: Sha256Position) => Native | undefined;

export class UploadHash {
  readonly #hasher: Hasher;
  readonly #goOn: GoOn;
  #native: Native | undefined;
  #size = 0;

  constructor(hasher: Hasher, goOn: GoOn = (position) => NativeSha256.at(position)) {
    this.#hasher = hasher;
    this.#goOn = goOn;
  }

  static async begin(): Promise<UploadHash> {
    return new UploadHash(await createHasher('sha256'));
  }

  update(piece: Uint8Array): void {
    const before = this.#size;
    this.#size += piece.length;
    if (this.#size <= HASHED_HERE_BYTES) {
      this.#hasher.update(piece);
      return;
    }
    if (before <= HASHED_HERE_BYTES) this.#native = this.#goOn(positionOf(this.#hasher.save()));
    this.#native?.update(piece);
  }

  /**
   * Returns the state after the last byte. For a large file, the state is read from OpenSSL's hash. If that is not
   * possible or does not match the file's hash, a worker computes the state from the staged file.
   */
  async state(pdf: PdfPool, { part, sha256 }: StagedFile, run: RunOptions): Promise<Buffer> {
    if (this.#size <= HASHED_HERE_BYTES) return Buffer.from(this.#hasher.save());
    const made = this.#native && (await hasherAt(this.#native.position()));
    if (made?.digest().toString('hex') === sha256) return Buffer.from(made.save());
    const read = await pdf.hashState({ parts: [part] }, run).catch((error: unknown) => {
      throw (error instanceof PdfTaskError && refusalOf(error)) || error;
    });
    if (read.sha256 !== sha256) throw new Error('a staged file changed before it was read back');
    return Buffer.from(read.state);
  }
}
