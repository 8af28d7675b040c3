import { AppearanceError } from './appearance-error.ts';
import type { Colour } from './content.ts';
import { fill, num, stroke } from './content.ts';
import type { SignatureGraphic } from './signature-graphic.ts';
import { coordinate, readPath } from './svg-path.ts';
import type { Segment } from './svg-path.ts';
import { readSvg } from './svg-reader.ts';
import type { SvgElement } from './svg-reader.ts';

const MAX_SEGMENTS = 20_000;
/** The minimum stroke width of a pen on paper, in points. */
const MIN_STROKE = 0.55;
/** The control point distance with which four cubic curves approximate a circle. */
const CIRCLE = 0.552_284_75;
/** The luminance (0 to 1) above which ink is not visible on paper. */
const PAPER_WHITE = 0.95;

const NAMED_COLOURS: ReadonlyMap<string, Colour> = new Map<string, Colour>([
  ['black', [0, 0, 0]],
  ['white', [1, 1, 1]],
  ['navy', [0, 0, 0.5]],
  ['blue', [0, 0, 1]],
  ['currentColor', [0, 0, 0]],
]);

interface Ink {
  readonly segments: readonly Segment[];
  readonly fill: Colour | undefined;
  readonly stroke: { readonly colour: Colour; readonly width: number } | undefined;
}

/**
 * Converts a signature drawn on the signing page, in the SVG that signature pads write. Throws AppearanceError:
 * `unsupported_svg`, `signature_too_large`, `empty_signature`.
 */
export function svgGraphic(svg: string): SignatureGraphic {
  const inks = inksOf(svg).filter(isVisible);
  if (inks.length === 0)
    throw new AppearanceError('empty_signature', 'The drawing is empty. Draw your signature, then adopt it.');
  return markOf(inks, MIN_STROKE);
}

/** Converts one of the server's own SVG drawings. White parts stay visible, and strokes keep their width. */
export function svgDrawing(svg: string): SignatureGraphic {
  return markOf(inksOf(svg), 0);
}

function inksOf(svg: string): Ink[] {
  let left = MAX_SEGMENTS;
  return readSvg(svg).map((element) => {
    const ink = readInk(element, left);
    left -= ink.segments.length;
    return ink;
  });
}

function markOf(inks: readonly Ink[], minStroke: number): SignatureGraphic {
  return {
    bounds: boundsOf(inks),
    maxScale: Infinity,
    draw: (scale) => ['1 J 1 j', ...drawInks(inks, minStroke / scale)].join('\n'),
    images: [],
  };
}

function readInk(element: SvgElement, limit: number): Ink {
  const { attributes } = element;
  const strokeColour = readColour(attributes.get('stroke') ?? 'none');
  return {
    segments: segmentsOf(element, limit),
    // Lines enclose no area, so they have no fill. Otherwise, the default fill is black (SVG 1.1 §11.3).
    fill: element.name === 'line' ? undefined : readColour(attributes.get('fill') ?? 'black'),
    stroke:
      strokeColour === undefined
        ? undefined
        : { colour: strokeColour, width: Math.abs(coordinate(attributes.get('stroke-width') ?? '1')) },
  };
}

function segmentsOf({ name, attributes }: SvgElement, limit: number): Segment[] {
  const value = (key: string): number => coordinate(attributes.get(key) ?? '0');
  if (name === 'path') return readPath(attributes.get('d') ?? '', limit);
  if (name === 'circle') return circle(value('cx'), value('cy'), Math.abs(value('r')), limit);
  if (name === 'polyline') return readPath(`M${attributes.get('points') ?? ''}`.replace(/^M\s*$/, ''), limit);
  return readPath(`M${value('x1')} ${value('y1')}L${value('x2')} ${value('y2')}`, limit);
}

function circle(x: number, y: number, r: number, limit: number): Segment[] {
  if (r === 0) return [];
  const k = r * CIRCLE;
  const arc = (a: readonly number[]): string => `C${a.map((n) => num(n, 4)).join(' ')}`;
  return readPath(
    `M${num(x + r, 4)} ${num(y, 4)}` +
      arc([x + r, y + k, x + k, y + r, x, y + r]) +
      arc([x - k, y + r, x - r, y + k, x - r, y]) +
      arc([x - r, y - k, x - k, y - r, x, y - r]) +
      arc([x + k, y - r, x + r, y - k, x + r, y]) +
      'Z',
    limit,
  );
}

function readColour(text: string): Colour | undefined {
  if (text === 'none' || text === 'transparent') return undefined;
  const named = NAMED_COLOURS.get(text);
  if (named !== undefined) return named;
  const hex = /^#(?:([\da-f])([\da-f])([\da-f])|([\da-f]{2})([\da-f]{2})([\da-f]{2}))$/i.exec(text);
  const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/.exec(text);
  const parts =
    hex?.slice(1).flatMap((digits) => (digits === undefined ? [] : [parseInt(digits.padEnd(2, digits), 16)])) ??
    rgb?.slice(1).map(Number);
  const [red = 0, green = 0, blue = 0] = parts ?? [];
  if (parts === undefined || Math.max(...parts) > 255)
    throw new AppearanceError('unsupported_svg', 'The drawing contains an invalid color value.');
  return [red / 255, green / 255, blue / 255];
}

function isVisible(ink: Ink): boolean {
  const drawn = ink.segments.some((segment) => segment.kind === 'line' || segment.kind === 'curve');
  return (
    drawn &&
    ((ink.stroke !== undefined && ink.stroke.width > 0 && isDark(ink.stroke.colour)) ||
      (ink.fill !== undefined && isDark(ink.fill)))
  );
}

function isDark([red, green, blue]: Colour): boolean {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < PAPER_WHITE;
}

/**
 * Returns the bounds of all points, including control points. They are slightly too large for curves, but never too
 * small. The y axis points up.
 */
function boundsOf(inks: readonly Ink[]): SignatureGraphic['bounds'] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ink of inks) {
    const reach = (ink.stroke?.width ?? 0) / 2;
    for (const segment of ink.segments) {
      if (segment.kind === 'close') continue;
      const points = [
        [segment.x, segment.y],
        ...(segment.kind === 'curve'
          ? [
              [segment.x1, segment.y1],
              [segment.x2, segment.y2],
            ]
          : []),
      ];
      for (const [x = 0, y = 0] of points) {
        left = Math.min(left, x - reach);
        right = Math.max(right, x + reach);
        top = Math.min(top, y - reach);
        bottom = Math.max(bottom, y + reach);
      }
    }
  }
  return { x: left, y: -bottom, width: right - left, height: bottom - top };
}

/**
 * Draws paths. Signature pads write hundreds of short paths that continue where the previous path ended. Strokes of one
 * pen become one path, joined where they touch. Filled shapes stay separate, because overlapping shapes could cancel
 * each other out.
 */
function drawInks(inks: readonly Ink[], minWidth: number): string[] {
  const groups: { style: string; operator: 'f' | 'S' | 'B'; segments: Segment[] }[] = [];
  for (const ink of inks) {
    const operator = ink.stroke === undefined ? 'f' : ink.fill === undefined ? 'S' : 'B';
    const style = styleOf(ink, minWidth);
    const last = groups.at(-1);
    if (operator === 'S' && last?.operator === 'S' && last.style === style) last.segments.push(...ink.segments);
    else groups.push({ style, operator, segments: [...ink.segments] });
  }
  return groups.flatMap(({ style, operator, segments }) => [style, ...joined(segments).map(operatorsOf), operator]);
}

/** Omits moves to the current position of the pen. */
function joined(segments: readonly Segment[]): Segment[] {
  let at = '';
  return segments.filter((segment) => {
    const isStill = segment.kind === 'move' && endOf(segment) === at;
    at = segment.kind === 'close' ? '' : endOf(segment);
    return !isStill;
  });
}

function endOf(segment: { readonly x: number; readonly y: number }): string {
  return `${num(segment.x)} ${num(-segment.y)}`;
}

function styleOf(ink: Ink, minWidth: number): string {
  const parts: string[] = [];
  if (ink.fill !== undefined) parts.push(fill(ink.fill));
  if (ink.stroke !== undefined) parts.push(stroke(ink.stroke.colour), `${num(Math.max(ink.stroke.width, minWidth))} w`);
  return parts.join(' ');
}

function operatorsOf(segment: Segment): string {
  if (segment.kind === 'close') return 'h';
  const end = endOf(segment);
  if (segment.kind === 'curve')
    return `${num(segment.x1)} ${num(-segment.y1)} ${num(segment.x2)} ${num(-segment.y2)} ${end} c`;
  return `${end} ${segment.kind === 'move' ? 'm' : 'l'}`;
}
