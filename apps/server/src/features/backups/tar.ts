/** Streams a tar archive (POSIX.1-1988, ustar) of files with known sizes, without buffering. */

export type TarEntry = { name: string; size: number; read: () => AsyncIterable<Uint8Array> };

const BLOCK = 512;
const NAME_BYTES = 100;

/** @throws Error if a name is too long, or if a file yields a different number of bytes than its entry states */
export async function* tar(entries: AsyncIterable<TarEntry>, at: Date): AsyncGenerator<Uint8Array> {
  for await (const { name, size, read } of entries) {
    yield headerOf(name, size, at);
    let given = 0;
    for await (const piece of read()) {
      given += piece.length;
      yield piece;
    }
    if (given !== size) throw new Error(`${name} has ${given} bytes, not ${size}`);
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function headerOf(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new Error(`the name ${name} is too long for a tar archive`);
  const header = Buffer.alloc(BLOCK);
  const write = (text: string, offset: number): void => void header.write(text, offset, 'latin1');
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  write(name, 0);
  write(`${octal(0o600, 7)}\0`, 100);
  write(`${octal(0, 7)}\0${octal(0, 7)}\0`, 108);
  if (size < 8 ** 11) write(`${octal(size, 11)}\0`, 124);
  else {
    // Encodes sizes over eight gigabytes in base 256, as GNU tar does. All common tar readers support this.
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  write(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136);
  write('        ', 148);
  write('0', 156);
  write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${octal(sum, 6)}\0 `, 148);
  return header;
}
