/**
 * Glyph outlines as PDF path operators (ISO 32000-2 8.5.2). TrueType outlines are quadratic, PDF has only cubic curves;
 * and most pairs of quadratic curves were one cubic curve when the font was drawn. Joining them again halves what every
 * signature has to carry, compress and hash.
 */
interface Quadratic {
  readonly x1: number;
  readonly y1: number;
  readonly x: number;
  readonly y: number;
}

/** How far, in thousandths of the em, a joined curve may leave the original: a hundredth of a point in large type. */
const TOLERANCE = 1;

/** Turns HarfBuzz's "M0,0L1,1Q2,2 3,3Z" into operators in thousandths of the em, whole numbers. */
export function glyphPath(svg: string, scale: number): string {
  const operators: string[] = [];
  let pending: Quadratic | undefined;
  let [startX, startY, x, y] = [0, 0, 0, 0];
  const flush = (): void => {
    if (pending === undefined) return;
    operators.push(cubic(startX, startY, pending));
    [startX, startY] = [pending.x, pending.y];
    pending = undefined;
  };
  for (const [, command = '', rest = ''] of svg.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const n = rest === '' ? [] : rest.split(/[ ,]+/).map((number) => Number(number) * scale);
    if (command === 'Q') {
      const next: Quadratic = { x1: n[0] ?? 0, y1: n[1] ?? 0, x: n[2] ?? 0, y: n[3] ?? 0 };
      const joined = pending === undefined ? undefined : join(startX, startY, pending, next);
      if (joined === undefined) {
        flush();
        pending = next;
      } else {
        operators.push(joined);
        pending = undefined;
        [startX, startY] = [next.x, next.y];
      }
      [x, y] = [next.x, next.y];
      continue;
    }
    flush();
    operators.push(command === 'Z' ? 'h' : `${whole(...n)} ${command === 'C' ? 'c' : command.toLowerCase()}`);
    [x, y] = [n.at(-2) ?? x, n.at(-1) ?? y];
    [startX, startY] = [x, y];
  }
  flush();
  return operators.join('\n');
}

function cubic(x0: number, y0: number, { x1, y1, x, y }: Quadratic): string {
  const third = (from: number): number => from / 3;
  return `${whole(third(x0 + 2 * x1), third(y0 + 2 * y1), third(x + 2 * x1), third(y + 2 * y1), x, y)} c`;
}

/** The one cubic curve that two quadratic ones came from, if there is one: halved at its middle, it has to give both. */
function join(x0: number, y0: number, a: Quadratic, b: Quadratic): string | undefined {
  // A quadratic half of a cubic has its control point at 3/4 of the way to the cubic's own.
  const c1x = x0 + (4 / 3) * (a.x1 - x0);
  const c1y = y0 + (4 / 3) * (a.y1 - y0);
  const c2x = b.x + (4 / 3) * (b.x1 - b.x);
  const c2y = b.y + (4 / 3) * (b.y1 - b.y);
  const isNear = (t: number, x: number, y: number): boolean => {
    const [u, v] = [1 - t, t];
    const bx = u ** 3 * x0 + 3 * u * u * v * c1x + 3 * u * v * v * c2x + v ** 3 * b.x;
    const by = u ** 3 * y0 + 3 * u * u * v * c1y + 3 * u * v * v * c2y + v ** 3 * b.y;
    return Math.abs(bx - x) <= TOLERANCE && Math.abs(by - y) <= TOLERANCE;
  };
  const middle = (from: number, control: number, to: number): number => (from + 2 * control + to) / 4;
  const fits =
    isNear(0.5, a.x, a.y) &&
    isNear(0.25, middle(x0, a.x1, a.x), middle(y0, a.y1, a.y)) &&
    isNear(0.75, middle(a.x, b.x1, b.x), middle(a.y, b.y1, b.y));
  return fits ? `${whole(c1x, c1y, c2x, c2y, b.x, b.y)} c` : undefined;
}

function whole(...numbers: number[]): string {
  return numbers.map((number) => String(Math.round(number))).join(' ');
}
