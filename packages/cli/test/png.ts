import { crc32, deflateSync } from 'node:zlib';

export interface PngFacts {
  readonly width: number;
  readonly height: number;
  /** The PNG color type: 0 for gray, 2 for RGB, 3 for palette, 4 for gray with alpha, and 6 for RGB with alpha. */
  readonly colour: number;
  readonly depth: number;
  /** The bytes of all rows, without filter bytes. */
  readonly rows: readonly number[];
  /** The filter type written for every row. The rows must already be filtered. */
  readonly filter?: number;
  readonly palette?: readonly number[];
  readonly transparent?: readonly number[];
  readonly interlace?: number;
}

export function png(facts: PngFacts): Buffer {
  const { width, height, colour, depth, rows, filter = 0, palette, transparent, interlace = 0 } = facts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, interlace], 8);
  const length = rows.length / height;
  const data = Array.from({ length: height }, (_, row) => [
    filter,
    ...rows.slice(row * length, (row + 1) * length),
  ]).flat();
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', Buffer.from(palette))]),
    ...(transparent === undefined ? [] : [chunk('tRNS', Buffer.from(transparent))]),
    chunk('IDAT', deflateSync(Buffer.from(data))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
