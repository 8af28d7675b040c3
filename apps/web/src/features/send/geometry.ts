/**
 * Places on a page. The screen uses fractions of the page (0 to 1, origin at the top left), so that a place is
 * independent of the zoom; the contract uses points from the same corner. A page's size is in points, as displayed.
 */
export type Size = { width: number; height: number };
export type Box = { x: number; y: number; width: number; height: number };

const between = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** Keeps a box entirely on its page and at least `min` points large. */
export function clampBox(box: Box, page: Size, min: Size): Box {
  const width = between(box.width, Math.min(1, min.width / page.width), 1);
  const height = between(box.height, Math.min(1, min.height / page.height), 1);
  return { x: between(box.x, 0, 1 - width), y: between(box.y, 0, 1 - height), width, height };
}

/** A box of `size` points around a point given in fractions. */
export function boxAround(point: { x: number; y: number }, size: Size, page: Size): Box {
  const width = Math.min(1, size.width / page.width);
  const height = Math.min(1, size.height / page.height);
  return clampBox({ x: point.x - width / 2, y: point.y - height / 2, width, height }, page, size);
}

/** Moves by fractions of the page; never changes the size. */
export const moveBox = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: between(box.x + dx, 0, 1 - box.width),
  y: between(box.y + dy, 0, 1 - box.height),
});

/** A hundredth of a point is invisible, but rounding must not push a box over the edge. */
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
