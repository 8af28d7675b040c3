import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { applyFilter } from './filters.ts';
import { Budget, DEFAULT_LIMITS } from './limits.ts';

const budget = () => new Budget(DEFAULT_LIMITS, 1000);

describe('applyFilter', () => {
  it('decodes every PNG predictor', () => {
    const rows = [
      [0, 1, 2, 3, 4],
      [1, 10, 10, 10, 10],
      [2, 1, 1, 1, 1],
      [3, 4, 4, 4, 4],
      [4, 9, 9, 9, 9],
    ];
    const decoded = applyFilter(
      'FlateDecode',
      deflateSync(Buffer.from(rows.flat())),
      { Predictor: 12, Columns: 4 },
      budget(),
    );
    expect([...decoded]).toEqual([1, 2, 3, 4, 10, 20, 30, 40, 11, 21, 31, 41, 9, 19, 29, 39, 18, 28, 38, 48]);
  });

  it('decodes the TIFF predictor', () => {
    expect([
      ...applyFilter('Fl', deflateSync(Buffer.from([1, 1, 1, 5, 1, 1])), { Predictor: 2, Columns: 3 }, budget()),
    ]).toEqual([1, 2, 3, 5, 6, 7]);
  });

  it('decodes LZW, ASCII85, hexadecimal and run-length data', () => {
    // The example in ISO 32000-2 7.4.4.2.
    const lzw = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
    expect([...applyFilter('LZWDecode', lzw, {}, budget())]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
    expect(applyFilter('ASCII85Decode', Buffer.from('87cUR D]i,"Ebo80z~>'), {}, budget()).toString('latin1')).toBe(
      'Hello World!\0\0\0\0',
    );
    expect(applyFilter('AHx', Buffer.from('48 65 6C 6c 6f 2>'), {}, budget()).toString()).toBe('Hello ');
    expect(applyFilter('RunLengthDecode', Buffer.from([1, 65, 66, 254, 67, 128, 1]), {}, budget()).toString()).toBe(
      'ABCCC',
    );
  });

  it('stops at the size limit with every filter', () => {
    const small = () => new Budget({ ...DEFAULT_LIMITS, inflated: 10_000 }, 1000);
    const tooComplex = expect.objectContaining({ code: 'too_complex' });
    expect(() => applyFilter('FlateDecode', deflateSync(Buffer.alloc(20_000)), {}, small())).toThrow(tooComplex);
    expect(() => applyFilter('RunLengthDecode', Buffer.alloc(2_000, 129), {}, small())).toThrow(tooComplex);
    expect(() => applyFilter('ASCII85Decode', Buffer.alloc(5_000, 'z'), {}, small())).toThrow(tooComplex);
  });

  it('rejects image codecs and invalid data', () => {
    expect(() => applyFilter('DCTDecode', Buffer.alloc(1), {}, budget())).toThrow(
      expect.objectContaining({ code: 'unsupported_filter' }),
    );
    expect(() => applyFilter('FlateDecode', Buffer.from('garbage'), {}, budget())).toThrow(
      expect.objectContaining({ code: 'damaged' }),
    );
  });
});
