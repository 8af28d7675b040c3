export interface PageSize {
  /** The size in points, as displayed: the page's rotation and crop box are applied. */
  readonly width: number;
  readonly height: number;
}

/** A rectangle in points, with the origin at the top left of the page as displayed. */
export interface PageBox extends PageSize {
  readonly x: number;
  readonly y: number;
}

/** The matrix a, b, c, d, e, f of ISO 32000-2 8.3.4. */
export type Matrix = readonly [number, number, number, number, number, number];

export const moved = (x: number, y: number, [a, b, c, d, e, f]: Matrix): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** Returns the matrix that applies `one` first, then `two`. */
export function product(one: Matrix, two: Matrix): Matrix {
  const [a, b] = moved(one[0], one[1], [two[0], two[1], two[2], two[3], 0, 0]);
  const [c, d] = moved(one[2], one[3], [two[0], two[1], two[2], two[3], 0, 0]);
  return [a, b, c, d, ...moved(one[4], one[5], two)];
}

export const boxBetween = (x1: number, y1: number, x2: number, y2: number): PageBox => ({
  x: Math.min(x1, x2),
  y: Math.min(y1, y2),
  width: Math.abs(x2 - x1),
  height: Math.abs(y2 - y1),
});
