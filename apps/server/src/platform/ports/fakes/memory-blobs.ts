import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { stageFile } from '../../adapters/local-blobs/staging.ts';
import { BlobError, putStaged, splitKey } from '../blob-store.ts';
import type { BlobSource, BlobStore, StagedBlob, StageOptions } from '../blob-store.ts';

const CHUNK = 256 * 1024;

/** A blob store in memory. Staged bytes are in a temporary file, because inspections need a file. */
export function memoryBlobs(): BlobStore {
  const blobs = new Map<string, Buffer>();
  const written = new Map<string, Date>();

  function find(key: string): Buffer {
    splitKey(key);
    const bytes = blobs.get(key);
    if (bytes === undefined) throw new BlobError('not_found', `The blob ${key} does not exist`);
    return bytes;
  }

  async function stage(source: BlobSource, options: StageOptions = {}): Promise<StagedBlob> {
    const folder = await mkdtemp(path.join(tmpdir(), 'countersign-staged-'));
    const file = path.join(folder, 'blob');
    const discard = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const info = await stageFile(file, source, options);
      const commit = async (key: string): Promise<void> => {
        splitKey(key);
        const bytes = await readFile(file);
        if (blobs.has(key)) throw new BlobError('exists', `The blob ${key} already exists`);
        blobs.set(key, bytes);
        written.set(key, new Date());
        await discard();
      };
      return { ...info, path: file, commit, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  return {
    stage,
    put: putStaged(stage),
    get: async (key, options) => {
      const bytes = find(key);
      if (options?.sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') !== options.sha256)
        throw new BlobError('corrupt', `The blob ${key} differs from the stored data`);
      return Buffer.from(bytes);
    },
    stream: (key, range) => {
      async function* read(): AsyncGenerator<Uint8Array> {
        const bytes = find(key).subarray(range?.start ?? 0, range === undefined ? undefined : range.end + 1);
        for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
      }
      return Readable.from(read(), { objectMode: false, highWaterMark: CHUNK });
    },
    size: async (key) => find(key).length,
    delete: async (key) => {
      splitKey(key);
      blobs.delete(key);
    },
    localFile: async (key) => {
      const bytes = find(key);
      const folder = await mkdtemp(path.join(tmpdir(), 'countersign-read-'));
      await writeFile(path.join(folder, 'blob'), bytes);
      return { path: path.join(folder, 'blob'), release: () => rmSync(folder, { recursive: true, force: true }) };
    },
    keys: async function* () {
      yield* blobs.keys();
    },
    modifiedAt: async (key) => {
      find(key);
      return written.get(key) ?? new Date(0);
    },
    sweep: async () => 0,
  };
}
