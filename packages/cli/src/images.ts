import { deflateSync, inflateSync } from 'node:zlib';

import type { ImageResource } from '@countersign/pdf-sign';

import { CommandError, ExitCode } from './command-error.ts';

// Images for a signature appearance. Supports PNG, with or without alpha, and JPEG, which PDF embeds unchanged.

const MAX_PIXELS = 16 * 2 ** 20;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** Converts an image for use in a PDF. Throws CommandError (1) if the image cannot be read. */
export function readImage(bytes: Buffer, name: string): ImageResource {
  const fail = (why: string): never => {
    throw new CommandError(ExitCode.invalid, `${name} cannot be used as an image: ${why}.`);
  };
  const isPng = bytes.subarray(0, 8).equals(PNG);
  if (!isPng && !(bytes[0] === 0xff && bytes[1] === 0xd8)) return fail('it is neither PNG nor JPEG');
  try {
    return isPng ? readPng(bytes, fail) : readJpeg(bytes, fail);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    // Errors that zlib and Buffer throw for truncated or invalid data.
    throw new CommandError(ExitCode.invalid, `${name} cannot be used as an image: it is damaged.`, cause);
  }
}

type Fail = (why: string) => never;

function checkSize(width: number, height: number, fail: Fail): void {
  if (width < 1 || height < 1) fail('it is empty');
  if (width * height > MAX_PIXELS) fail(`it has more than ${MAX_PIXELS / 2 ** 20} megapixels`);
}

/** The frame headers of Huffman-coded JPEG images (ITU-T T.81 B.2.2): baseline, extended and progressive. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

function readJpeg(bytes: Buffer, fail: Fail): ImageResource {
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (FRAMES.has(marker)) {
      const [depth, height, width, components] = [
        bytes.readUInt8(at + 4),
        bytes.readUInt16BE(at + 5),
        bytes.readUInt16BE(at + 7),
        bytes.readUInt8(at + 9),
      ];
      checkSize(width, height, fail);
      if (depth !== 8 || (components !== 1 && components !== 3)) return fail('it is not 8-bit grayscale or RGB');
      return { width, height, rgb: bytes, jpeg: components === 1 ? 'gray' : 'rgb' };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return fail('it is damaged');
}

/** The samples per pixel for each color type (PNG §11.2.2). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function readPng(bytes: Buffer, fail: Fail): ImageResource {
  const chunks = new Map<string, Buffer[]>();
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at));
    const others = chunks.get(type);
    if (others) others.push(content);
    else chunks.set(type, [content]);
  }
  const [header] = chunks.get('IHDR') ?? [];
  if (header === undefined) return fail('it is damaged');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colour, interlace] = [header.readUInt8(8), header.readUInt8(9), header.readUInt8(12)];
  checkSize(width, height, fail);
  const channels = CHANNELS[colour];
  if (channels === undefined) return fail('it is damaged');
  if (interlace !== 0) return fail('it is interlaced; save it without interlacing');
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const most = (rowBytes + 1) * height;
  const packed = inflateSync(Buffer.concat(chunks.get('IDAT') ?? []), { maxOutputLength: most });
  if (packed.length < most) return fail('it is damaged');
  const samples = unpack(unfilter(packed, rowBytes, height, Math.max(1, (channels * depth) >> 3)), {
    width,
    height,
    depth,
    channels,
    rowBytes,
  });
  return colours(samples, { width, height, depth, colour, channels, ...palette(chunks) });
}

interface Palette {
  readonly entries: Buffer;
  /** The alpha values of the first palette entries, or the transparent color. */
  readonly transparent: Buffer;
}

function palette(chunks: ReadonlyMap<string, Buffer[]>): Palette {
  const [entries = Buffer.alloc(0)] = chunks.get('PLTE') ?? [];
  const [transparent = Buffer.alloc(0)] = chunks.get('tRNS') ?? [];
  return { entries, transparent };
}

/**
 * Reverses the filter of each row (PNG §9.2). `step` is the distance in bytes to the same byte of the previous pixel.
 */
function unfilter(packed: Buffer, rowBytes: number, height: number, step: number): Buffer {
  const rows = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row++) {
    const filter = packed[row * (rowBytes + 1)] ?? 0;
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let index = 0; index < rowBytes; index++) {
      const left = index < step ? 0 : (rows[to + index - step] ?? 0);
      const up = row === 0 ? 0 : (rows[to + index - rowBytes] ?? 0);
      const corner = row === 0 || index < step ? 0 : (rows[to + index - rowBytes - step] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      rows[to + index] = (packed[from + index] ?? 0) + guess;
    }
  }
  return rows;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly channels: number;
  readonly rowBytes: number;
}

/**
 * Converts samples to one byte each. Samples of up to 8 bits keep their value, and 16-bit samples keep only their upper
 * byte.
 */
function unpack(rows: Buffer, { width, height, depth, channels, rowBytes }: Layout): Uint8Array {
  if (depth === 8) return rows;
  const perRow = width * channels;
  const samples = new Uint8Array(perRow * height);
  for (let row = 0; row < height; row++) {
    for (let index = 0; index < perRow; index++) {
      const bit = index * depth;
      const byte = rows[row * rowBytes + (bit >> 3)] ?? 0;
      samples[row * perRow + index] = depth === 16 ? byte : (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    }
  }
  return samples;
}

interface Facts extends Palette {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly channels: number;
}

function colours(samples: Uint8Array, facts: Facts): ImageResource {
  const { width, height, depth, colour, channels, entries, transparent } = facts;
  const pixels = width * height;
  const rgb = Buffer.alloc(3 * pixels);
  const alpha = Buffer.alloc(pixels, 255);
  const scale = depth < 8 && colour !== 3 ? 255 / ((1 << depth) - 1) : 1;
  // PNG stores the transparent color with 16 bits per sample. Decoded samples contain either the upper 8 of these bits
  // or all of them.
  const keyed = colour === 0 || colour === 2 ? transparent : Buffer.alloc(0);
  const key = Array.from(
    { length: keyed.length >> 1 },
    (_, at) => keyed.readUInt16BE(2 * at) >> (depth === 16 ? 8 : 0),
  );
  for (let pixel = 0; pixel < pixels; pixel++) {
    const own = samples.subarray(pixel * channels, (pixel + 1) * channels);
    const [first = 0, second = 0, third = 0, fourth = 0] = own;
    const isColour = colour === 2 || colour === 6;
    if (colour === 3) {
      entries.copy(rgb, 3 * pixel, 3 * first, 3 * first + 3);
      alpha[pixel] = transparent[first] ?? 255;
    } else {
      rgb.set(isColour ? [first, second, third] : [first * scale, first * scale, first * scale], 3 * pixel);
      if (colour === 6) alpha[pixel] = fourth;
      else if (colour === 4) alpha[pixel] = second;
      else if (key.length > 0 && key.every((value, at) => value === own[at])) alpha[pixel] = 0;
    }
  }
  const isOpaque = alpha.every((value) => value === 255);
  return { width, height, rgb: deflateSync(rgb), ...(isOpaque ? {} : { alpha: deflateSync(alpha) }) };
}
