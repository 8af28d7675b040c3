/**
 * Writes a zip in parts (ADR 64). Each part contains whole entries, and starts at a known offset in the zip. The
 * central directory of a part is stored separately. The zip ends with all of these directories, one after another, and
 * `endOfZip`. Sizes and checksums come before the bytes, so that programs can read a zip as a stream (APPNOTE 6.3.10,
 * sections 4.3 to 4.5).
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib';

/** A file of `size` bytes. `open` may be called more than once. */
export type Pieces = { size: number; open: () => AsyncIterable<Uint8Array> };

const VERSION = 20;
const VERSION_ZIP64 = 45;
/** The flag which states that names are in UTF-8. */
const UTF8 = 0x0800;
/** The flag which states that the checksum follows the bytes of the entry. */
const DESCRIPTOR = 0x0008;
/** The lengths of the records in a zip: those of an entry, without its name, and the record at the end. */
const LOCAL_HEADER = 30;
const DATA_DESCRIPTOR = 16;
const DIRECTORY_RECORD = 46;
const END = 22;
const STORED = 0;
const DEFLATED = 8;
const FULL_32 = 0xff_ff_ff_ff;
const FULL_16 = 0xff_ff;
/** The attributes of a regular file that its owner can write and everybody can read, in Unix notation. */
const ATTRIBUTES = 0o100644 * 0x1_00_00;
const UNIX = 3;
/** The size below which data is not worth compressing. */
const SMALL = 128;
/**
 * The size up to which data is compressed in this thread. This takes at most a millisecond, which is faster than a
 * round trip to another thread and uses less memory.
 */
const AT_ONCE = 64 * 2 ** 10;

const deflate = promisify(deflateRaw);

function deflated(content: Uint8Array): Uint8Array | Promise<Uint8Array> {
  if (content.length < SMALL) return content;
  return content.length <= AT_ONCE ? deflateRawSync(content) : deflate(content);
}

type Entry = { name: Buffer; method: number; crc: number; packed: number; size: number; flags?: number };

export class ZipWriter {
  readonly #start: number;
  readonly #at: Buffer;
  readonly #directory: Buffer[] = [];
  #written = 0;

  /** @param start the offset of the part in the zip  @param at the time of every entry */
  constructor(start: number, at: Date) {
    this.#start = start;
    this.#at = dosTime(at);
  }

  get size(): number {
    return this.#written;
  }

  get entries(): number {
    return this.#directory.length;
  }

  get directory(): Buffer {
    return Buffer.concat(this.#directory);
  }

  /** Adds bytes in memory, compressed if that makes them smaller. */
  async *add(path: string, content: Uint8Array): AsyncGenerator<Uint8Array> {
    const packed = await deflated(content);
    const isSmaller = packed.length < content.length;
    const bytes = isSmaller ? packed : content;
    const method = isSmaller ? DEFLATED : STORED;
    const name = nameOf(path);
    yield this.#head({ name, method, crc: crc32(content), packed: bytes.length, size: content.length });
    yield bytes;
    this.#written += bytes.length;
  }

  /**
   * Adds a file without compression, because PDF files and images are already compressed. The file is read twice, for
   * the checksum and for writing, so that an unreadable file is not partly written.
   */
  async *addFile(path: string, { size, open }: Pieces): AsyncGenerator<Uint8Array> {
    let crc = 0;
    for await (const piece of open()) crc = crc32(piece, crc);
    yield this.#head({ name: nameOf(path), method: STORED, crc, packed: size, size });
    let left = size;
    for await (const piece of open()) {
      left -= piece.length;
      yield piece;
    }
    if (left !== 0) throw new Error(`${path} has ${size - left} bytes instead of the declared ${size}`);
    this.#written += size;
  }

  /**
   * Adds an uncompressed file that is read once. Its checksum follows in a data descriptor (APPNOTE 6.3.10, section
   * 4.3.9).
   */
  async *addStream(path: string, { size, open }: Pieces): AsyncGenerator<Uint8Array> {
    const offset = this.#start + this.#written;
    const entry = { name: nameOf(path), method: STORED, crc: 0, packed: size, size, flags: DESCRIPTOR };
    yield this.#localHeader({ ...entry, packed: 0, size: 0 });
    let crc = 0;
    let left = size;
    for await (const piece of open()) {
      crc = crc32(piece, crc);
      left -= piece.length;
      if (left < 0) break;
      yield piece;
    }
    if (left !== 0) throw new Error(`${path} does not have the declared size of ${size} bytes`);
    this.#directory.push(this.#directoryEntry({ ...entry, crc }, offset));
    const descriptor = Buffer.alloc(DATA_DESCRIPTOR);
    descriptor.writeUInt32LE(0x08_07_4b_50, 0);
    descriptor.writeUInt32LE(crc, 4);
    descriptor.writeUInt32LE(size, 8);
    descriptor.writeUInt32LE(size, 12);
    yield descriptor;
    this.#written += size + descriptor.length;
  }

  #head(entry: Entry): Buffer {
    this.#directory.push(this.#directoryEntry(entry, this.#start + this.#written));
    return this.#localHeader(entry);
  }

  #localHeader(entry: Entry): Buffer {
    const local = Buffer.alloc(LOCAL_HEADER);
    local.writeUInt32LE(0x04_03_4b_50, 0);
    this.#common(entry, VERSION).copy(local, 4);
    const header = Buffer.concat([local, entry.name]);
    this.#written += header.length;
    return header;
  }

  #directoryEntry(entry: Entry, offset: number): Buffer {
    const isFar = offset >= FULL_32;
    const record = Buffer.alloc(DIRECTORY_RECORD);
    record.writeUInt32LE(0x02_01_4b_50, 0);
    const version = isFar ? VERSION_ZIP64 : VERSION;
    record.writeUInt16LE((UNIX << 8) | version, 4);
    this.#common(entry, version).copy(record, 6);
    record.writeUInt16LE(isFar ? 12 : 0, 30);
    record.writeUInt32LE(ATTRIBUTES, 38);
    record.writeUInt32LE(isFar ? FULL_32 : offset, 42);
    const extra = Buffer.alloc(isFar ? 12 : 0);
    if (isFar) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(8, 2);
      extra.writeBigUInt64LE(BigInt(offset), 4);
    }
    return Buffer.concat([record, entry.name, extra]);
  }

  /**
   * Returns the fields that both records of an entry share. No file here reaches 4 GB, which would need larger size
   * fields.
   */
  #common({ name, method, crc, packed, size, flags = 0 }: Entry, version: number): Buffer {
    const common = Buffer.alloc(24);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(UTF8 | flags, 2);
    common.writeUInt16LE(method, 4);
    this.#at.copy(common, 6);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(packed, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    return common;
  }
}

/**
 * Returns the length of a zip to which `addStream` adds each of these files. Valid only for zips with less than 4 GB
 * and fewer than 65,535 entries. Throws for a path that leads out of the target folder.
 */
export function zipSize(entries: readonly { path: string; size: number }[]): number {
  const records = LOCAL_HEADER + DATA_DESCRIPTOR + DIRECTORY_RECORD;
  return entries.reduce((sum, { path, size }) => sum + records + 2 * nameOf(path).length + size, END);
}

/**
 * Returns the end of the zip, after the central directory, which is `size` bytes long, lists `entries` and begins at
 * `start`.
 */
export function endOfZip({ entries, size, start }: { entries: number; size: number; start: number }): Buffer {
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(entries, FULL_16), 8);
  end.writeUInt16LE(Math.min(entries, FULL_16), 10);
  end.writeUInt32LE(Math.min(size, FULL_32), 12);
  end.writeUInt32LE(Math.min(start, FULL_32), 16);
  if (entries < FULL_16 && size < FULL_32 && start < FULL_32) return end;
  const far = Buffer.alloc(56 + 20);
  far.writeUInt32LE(0x06_06_4b_50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE((UNIX << 8) | VERSION_ZIP64, 12);
  far.writeUInt16LE(VERSION_ZIP64, 14);
  far.writeBigUInt64LE(BigInt(entries), 24);
  far.writeBigUInt64LE(BigInt(entries), 32);
  far.writeBigUInt64LE(BigInt(size), 40);
  far.writeBigUInt64LE(BigInt(start), 48);
  far.writeUInt32LE(0x07_06_4b_50, 56);
  far.writeBigUInt64LE(BigInt(start + size), 64);
  far.writeUInt32LE(1, 72);
  return Buffer.concat([far, end]);
}

/** Removes characters that Windows refuses in names, and never returns a path out of the target folder. */
function nameOf(path: string): Buffer {
  const safe = path.replaceAll(/[\\:*?"<>|\p{Cc}]/gu, '_');
  if (safe.startsWith('/') || safe.split('/').some((part) => part === '..' || part === ''))
    throw new Error(`${JSON.stringify(path)} is not a valid path in a ZIP file`);
  return Buffer.from(safe);
}

/** Returns time and date in MS-DOS format, in UTC. The format counts years from 1980. */
function dosTime(at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const both = Buffer.alloc(4);
  both.writeUInt16LE(time, 0);
  both.writeUInt16LE(date, 2);
  return both;
}
