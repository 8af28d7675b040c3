/** Compares the pages of two files as drawn by three programs, outside the positions of additions. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { outsideTool } from '../../../../scripts/outside-tools.ts';

/** A box in points from the top left corner of the displayed page. */
export type Box = { page: number; x: number; y: number; width: number; height: number };
export const DRAWERS = ['pdfium', 'pdftoppm', 'mutool'] as const;
export type Drawer = (typeof DRAWERS)[number];
export type Compared = {
  drawer: Drawer;
  /** The numbers of the pages that differ. */
  changed: number[];
  /** The error that prevented pages of the signed file from being drawn, or null. */
  fault: string | null;
};

const TIMEOUT_MS = 60_000;
const RESOLUTION = 50;
/** The allowed difference in the brightness of an edge, out of 255. */
const TOLERANCE = 32;
/**
 * The allowed difference in the mean of a pixel and its neighbors, out of 255. Poppler samples images differently on a
 * page with a new annotation, so single pixels flip while the mean stays the same. A lost decimal point changes the
 * mean by more.
 */
const MEAN_TOLERANCE = 16;
/** The distance in points by which antialiasing may extend an addition. */
const MARGIN = 4;

const run = promisify(execFile);

type Picture = { width: number; height: number; pixels: Buffer };

/** Draws the first `pages` pages of both files with one program and compares them. */
export async function compareBy(
  drawer: Drawer,
  { before, after, sizes, boxes, folder }: Comparison,
  pages: number,
): Promise<Compared> {
  const changed: number[] = [];
  try {
    const [first, second] = [
      await draw(drawer, before, path.join(folder, `${drawer}-before`), pages),
      await draw(drawer, after, path.join(folder, `${drawer}-after`), pages),
    ];
    for (let page = 1; page <= pages; page += 1) {
      const [one, other] = [first.get(page), second.get(page)];
      // Pages that only some programs can draw are skipped.
      if (one === undefined) continue;
      if (other === undefined) return { drawer, changed, fault: `page ${page} is not drawn any more` };
      const size = sizes[page - 1];
      const own = boxes.filter((box) => box.page === page);
      if (size !== undefined && differs(one, other, size, own)) changed.push(page);
    }
    return { drawer, changed, fault: null };
  } catch (error) {
    return { drawer, changed, fault: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

export type Comparison = {
  before: string;
  after: string;
  /** The sizes of the displayed pages in points. */
  sizes: readonly { width: number; height: number }[];
  boxes: readonly Box[];
  folder: string;
};

async function draw(drawer: Drawer, file: string, folder: string, pages: number): Promise<Map<number, Picture>> {
  await mkdir(folder, { recursive: true });
  const [program, args] = commandOf(drawer, file, folder, pages);
  // Errors are ignored, because a program that reports errors still draws the rest of the page, and the comparison
  // detects missing content.
  await run(program, args, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 }).catch(
    (error: unknown) => {
      if ((error as { killed?: boolean }).killed === true) throw new Error(`${drawer} took too long.`);
    },
  );
  const pictures = new Map<number, Picture>();
  for (const name of await readdir(folder)) {
    const [, number] = /(\d+)\.pgm$/.exec(name) ?? [];
    if (number !== undefined) pictures.set(Number(number), readPgm(await readFile(path.join(folder, name))));
  }
  if (drawer !== 'pdfium') await rm(folder, { recursive: true });
  return pictures;
}

function commandOf(drawer: Drawer, file: string, folder: string, pages: number): [string, string[]] {
  const target = path.join(folder, 'page');
  switch (drawer) {
    case 'pdfium':
      return [process.execPath, [fileURLToPath(new URL('draw.ts', import.meta.url)), file, folder, String(pages)]];
    case 'pdftoppm':
      return [
        outsideTool('pdftoppm'),
        ['-gray', '-cropbox', '-r', String(RESOLUTION), '-l', String(pages), file, target],
      ];
    case 'mutool':
      return [
        outsideTool('mutool'),
        ['draw', '-q', '-F', 'pgm', '-r', String(RESOLUTION), '-o', `${target}-%d.pgm`, file, `1-${pages}`],
      ];
  }
}

/** Reads the Netpbm format: "P5", width, height, 255, then one byte per pixel. */
function readPgm(bytes: Buffer): Picture {
  const [header = '', width, height] =
    /^P5\s(?:#.*\n)*(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(header.length) };
}

function differs(
  one: Picture,
  other: Picture,
  size: { width: number; height: number },
  boxes: readonly Box[],
): boolean {
  if (one.width !== other.width || one.height !== other.height) return true;
  const [across, down] = [one.width / size.width, one.height / size.height];
  const isAdded = (x: number, y: number): boolean =>
    boxes.some(
      (box) =>
        x >= (box.x - MARGIN) * across &&
        x <= (box.x + box.width + MARGIN) * across &&
        y >= (box.y - MARGIN) * down &&
        y <= (box.y + box.height + MARGIN) * down,
    );
  return one.pixels.some(
    (pixel, at) =>
      Math.abs(pixel - (other.pixels[at] ?? 0)) > TOLERANCE &&
      !isAdded(at % one.width, Math.floor(at / one.width)) &&
      Math.abs(meanAround(one, at) - meanAround(other, at)) > MEAN_TOLERANCE,
  );
}

/** Returns the mean brightness of the pixel and its up to eight neighbors. */
function meanAround({ width, height, pixels }: Picture, at: number): number {
  const [column, row] = [at % width, Math.floor(at / width)];
  let [sum, count] = [0, 0];
  for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x += 1) {
      sum += pixels[y * width + x] ?? 0;
      count += 1;
    }
  }
  return sum / count;
}
