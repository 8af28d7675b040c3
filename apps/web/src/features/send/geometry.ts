/**
 * Positions on a page. The screen uses fractions of the page (0 to 1, origin at the top left), so that a position is
 * independent of the zoom. The contract uses points from the same corner. A page's size is in points, as displayed.
 */
export type Size = { width: number; height: number };
export type Box = { x: number; y: number; width: number; height: number };

const between = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** Keeps a box entirely on its page and at least `min` points in size. */
export function clampBox(box: Box, page: Size, min: Size): Box {
  const width = between(box.width, Math.min(1, min.width / page.width), 1);
  const height = between(box.height, Math.min(1, min.height / page.height), 1);
  return { x: between(box.x, 0, 1 - width), y: between(box.y, 0, 1 - height), width, height };
}

/** Returns a box of `size` points around a point, which is given in fractions. */
export function boxAround(point: { x: number; y: number }, size: Size, page: Size): Box {
  const width = Math.min(1, size.width / page.width);
  const height = Math.min(1, size.height / page.height);
  return clampBox({ x: point.x - width / 2, y: point.y - height / 2, width, height }, page, size);
}

/** Moves a box by fractions of the page and never changes its size. */
export const moveBox = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: between(box.x + dx, 0, 1 - box.width),
  y: between(box.y + dy, 0, 1 - box.height),
});

/** Rounds to a hundredth of a point. The difference is invisible, and no box is pushed over the edge of the page. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;
const hundredthsDown = (value: number): number => Math.floor(value * 100 + 1e-6) / 100;

export function toPoints(box: Box, page: Size): Box {
  const x = hundredths(box.x * page.width);
  const y = hundredths(box.y * page.height);
  return {
    x,
    y,
    width: Math.min(hundredths(box.width * page.width), hundredthsDown(page.width - x)),
    height: Math.min(hundredths(box.height * page.height), hundredthsDown(page.height - y)),
  };
}

export const toFractions = (points: Box, page: Size): Box => ({
  x: points.x / page.width,
  y: points.y / page.height,
  width: points.width / page.width,
  height: points.height / page.height,
});
