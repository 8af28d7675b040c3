import { writeFile } from 'node:fs/promises';
import { inFolder, runTool } from './folder.ts';

/** A page as drawn by another vendor's program, in grayscale. 0 is black, and 255 is white. */
export interface Picture {
  width: number;
  height: number;
  pixels: Buffer;
}
/** A box in points from the top left corner of the displayed page. */
export type Box = { x: number; y: number; width: number; height: number };

export const RENDERERS = ['mutool', 'pdftoppm'] as const;
export type Renderer = (typeof RENDERERS)[number];

/** Pixels per point. */
const SCALE = 1.5;
/** Antialiasing may extend a line by this many pixels beyond its box. */
const EDGE = 2;

/** Draws the crop box of a page with its form fields and annotations. `page` starts at 1. */
export async function render(renderer: Renderer, pdf: Buffer, page: number): Promise<Picture> {
  return inFolder(async (file) => {
    await writeFile(file('file.pdf'), pdf);
    const resolution = String(72 * SCALE);
    const args =
      renderer === 'mutool'
        ? ['draw', '-q', '-F', 'pgm', '-r', resolution, '-o', '-', file('file.pdf'), String(page)]
        : ['-gray', '-cropbox', '-r', resolution, '-f', String(page), '-l', String(page), file('file.pdf')];
    return readPgm((await runTool(renderer, args)).stdout);
  });
}

/** Reads the Netpbm format: "P5", width, height, 255, then one byte per pixel. */
function readPgm(bytes: Buffer): Picture {
  const [header = '', width, height] =
    /^P5\s(?:#.*\n)*(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  if (header === '') throw new Error('The file is not an image.');
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(header.length) };
}

/** Returns the number of pixels in a box that are not white. */
export function inkWithin(picture: Picture, box: Box): number {
  const isWithin = within([box], 0);
  return picture.pixels.reduce(
    (count, pixel, at) => count + (pixel < 200 && isWithin(at % picture.width, Math.floor(at / picture.width)) ? 1 : 0),
    0,
  );
}

/**
 * Returns the number of different pixels outside these boxes in two pictures of the same size, or Infinity if the sizes
 * differ.
 */
export function differencesOutside(before: Picture, after: Picture, boxes: readonly Box[]): number {
  if (before.width !== after.width || before.height !== after.height) return Infinity;
  const isWithin = within(boxes, EDGE);
  return before.pixels.reduce(
    (count, pixel, at) =>
      count + (pixel !== after.pixels[at] && !isWithin(at % before.width, Math.floor(at / before.width)) ? 1 : 0),
    0,
  );
}

function within(boxes: readonly Box[], margin: number): (x: number, y: number) => boolean {
  const scaled = boxes.map((box) => ({
    left: box.x * SCALE - margin,
    top: box.y * SCALE - margin,
    right: (box.x + box.width) * SCALE + margin,
    bottom: (box.y + box.height) * SCALE + margin,
  }));
  return (x, y) => scaled.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
}
