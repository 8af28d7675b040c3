/** Positions of the control points of a quarter circle, relative to its radius. */
const HANDLE = 0.5523;
const TOLERANCE = 0.5;
const QUARTERS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/**
 * Whether four curves form a visible disc in the middle of a box. The curves are given as a starting point and three
 * points each.
 */
export function isDisc(curve: readonly number[], box: { width: number; height: number }): boolean {
  const [right = 0, middle = 0] = curve;
  const [x, y] = [box.width / 2, box.height / 2];
  const radius = right - x;
  const point = (dx: number, dy: number, handle: number) => [
    x + dx * radius - handle * dy * radius,
    y + dy * radius + handle * dx * radius,
  ];
  const wanted = QUARTERS.flatMap(([dx, dy]) => [
    ...point(dx, dy, HANDLE),
    ...point(-dy, dx, -HANDLE),
    ...point(-dy, dx, 0),
  ]);
  const isRound = curve.slice(2).every((value, index) => Math.abs(value - (wanted[index] ?? 0)) <= TOLERANCE);
  const isSeen = radius >= Math.min(x, y) / 4 && Math.abs(middle - y) <= TOLERANCE;
  return curve.length === 26 && isRound && isSeen;
}
