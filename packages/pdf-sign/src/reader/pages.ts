import { PdfError } from '../errors.ts';
import type { PdfFile } from './file.ts';
import { PdfRef } from './objects.ts';
import type { PdfDict, PdfValue } from './objects.ts';

const MAX_HEIGHT = 100;
const MAX_NODES = 500_000;
/** US Letter, which readers assume for a page without /MediaBox. */
const DEFAULT_BOX: Rectangle = [0, 0, 612, 792];

export type Rotation = 0 | 90 | 180 | 270;
export type Rectangle = [left: number, bottom: number, right: number, top: number];

/** The geometry of a page: the visible box in user space, and the rotation and scale for display. */
export interface PageBox {
  box: Rectangle;
  rotation: Rotation;
  /** The number of points per unit of user space (/UserUnit). */
  unit: number;
}

export interface Page extends PageBox {
  ref: PdfRef;
  dict: PdfDict;
}

interface Inherited {
  MediaBox: PdfValue;
  CropBox: PdfValue;
  Rotate: PdfValue;
}

/**
 * Iterates over the pages in order (ISO 32000-2 7.7.3), without recursion. A repeated inner node is refused, because it
 * could make the iteration endless or exponential.
 */
export function* walkPages(file: PdfFile): Generator<Page> {
  const start = file.catalog.get('Pages');
  const pending: { value: PdfValue; inherited: Inherited; height: number }[] = [
    { value: start, inherited: { MediaBox: null, CropBox: null, Rotate: null }, height: 0 },
  ];
  const inner = new Set<number>();
  for (let nodes = 0; pending.length > 0; nodes++) {
    const { value, inherited, height } = pending.pop() ?? {
      value: null,
      inherited: { MediaBox: null, CropBox: null, Rotate: null },
      height: 0,
    };
    const node = file.dict(value);
    if (nodes > MAX_NODES || height > MAX_HEIGHT) throw new PdfError('too_complex', 'the page tree is too large');
    if (!(value instanceof PdfRef) || node === null) throw new PdfError('damaged', 'the page tree is damaged');
    const own: Inherited = {
      MediaBox: node.get('MediaBox') ?? inherited.MediaBox,
      CropBox: node.get('CropBox') ?? inherited.CropBox,
      Rotate: node.get('Rotate') ?? inherited.Rotate,
    };
    if (!node.has('Kids')) {
      yield { ref: value, dict: node, ...pageBox(file, node, own) };
      continue;
    }
    if (inner.has(value.number)) throw new PdfError('damaged', 'the page tree has a loop');
    inner.add(value.number);
    const kids = file.array(node.get('Kids'));
    for (let index = kids.length - 1; index >= 0; index--)
      pending.push({ value: kids[index] ?? null, inherited: own, height: height + 1 });
    if (pending.length > MAX_NODES) throw new PdfError('too_complex', 'the page tree is too large');
  }
}

function pageBox(file: PdfFile, page: PdfDict, inherited: Inherited): PageBox {
  const media = rectangle(file, inherited.MediaBox) ?? DEFAULT_BOX;
  const crop = rectangle(file, inherited.CropBox);
  const visible = crop === null ? media : intersection(crop, media);
  const turned = file.number(inherited.Rotate) ?? 0;
  const unit = file.number(page.get('UserUnit')) ?? 1;
  return {
    box: visible ?? media,
    rotation: toRotation(turned),
    unit: unit > 0 && unit <= 75_000 ? unit : 1,
  };
}

export function toRotation(degrees: number): Rotation {
  const normal = ((degrees % 360) + 360) % 360;
  return normal === 90 || normal === 180 || normal === 270 ? normal : 0;
}

/** Reads a rectangle and sorts its corners. Returns null if the rectangle is invalid or empty. */
function rectangle(file: PdfFile, value: PdfValue): Rectangle | null {
  const numbers = file.array(value).flatMap((item) => file.number(item) ?? []);
  const [a, b, c, d] = numbers;
  if (numbers.length !== 4 || a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const result: Rectangle = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return result[2] > result[0] && result[3] > result[1] ? result : null;
}

function intersection(a: Rectangle, b: Rectangle): Rectangle | null {
  const result: Rectangle = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return result[2] > result[0] && result[3] > result[1] ? result : null;
}

/** Returns the displayed size of a page in points. */
export function displayedSize(page: PageBox): { width: number; height: number } {
  const width = (page.box[2] - page.box[0]) * page.unit;
  const height = (page.box[3] - page.box[1]) * page.unit;
  return page.rotation === 90 || page.rotation === 270 ? { width: height, height: width } : { width, height };
}

/** Returns the positions, starting at 1, of pages that are listed repeatedly. */
export function repeatedPages(pages: readonly PdfRef[]): number[] {
  const seen = new Set<number>();
  return pages.flatMap(({ number }, index) => {
    if (seen.has(number)) return [index + 1];
    seen.add(number);
    return [];
  });
}
