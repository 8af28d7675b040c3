/**
 * Moves, aligns and resizes several fields at once. Distances are in points, so that the result is the same on pages of
 * any size.
 */
import type { Placed } from './draft.ts';
import { type Box, clampBox, type Size, toFractions } from './geometry.ts';
import { KINDS } from './kinds.ts';

export type Boxes = Readonly<Record<string, Box>>;
export type Sides = Partial<Record<'left' | 'right' | 'top' | 'bottom', number>>;
type Pages = readonly Size[];

const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export const ARRANGEMENTS = [
  ...ALIGNMENTS,
  'distribute-across',
  'distribute-down',
  'equal-width',
  'equal-height',
] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

type Item = { field: Placed; size: Size; points: Box };

const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Converts a box to points. The points are not rounded, unlike those in a request. */
const inPoints = ({ x, y, width, height }: Box, size: Size): Box => ({
  x: x * size.width,
  y: y * size.height,
  width: width * size.width,
  height: height * size.height,
});

const itemsOf = (fields: readonly Placed[], pages: Pages): Item[] =>
  fields.flatMap((field) => {
    const size = pages[field.page - 1];
    return size === undefined ? [] : [{ field, size, points: inPoints(field.box, size) }];
  });

const boxesOf = (items: readonly Item[], change: (item: Item) => Partial<Box>): Boxes =>
  Object.fromEntries(
    items.map((item) => {
      const { field, size, points } = item;
      return [field.key, clampBox(toFractions({ ...points, ...change(item) }, size), size, KINDS[field.kind].min)];
    }),
  );

/** Returns the smallest box around all boxes. */
export function boundsOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Moves all fields by the same distance until the first one reaches the edge of its page. */
export function moveTogether(fields: readonly Placed[], pages: Pages, dx: number, dy: number): Boxes {
  const items = itemsOf(fields, pages);
  if (items.length === 0) return {};
  const across = between(
    dx,
    Math.max(...items.map(({ points }) => -points.x)),
    Math.min(...items.map(({ points, size }) => Math.max(0, size.width - points.x - points.width))),
  );
  const down = between(
    dy,
    Math.max(...items.map(({ points }) => -points.y)),
    Math.min(...items.map(({ points, size }) => Math.max(0, size.height - points.y - points.height))),
  );
  return boxesOf(items, ({ points }) => ({ x: points.x + across, y: points.y + down }));
}

/** Moves the given sides of a box by a number of points. The other sides stay in place. */
export function resizeSides(box: Box, sides: Sides, page: Size, min: Size): Box {
  const edge = inPoints(box, page);
  const least = { width: Math.min(min.width, page.width), height: Math.min(min.height, page.height) };
  let [left, right] = [edge.x, edge.x + edge.width];
  let [top, bottom] = [edge.y, edge.y + edge.height];
  if (sides.left !== undefined) left = between(left + sides.left, 0, Math.max(0, right - least.width));
  if (sides.right !== undefined)
    right = between(right + sides.right, Math.min(page.width, left + least.width), page.width);
  if (sides.top !== undefined) top = between(top + sides.top, 0, Math.max(0, bottom - least.height));
  if (sides.bottom !== undefined)
    bottom = between(bottom + sides.bottom, Math.min(page.height, top + least.height), page.height);
  return clampBox(toFractions({ x: left, y: top, width: right - left, height: bottom - top }, page), page, min);
}

/** Creates equal gaps between the fields on each page. The outer two fields stay in place. */
function distribute(items: readonly Item[], at: 'x' | 'y', length: 'width' | 'height'): Boxes {
  const boxes: Record<string, Box> = {};
  for (const onPage of Map.groupBy(items, ({ field }) => field.page).values()) {
    const sorted = onPage.toSorted((a, b) => a.points[at] - b.points[at]);
    const all = boundsOf(sorted.map(({ points }) => points));
    const used = sorted.reduce((sum, { points }) => sum + points[length], 0);
    const gap = (all[length] - used) / Math.max(1, sorted.length - 1);
    let next = all[at];
    for (const item of sorted) {
      const start = next;
      Object.assign(
        boxes,
        boxesOf([item], () => ({ [at]: start })),
      );
      next += item.points[length] + gap;
    }
  }
  return boxes;
}

/** Returns the new boxes of the fields. The first of `fields` determines the size. */
export function arrange(fields: readonly Placed[], pages: Pages, how: Arrangement): Boxes {
  const items = itemsOf(fields, pages);
  const [first] = items;
  if (first === undefined) return {};
  const all = boundsOf(items.map(({ points }) => points));
  switch (how) {
    case 'left':
      return boxesOf(items, () => ({ x: all.x }));
    case 'center':
      return boxesOf(items, ({ points }) => ({ x: all.x + (all.width - points.width) / 2 }));
    case 'right':
      return boxesOf(items, ({ points }) => ({ x: all.x + all.width - points.width }));
    case 'top':
      return boxesOf(items, () => ({ y: all.y }));
    case 'middle':
      return boxesOf(items, ({ points }) => ({ y: all.y + (all.height - points.height) / 2 }));
    case 'bottom':
      return boxesOf(items, ({ points }) => ({ y: all.y + all.height - points.height }));
    case 'distribute-across':
      return distribute(items, 'x', 'width');
    case 'distribute-down':
      return distribute(items, 'y', 'height');
    case 'equal-width':
      return boxesOf(items, () => ({ width: first.points.width }));
    case 'equal-height':
      return boxesOf(items, () => ({ height: first.points.height }));
  }
}

/** The lines with which a moved field is aligned, in fractions of the page. */
export type Guides = { x?: number; y?: number };

type Snapped = { by: number; at?: number };

/** Returns the shortest move, within the tolerance, that aligns one of `lines` with one of `others`. */
function nearest(lines: readonly number[], others: readonly number[], tolerance: number): Snapped {
  let best: Snapped = { by: 0 };
  let least = tolerance;
  for (const line of lines)
    for (const other of others) {
      const distance = Math.abs(other - line);
      if (distance <= least && (best.at === undefined || distance < least)) {
        least = distance;
        best = { by: other - line, at: other };
      }
    }
  return best;
}

const linesAcross = ({ x, width }: Box): number[] => [x, x + width / 2, x + width];
const linesDown = ({ y, height }: Box): number[] => [y, y + height / 2, y + height];

/**
 * Returns how far a box must move to align with a line of another box or with the middle of the page. `edges` limits
 * this to the edges that a resize moves. All values, including `tolerance`, are fractions of the page.
 */
export function snapTo(
  box: Box,
  others: readonly Box[],
  tolerance: Size,
  edges?: Sides,
): { dx: number; dy: number; guides: Guides } {
  const across =
    edges === undefined
      ? linesAcross(box)
      : [...(edges.left === undefined ? [] : [box.x]), ...(edges.right === undefined ? [] : [box.x + box.width])];
  const down =
    edges === undefined
      ? linesDown(box)
      : [...(edges.top === undefined ? [] : [box.y]), ...(edges.bottom === undefined ? [] : [box.y + box.height])];
  const x = nearest(across, [...others.flatMap(linesAcross), 0.5], tolerance.width);
  const y = nearest(down, [...others.flatMap(linesDown), 0.5], tolerance.height);
  return {
    dx: x.by,
    dy: y.by,
    guides: { ...(x.at !== undefined && { x: x.at }), ...(y.at !== undefined && { y: y.at }) },
  };
}
