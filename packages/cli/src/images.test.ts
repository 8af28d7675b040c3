import { inflateSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { png } from '../test/png.ts';
import type { PngFacts } from '../test/png.ts';
import { readImage } from './images.ts';

function pixels(facts: PngFacts): { rgb: number[]; alpha: number[] | undefined } {
  const { rgb, alpha } = readImage(png(facts), 'a.png');
  return { rgb: [...inflateSync(rgb)], alpha: alpha && [...inflateSync(alpha)] };
}

describe('PNG files', () => {
  test.each<[string, PngFacts, number[], number[]?]>([
    [
      'gray with 1 bit',
      { width: 4, height: 1, colour: 0, depth: 1, rows: [0b1010_0000] },
      [255, 0, 255, 0].flatMap(grey),
    ],
    [
      'gray with 2 bits and one transparent color',
      { width: 4, height: 1, colour: 0, depth: 2, rows: [0b0001_1011], transparent: [0, 2] },
      [0, 85, 170, 255].flatMap(grey),
      [255, 255, 0, 255],
    ],
    [
      'gray with 16 bits',
      { width: 2, height: 1, colour: 0, depth: 16, rows: [0x12, 0x34, 0xff, 0xff] },
      [0x12, 255].flatMap(grey),
    ],
    ['RGB', { width: 1, height: 2, colour: 2, depth: 8, rows: [1, 2, 3, 4, 5, 6] }, [1, 2, 3, 4, 5, 6]],
    [
      'RGB with one transparent color',
      { width: 2, height: 1, colour: 2, depth: 8, rows: [1, 2, 3, 4, 5, 6], transparent: [0, 4, 0, 5, 0, 6] },
      [1, 2, 3, 4, 5, 6],
      [255, 0],
    ],
    [
      'a palette with 4 bits and alpha',
      {
        width: 3,
        height: 1,
        colour: 3,
        depth: 4,
        rows: [0x10, 0x20],
        palette: [9, 9, 9, 1, 2, 3, 4, 5, 6],
        transparent: [7],
      },
      [1, 2, 3, 9, 9, 9, 4, 5, 6],
      [255, 7, 255],
    ],
    [
      'gray with alpha',
      { width: 2, height: 1, colour: 4, depth: 8, rows: [5, 0, 6, 255] },
      [5, 6].flatMap(grey),
      [0, 255],
    ],
    [
      'RGB with a fully opaque alpha channel',
      { width: 1, height: 1, colour: 6, depth: 8, rows: [1, 2, 3, 255] },
      [1, 2, 3],
    ],
  ])('reads a PNG file: %s', (_, facts, rgb, alpha) => {
    expect(pixels(facts)).toEqual({ rgb, alpha });
  });

  // Expected values for the filters of PNG §9.2, computed by hand for two rows of three gray pixels.
  test.each<[filter: number, rows: number[], values: number[]]>([
    [1, [10, 1, 1, 20, 255, 1], [10, 11, 12, 20, 19, 20]],
    [2, [10, 20, 30, 1, 1, 1], [10, 20, 30, 11, 21, 31]],
    [3, [10, 5, 0, 1, 1, 1], [10, 10, 5, 6, 9, 8]],
    [4, [10, 1, 1, 1, 1, 1], [10, 11, 12, 11, 12, 13]],
  ])('reads a PNG file with the filter %i', (filter, rows, values) => {
    const facts = { width: 3, height: 2, colour: 0, depth: 8, rows, filter };
    expect(pixels(facts).rgb).toEqual(values.flatMap(grey));
  });

  test('rejects an unusable PNG file and states the reason', () => {
    const facts = { width: 1, height: 1, colour: 0, depth: 8, rows: [1] };
    const bytes = png(facts);
    expect(() => readImage(png({ ...facts, interlace: 1 }), 'a.png')).toThrow('interlaced');
    expect(() => readImage(png({ ...facts, width: 100_000, height: 1 }), 'a.png')).toThrow('damaged');
    expect(() => readImage(bytes.subarray(0, 40), 'a.png')).toThrow('damaged');
    expect(() => readImage(Buffer.from([1]), 'a.png')).toThrow('a.png cannot be used as an image');
    // The header declares one pixel, but the data is several megabytes long. Only the data for that pixel is
    // decompressed.
    expect(() => readImage(png({ ...facts, rows: Array.from({ length: 2 ** 20 }, () => 0) }), 'a.png')).toThrow(
      'damaged',
    );
    const huge = Buffer.from(bytes);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    expect(() => readImage(huge, 'a.png')).toThrow('megapixels');
  });
});

test('rejects a JPEG file in CMYK, but embeds a JPEG file in RGB unchanged', () => {
  const jpeg = (components: number) => Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 2, 0, 3, components, 0, 0]);
  expect(readImage(jpeg(3), 'a.jpg')).toMatchObject({ width: 3, height: 2, jpeg: 'rgb' });
  expect(readImage(jpeg(1), 'a.jpg')).toMatchObject({ jpeg: 'gray' });
  expect(() => readImage(jpeg(4), 'a.jpg')).toThrow('grayscale or RGB');
  expect(() => readImage(jpeg(3).subarray(0, 8), 'a.jpg')).toThrow('damaged');
});

function grey(value: number): number[] {
  return [value, value, value];
}
