/**
 * A zip file written while it is read (PKWARE APPNOTE 6.3.10): nothing is compressed, since PDFs are already; check sums follow
 * the data (general purpose flag 3), so that every file is read once; the size is known before. Up to 4 GB, as our files are.
 */
import { crc32 } from 'node:zlib';
import type { Readable } from 'node:stream';

export type ZipEntry = {
  /** Within the zip, with `/` between folders. */
  name: string;
  size: number;
  read: () => Readable | Uint8Array;
};

const LOCAL_HEADER = 30;
const DESCRIPTOR = 16;
const CENTRAL_HEADER = 46;
const END = 22;
/** Sizes and check sum follow the data (bit 3); names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;

export function zipSize(entries: readonly ZipEntry[]): number {
  const own = entries.reduce((sum, { name, size }) => {
    const length = Buffer.byteLength(name);
    return sum + LOCAL_HEADER + length + size + DESCRIPTOR + CENTRAL_HEADER + length;
  }, 0);
  return own + END;
}

export async function* zipStream(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Uint8Array> {
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const local = Buffer.alloc(LOCAL_HEADER);
    local.writeUInt32LE(0x0403_4b50, 0);
    writeCommon(local, 4, at);
    local.writeUInt16LE(name.length, 26);
    yield Buffer.concat([local, name]);
    let sum = 0;
    const source = entry.read();
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      sum = crc32(chunk as Uint8Array, sum);
      yield chunk as Uint8Array;
    }
    const descriptor = Buffer.alloc(DESCRIPTOR);
    descriptor.writeUInt32LE(0x0807_4b50, 0);
    descriptor.writeUInt32LE(sum, 4);
    descriptor.writeUInt32LE(entry.size, 8);
    descriptor.writeUInt32LE(entry.size, 12);
    yield descriptor;
    const header = Buffer.alloc(CENTRAL_HEADER);
    header.writeUInt32LE(0x0201_4b50, 0);
    header.writeUInt16LE(VERSION, 4);
    writeCommon(header, 6, at);
    descriptor.copy(header, 16, 4);
    header.writeUInt16LE(name.length, 28);
    header.writeUInt32LE(offset, 42);
    central.push(header, name);
    offset += LOCAL_HEADER + name.length + entry.size + DESCRIPTOR;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(END);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([directory, end]);
}

/** Version, flags, method "stored" and the time, which stand alike in both headers. */
function writeCommon(header: Buffer, from: number, at: Date): void {
  header.writeUInt16LE(VERSION, from);
  header.writeUInt16LE(FLAGS, from + 2);
  header.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), from + 6);
  header.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), from + 8);
}
