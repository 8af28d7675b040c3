import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { PdfError } from '../errors.ts';
import type { Budget } from './limits.ts';

/** The parameters of a filter (/DecodeParms), resolved to numbers. */
export type FilterParameters = Readonly<Record<string, number>>;

type Decoder = (data: Buffer, parameters: FilterParameters, budget: Budget) => Buffer;

const DECODERS: Readonly<Record<string, Decoder>> = {
  FlateDecode: (data, parameters, budget) => undoPredictor(inflate(data, budget), parameters, budget),
  LZWDecode: (data, parameters, budget) =>
    undoPredictor(lzw(data, parameters['EarlyChange'] ?? 1, budget), parameters, budget),
  ASCII85Decode: (data, _, budget) => ascii85(data, budget),
  ASCIIHexDecode: (data) => asciiHex(data),
  RunLengthDecode: (data, _, budget) => runLength(data, budget),
};

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  Fl: 'FlateDecode',
  LZW: 'LZWDecode',
  A85: 'ASCII85Decode',
  AHx: 'ASCIIHexDecode',
  RL: 'RunLengthDecode',
};

/** Applies one decoding filter. Throws `unsupported_filter`, `damaged` or `too_complex`. */
export function applyFilter(filter: string, data: Buffer, parameters: FilterParameters, budget: Budget): Buffer {
  const decoder = DECODERS[ABBREVIATIONS[filter] ?? filter];
  if (decoder === undefined)
    throw new PdfError('unsupported_filter', `the filter ${filter.slice(0, 40)} is not supported`);
  const result = decoder(data, parameters, budget);
  budget.spendInflated(result.length);
  return result;
}

function inflate(data: Buffer, budget: Budget): Buffer {
  try {
    // A missing checksum at the end is common and harmless, because the decoded structure is validated anyway.
    return inflateSync(data, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.inflatable),
    });
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    throw new PdfError(tooLarge ? 'too_complex' : 'damaged', 'a compressed stream cannot be decompressed', {
      cause: error,
    });
  }
}

/** The length of the zlib header before the compressed blocks (RFC 1950). */
const ZLIB_HEADER = 2;

/**
 * Checks that Flate data contains its last block. The checksum after the last block is often missing, which is allowed.
 * Throws `damaged`, `too_complex`.
 */
export function assertWhole(filter: string, data: Buffer, budget: Budget): void {
  if ((ABBREVIATIONS[filter] ?? filter) !== 'FlateDecode' || data.length === 0) return;
  try {
    inflateRawSync(data.subarray(ZLIB_HEADER), { maxOutputLength: Math.max(1, budget.inflatable) });
  } catch (error) {
    const tooLarge = error instanceof RangeError;
    throw new PdfError(tooLarge ? 'too_complex' : 'damaged', 'a compressed stream ends too early', { cause: error });
  }
}

/** Collects decoded bytes and stops when the budget is exhausted. */
class Output {
  private buffer = Buffer.alloc(4096);
  private length = 0;
  private readonly limit: number;

  constructor(budget: Budget) {
    this.limit = budget.inflatable;
  }

  push(bytes: Uint8Array): void {
    const needed = this.length + bytes.length;
    if (needed > this.limit) throw new PdfError('too_complex', 'the decompressed streams are too large');
    if (needed > this.buffer.length) {
      const larger = Buffer.alloc(Math.max(needed, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, this.length));
      this.buffer = larger;
    }
    this.buffer.set(bytes, this.length);
    this.length = needed;
  }

  finish(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

/** Decodes LZW (7.4.4). Codes have 9 to 12 bits, 256 clears the table, and 257 ends the data. */
function lzw(data: Buffer, earlyChange: number, budget: Budget): Buffer {
  const output = new Output(budget);
  const singles = Array.from({ length: 258 }, (_, code) => Uint8Array.of(code));
  let table = singles.slice();
  let previous: Uint8Array | null = null;
  let width = 9;
  let bits = 0;
  let bitCount = 0;
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      table = singles.slice();
      previous = null;
      width = 9;
      continue;
    }
    const known: Uint8Array | undefined = table[code];
    if (known === undefined && (previous === null || code !== table.length))
      throw new PdfError('damaged', 'an LZW stream is damaged');
    const entry: Uint8Array = known ?? extended(previous ?? new Uint8Array(), previous ?? new Uint8Array());
    if (previous !== null && table.length < 4096) table.push(extended(previous, entry));
    output.push(entry);
    previous = entry;
    const size = table.length + earlyChange;
    width = size >= 2048 ? 12 : size >= 1024 ? 11 : size >= 512 ? 10 : 9;
  }
  return output.finish();
}

function extended(prefix: Uint8Array, next: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(prefix.length + 1);
  result.set(prefix);
  result[prefix.length] = next[0] ?? 0;
  return result;
}

function ascii85(data: Buffer, budget: Budget): Buffer {
  const output = new Output(budget);
  const group = new Uint8Array(5);
  let filled = 0;
  const flush = (count: number) => {
    group.fill(84, filled);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    output.push(Uint8Array.of(value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value).subarray(0, count));
    filled = 0;
  };
  for (const code of data) {
    if (code === 0x7e) break;
    if (code === 0x7a && filled === 0) {
      output.push(new Uint8Array(4));
    } else if (code >= 0x21 && code <= 0x75) {
      group[filled++] = code - 0x21;
      if (filled === 5) flush(4);
    } else if (code > 0x20) {
      throw new PdfError('damaged', 'an ASCII85 stream is damaged');
    }
  }
  if (filled > 1) flush(filled - 1);
  return output.finish();
}

function asciiHex(data: Buffer): Buffer {
  const end = data.indexOf(0x3e);
  const digits = data.toString('latin1', 0, end < 0 ? data.length : end).replaceAll(/[^0-9a-fA-F]/g, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

function runLength(data: Buffer, budget: Budget): Buffer {
  const output = new Output(budget);
  let position = 0;
  while (position < data.length) {
    const length = data[position++] ?? 128;
    if (length === 128) break;
    if (length < 128) {
      output.push(data.subarray(position, position + length + 1));
      position += length + 1;
    } else {
      output.push(Buffer.alloc(257 - length, data[position++] ?? 0));
    }
  }
  return output.finish();
}

/** Reverses predictors (7.4.4.4): TIFF 2 for 8-bit components, and PNG 10 to 15. */
function undoPredictor(data: Buffer, parameters: FilterParameters, budget: Budget): Buffer {
  const predictor = parameters['Predictor'] ?? 1;
  if (predictor === 1) return data;
  const colors = parameters['Colors'] ?? 1;
  const bits = parameters['BitsPerComponent'] ?? 8;
  const columns = parameters['Columns'] ?? 1;
  const pixel = Math.max(1, (colors * bits) >> 3);
  const row = (columns * colors * bits + 7) >> 3;
  if (!(row > 0 && row <= budget.inflatable && colors > 0 && bits > 0 && columns > 0))
    throw new PdfError('damaged', 'the predictor parameters are invalid');
  if (predictor === 2 && bits === 8) return undoTiff(data, row, pixel);
  if (predictor >= 10 && predictor <= 15) return undoPng(data, row, pixel);
  throw new PdfError('unsupported_filter', `the predictor ${predictor} is not supported`);
}

function undoTiff(data: Buffer, row: number, pixel: number): Buffer {
  const result = Buffer.from(data);
  for (let index = 0; index < result.length; index++) {
    if (index % row >= pixel) result[index] = ((result[index] ?? 0) + (result[index - pixel] ?? 0)) & 255;
  }
  return result;
}

function undoPng(data: Buffer, row: number, pixel: number): Buffer {
  const rows = Math.ceil(data.length / (row + 1));
  const result = Buffer.alloc(rows * row);
  for (let line = 0; line < rows; line++) {
    const source = line * (row + 1) + 1;
    const target = line * row;
    const type = data[source - 1] ?? 0;
    for (let index = 0; index < row; index++) {
      const left = index >= pixel ? (result[target + index - pixel] ?? 0) : 0;
      const up = line > 0 ? (result[target + index - row] ?? 0) : 0;
      const corner = line > 0 && index >= pixel ? (result[target + index - row - pixel] ?? 0) : 0;
      result[target + index] = ((data[source + index] ?? 0) + pngPrediction(type, left, up, corner)) & 255;
    }
  }
  return result;
}

function pngPrediction(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
