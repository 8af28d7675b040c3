/**
 * Local copies of stored files for readers that need a path: created on demand, kept for a minute, and limited in size.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { LocalFile } from '../../ports/blob-store.ts';
import type { StagedFile, StagingFolder } from '../local-blobs/staging-folder.ts';

/**
 * The time for which a copy is kept. A document's pages are viewed one after another, but the file should be fetched
 * only once.
 */
const KEPT_MS = 60_000;
/** The size limit for copies that are not being read. */
const KEPT_BYTES = 512 * 2 ** 20;
const AT_ONCE = 4;

type Copy = {
  readonly file: StagedFile;
  readonly ready: Promise<void>;
  readers: number;
  size: number;
  timer: NodeJS.Timeout | undefined;
};

export class LocalCopies {
  readonly #staging: StagingFolder;
  readonly #copies = new Map<string, Copy>();
  readonly #waiting: (() => void)[] = [];
  #copying = 0;

  constructor(staging: StagingFolder) {
    this.#staging = staging;
  }

  async borrow(key: string, read: () => Readable): Promise<LocalFile> {
    const copy = this.#copies.get(key) ?? this.#make(key, read);
    copy.readers += 1;
    clearTimeout(copy.timer);
    let isLent = true;
    const release = (): void => {
      if (!isLent) return;
      isLent = false;
      copy.readers -= 1;
      if (copy.readers > 0) return;
      if (this.#copies.get(key) !== copy) return void copy.file.remove();
      copy.timer = setTimeout(() => this.forget(key), KEPT_MS).unref();
      // Moves the copy to the end, where the most recently used copy is.
      this.#copies.delete(key);
      this.#copies.set(key, copy);
      this.#makeRoom();
    };
    try {
      await copy.ready;
      return { path: copy.file.path, release };
    } catch (error) {
      if (this.#copies.get(key) === copy) this.#copies.delete(key);
      release();
      throw error;
    }
  }

  /** Removes the copy. Current readers can finish reading. */
  forget(key: string): void {
    const copy = this.#copies.get(key);
    if (!copy) return;
    this.#copies.delete(key);
    clearTimeout(copy.timer);
    if (copy.readers === 0) void copy.file.remove();
  }

  #make(key: string, read: () => Readable): Copy {
    const file = this.#staging.reserve();
    const copy: Copy = {
      file,
      ready: this.#fill(file, read, (size) => (copy.size = size)),
      readers: 0,
      size: 0,
      timer: undefined,
    };
    this.#copies.set(key, copy);
    return copy;
  }

  async #fill(file: StagedFile, read: () => Readable, note: (size: number) => void): Promise<void> {
    if (this.#copying >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#copying += 1;
    try {
      const target = createWriteStream(file.path, { flags: 'wx', mode: 0o600 });
      await pipeline(read(), target);
      note(target.bytesWritten);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#copying -= 1;
    }
  }

  #makeRoom(): void {
    const idle = [...this.#copies].filter(([, { readers }]) => readers === 0);
    let kept = idle.reduce((sum, [, { size }]) => sum + size, 0);
    for (const [key, { size }] of idle) {
      if (kept <= KEPT_BYTES) return;
      this.forget(key);
      kept -= size;
    }
  }
}
