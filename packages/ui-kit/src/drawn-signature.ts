/**
 * A drawn signature in the service's format: an SVG with only strokes and dots.
 *
 * The drawing library's own SVG is never used. The shapes in it are parsed into numbers and rewritten, so the output
 * never contains a script, a reference or an unexpected attribute. The result is cropped to the ink, so that the
 * signature fills its field.
 */

/**
 * A point in CSS pixels of the drawing surface. A curve is a cubic Bézier with two control points followed by the end.
 */
type Point = readonly [x: number, y: number];
type Segment = { kind: 'line'; to: Point } | { kind: 'curve'; control1: Point; control2: Point; to: Point };
type Stroke = { kind: 'stroke'; width: number; from: Point; segments: Segment[] };
type Dot = { kind: 'dot'; centre: Point; radius: number };
export type Shape = Stroke | Dot;

/** The ink is the same blue in light and dark mode, because the page is always white. */
export const INK = '#14245c';
/** The margin around the ink, for the round ends of strokes. */
const MARGIN = 2;
const COORDINATE_LIMIT = 100_000;

/** Reads the shapes in an SVG text. Ignores everything except plain paths, circles and lines with finite numbers. */
export function readShapes(svg: string): Shape[] {
  const shapes: Shape[] = [];
  for (const [, name, rest] of svg.matchAll(/<(path|circle|line)\b([^<>]*)>/g)) {
    const attributes = new Map(
      [...(rest ?? '').matchAll(/([a-z][a-z0-9-]*)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const number = (key: string): number => Number(attributes.get(key) ?? Number.NaN);
    const shape =
      name === 'path'
        ? readPath(attributes.get('d') ?? '', number('stroke-width'))
        : name === 'circle'
          ? dot([number('cx'), number('cy')], number('r'))
          : line([number('x1'), number('y1')], [number('x2'), number('y2')], number('stroke-width'));
    if (shape !== null) shapes.push(shape);
  }
  return shapes;
}

/**
 * Writes shapes as `<svg xmlns viewBox>` with only `<path>` and `<circle>` elements. Returns null if there is no ink.
 */
export function writeSvg(shapes: readonly Shape[]): string | null {
  const joined = joinStrokes(shapes);
  if (joined.length === 0) return null;
  const box = boundsOf(joined);
  const at = ([x, y]: Point): string => `${short(x - box.left)} ${short(y - box.top)}`;
  const body = joined.map((shape) => {
    if (shape.kind === 'dot') {
      const [x, y] = at(shape.centre).split(' ');
      return `<circle cx="${x}" cy="${y}" r="${short(shape.radius)}" fill="${INK}"/>`;
    }
    const steps = shape.segments.map((segment) =>
      segment.kind === 'line'
        ? `L${at(segment.to)}`
        : `C${at(segment.control1)} ${at(segment.control2)} ${at(segment.to)}`,
    );
    const d = `M${at(shape.from)}${steps.join('')}`;
    return `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${short(shape.width)}" stroke-linecap="round"/>`;
  });
  const viewBox = `0 0 ${short(box.right - box.left)} ${short(box.bottom - box.top)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${body.join('')}</svg>`;
}

/** Parses any SVG and rewrites it in the restricted form. Returns null if there is no ink. */
export function restrictSvg(svg: string): string | null {
  return writeSvg(readShapes(svg));
}

/** The SVG is always ASCII, so `btoa` accepts it. */
export function svgDataUrl(svg: string): string {
  return `data:image/svg+xml;base64,${btoa(svg)}`;
}

/**
 * The library draws a separate curve, with its own width, for every few pixels. Adjacent curves of almost equal width
 * become one path, which shrinks a signature from 60 kB to 6 kB.
 */
function joinStrokes(shapes: readonly Shape[]): Shape[] {
  const joined: Shape[] = [];
  for (const shape of shapes) {
    const last = joined.at(-1);
    if (shape.kind === 'dot') {
      joined.push(shape);
      continue;
    }
    const width = Math.max(0.25, Math.round(shape.width * 4) / 4);
    if (last?.kind === 'stroke' && last.width === width && touches(endOf(last), shape.from)) {
      last.segments.push(...shape.segments);
    } else {
      joined.push({ ...shape, width, segments: [...shape.segments] });
    }
  }
  return joined;
}

function readPath(d: string, width: number): Stroke | null {
  const tokens = d.match(/[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? [];
  // The drawing library writes only absolute M, L and C commands. A path with any other command is not from the
  // library.
  if (tokens[0] !== 'M' || tokens.some((token) => /^[A-Za-z]$/.test(token) && !'MLC'.includes(token))) return null;
  const numbers = (count: number, from: number): number[] => tokens.slice(from, from + count).map(Number);
  const [startX, startY] = numbers(2, 1);
  const from: Point = [startX ?? Number.NaN, startY ?? Number.NaN];
  const segments: Segment[] = [];
  let index = 3;
  while (index < tokens.length) {
    const command = tokens[index];
    const [a, b, c, e, f, g] = numbers(command === 'C' ? 6 : 2, index + 1);
    const nan = Number.NaN;
    if (command === 'L') segments.push({ kind: 'line', to: [a ?? nan, b ?? nan] });
    else if (command === 'C') {
      segments.push({
        kind: 'curve',
        control1: [a ?? nan, b ?? nan],
        control2: [c ?? nan, e ?? nan],
        to: [f ?? nan, g ?? nan],
      });
    } else return null;
    index += command === 'C' ? 7 : 3;
  }
  return segments.length > 0 ? sound({ kind: 'stroke', width, from, segments }) : null;
}

function line(from: Point, to: Point, width: number): Stroke | null {
  return sound({ kind: 'stroke', width, from, segments: [{ kind: 'line', to }] });
}

function dot(centre: Point, radius: number): Dot | null {
  return radius > 0 && radius < COORDINATE_LIMIT && isSound(centre) ? { kind: 'dot', centre, radius } : null;
}

function sound(stroke: Stroke): Stroke | null {
  return stroke.width > 0 && stroke.width < 1000 && pointsOf(stroke).every(isSound) ? stroke : null;
}

function isSound([x, y]: Point): boolean {
  return Math.abs(x) < COORDINATE_LIMIT && Math.abs(y) < COORDINATE_LIMIT;
}

function pointsOf(stroke: Stroke): Point[] {
  const inner = stroke.segments.flatMap((segment) =>
    segment.kind === 'line' ? [segment.to] : [segment.control1, segment.control2, segment.to],
  );
  return [stroke.from, ...inner];
}

function endOf(stroke: Stroke): Point {
  return stroke.segments.at(-1)?.to ?? stroke.from;
}

function touches(a: Point, b: Point): boolean {
  return Math.abs(a[0] - b[0]) < 0.1 && Math.abs(a[1] - b[1]) < 0.1;
}

function boundsOf(shapes: readonly Shape[]): { left: number; top: number; right: number; bottom: number } {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const shape of shapes) {
    const reach = MARGIN + (shape.kind === 'dot' ? shape.radius : shape.width / 2);
    for (const [x, y] of shape.kind === 'dot' ? [shape.centre] : pointsOf(shape)) {
      box.left = Math.min(box.left, x - reach);
      box.top = Math.min(box.top, y - reach);
      box.right = Math.max(box.right, x + reach);
      box.bottom = Math.max(box.bottom, y + reach);
    }
  }
  return box;
}

/** Rounds to a tenth of a pixel, which is finer than the resolution of any pen. */
function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
