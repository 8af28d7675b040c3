/**
 * Converts a data folder to one stream, and back: for each file a line of JSON with its name and size, then its bytes.
 * For a folder, there is only this line. The data folder is read while the server writes: files that vanish are
 * skipped, and replaying the log corrects files that change during the copy.
 */
import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Duplex } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError } from '../backup/errors.ts';

/**
 * Files that only the running server uses, or that the next server recreates ("Making a Base Backup Using the Low Level
 * API" in PostgreSQL's manual).
 */
const EMPTY = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|server\.lock|backup_label.*|tablespace_map.*|recovery\.signal|.*\/?pgsql_tmp[^/]*|.*\/?pg_internal\.init[^/]*)$/;
const CONTROL = 'global/pg_control';
const READ_BYTES = 256 * 1024;
const NAME_BYTES = 4096;

export type DataCount = { files: number; bytes: number };

/** Yields all files except the exclusions. `pg_control`, which states where replay begins, comes last. */
export async function* dataFiles(folder: string, counted: DataCount, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  async function* below(name: string): AsyncGenerator<Uint8Array> {
    const entries = await readdir(join(folder, name), { withFileTypes: true }).catch(absent);
    for (const entry of entries ?? []) {
      const path = name === '' ? entry.name : `${name}/${entry.name}`;
      if (path === CONTROL || LEFT_OUT.test(path)) continue;
      if (entry.isDirectory()) {
        if (EMPTY.has(name)) continue;
        yield line({ folder: path });
        yield* below(path);
      } else if (entry.isFile() && !EMPTY.has(name)) yield* fileAt(folder, path, counted, signal);
      else if (!entry.isFile()) throw new BackupError('incomplete', `The database stores ${path} outside its folder.`);
    }
  }
  yield* below('');
  for (const path of EMPTY) if (path.startsWith('pg_wal/')) yield line({ folder: path });
  const control = await readSettled(join(folder, CONTROL));
  yield line({ file: CONTROL, size: control.length });
  yield control;
  counted.files += 1;
  counted.bytes += control.length;
}

const line = (entry: { folder: string } | { file: string; size: number }): Buffer =>
  Buffer.from(`${JSON.stringify(entry)}\n`);

/**
 * Yields a file with the length that it had when it was opened. If it has become shorter, zeros replace the missing
 * bytes, because replay expects zeros for a missing page.
 */
async function* fileAt(
  folder: string,
  path: string,
  counted: DataCount,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const handle = await open(join(folder, path)).catch(absent);
  if (!handle) return;
  try {
    const { size } = await handle.stat();
    yield line({ file: path, size });
    for (let at = 0; at < size;) {
      signal.throwIfAborted();
      const length = Math.min(READ_BYTES, size - at);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === 0) {
        yield Buffer.alloc(length);
        at += length;
      } else {
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    }
    counted.files += 1;
    counted.bytes += size;
  } finally {
    await handle.close();
  }
}

/** Reads the control file. It is short and written in one go, so two equal reads rule out a partial write. */
async function readSettled(file: string): Promise<Buffer> {
  const read = async (): Promise<Buffer> => {
    const handle = await open(file);
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  };
  for (let before = await read(); ;) {
    const now = await read();
    if (now.equals(before)) return now;
    before = now;
  }
}

/** Recreates the folder from the output of `dataFiles`. @throws BackupError `damaged` */
export async function unpackDataFiles(source: AsyncIterable<Uint8Array>, folder: string): Promise<DataCount> {
  const reader = new Reader(source);
  const made: DataCount = { files: 0, bytes: 0 };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let entry = await reader.line(); entry !== undefined; entry = await reader.line()) {
    const { folder: below, file, size } = parse(entry);
    const name = below ?? file ?? '';
    if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(name) || name.split('/').includes('..'))
      throw new BackupError('damaged', 'The base backup contains an invalid file name.');
    if (below !== undefined) {
      await mkdir(join(folder, below), { recursive: true, mode: 0o700 });
      continue;
    }
    const handle = await open(join(folder, name), 'wx', 0o600);
    try {
      await reader.copy(size, handle);
    } finally {
      await handle.close();
    }
    made.files += 1;
    made.bytes += size;
  }
  return made;
}

function parse(text: string): { folder?: string; file?: string; size: number } {
  try {
    const entry = JSON.parse(text) as { folder?: string; file?: string; size?: number };
    return { ...entry, size: entry.size ?? 0 };
  } catch (cause) {
    throw new BackupError('damaged', 'The base backup was changed after it was written.', { cause });
  }
}

class Reader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async #more(): Promise<Uint8Array | undefined> {
    const next = await this.#source.next();
    return next.done === true ? undefined : next.value;
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const text = Buffer.from(this.#rest.subarray(0, end)).toString('utf8');
        this.#rest = this.#rest.subarray(end + 1);
        return text;
      }
      const more = this.#rest.length > NAME_BYTES ? undefined : await this.#more();
      if (more === undefined) {
        if (this.#rest.length === 0) return undefined;
        throw new BackupError('damaged', 'The base backup is truncated within a line.');
      }
      this.#rest = this.#rest.length === 0 ? more : Buffer.concat([this.#rest, more]);
    }
  }

  async copy(size: number, to: FileHandle): Promise<void> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const more = await this.#more();
        if (more === undefined) throw new BackupError('damaged', 'The base backup is truncated within a file.');
        this.#rest = more;
      }
      const piece = this.#rest.subarray(0, left);
      await to.writeFile(piece);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
    }
  }
}

/** Compresses the data as zstd (RFC 8878). */
export const compressed = (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  through(source, createZstdCompress());
export const decompressed = (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> =>
  through(source, createZstdDecompress());

async function* through(source: AsyncIterable<Uint8Array>, transform: Duplex): AsyncGenerator<Uint8Array> {
  const flow = pipeline(source, transform);
  // Reading the stream below throws the same error. An error after the reader has stopped does not matter.
  flow.catch(() => {});
  yield* transform as AsyncIterable<Uint8Array>;
  await flow;
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
