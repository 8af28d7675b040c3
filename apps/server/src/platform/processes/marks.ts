/**
 * Version marks of cached data, shared by all processes of this machine. If one process changes data, the others see
 * the changed mark immediately, before the change is acknowledged. The marks are in a file without a name that the
 * supervisor opens. Reading a mark takes less than a microsecond, so it can be done for each request (ADR 142).
 */
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MARK_BYTES = 8;
/** The number of marks: one for cached data, and the others for the commits of tenants. */
const MARKS = 4096;
const OF_CACHES = 0;

export class Marks {
  readonly #fd: number;
  readonly #bytes = Buffer.alloc(MARK_BYTES);

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** Creates the file, which exists as long as a process has it open. */
  static create(): number {
    const folder = mkdtempSync(path.join(tmpdir(), 'countersign-marks-'));
    try {
      const fd = openSync(path.join(folder, 'marks'), 'w+', 0o600);
      // The file is written in full now, so that later writes cannot fail because the disk is full.
      writeSync(fd, Buffer.alloc(MARKS * MARK_BYTES), 0, MARKS * MARK_BYTES, 0);
      return fd;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** The mark of cached data. After a change, it differs from every value that was read before. */
  get caches(): number {
    return this.#read(OF_CACHES);
  }

  changeCaches(): void {
    this.#change(OF_CACHES);
  }

  /**
   * Returns the mark of a tenant. Tenants can share a mark. A change to one of them then invalidates the cached data of
   * all of them.
   */
  commits(tenantId: string): number {
    return this.#read(markOf(tenantId));
  }

  changeCommits(tenantId: string): void {
    this.#change(markOf(tenantId));
  }

  #read(mark: number): number {
    readSync(this.#fd, this.#bytes, 0, MARK_BYTES, mark * MARK_BYTES);
    return this.#bytes.readDoubleLE();
  }

  #change(mark: number): void {
    // The value is random, because two processes may write at the same time, and a counter could miss a change.
    this.#bytes.writeDoubleLE(Math.random());
    try {
      writeSync(this.#fd, this.#bytes, 0, MARK_BYTES, mark * MARK_BYTES);
    } catch {
      // The change is already committed, so its caller must not fail. Cached data in other processes expires on its
      // own.
    }
  }
}

/** Hashes with FNV-1a. */
function markOf(tenantId: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < tenantId.length; at += 1) hash = Math.imul(hash ^ tenantId.charCodeAt(at), 0x01_00_01_93);
  return 1 + ((hash >>> 0) % (MARKS - 1));
}
