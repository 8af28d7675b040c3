import { m } from './profile-texts.ts';
/** A signature drawn in the profile, in the server's format: an SVG with only strokes, cropped to the ink. */

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

/** The ink color: pages are white in light and dark mode. */
export const INK = '#14245c';
export const PEN = 2.2;
const MARGIN = 4;

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** A stroke as curves through its points (Catmull-Rom), so that few points cause no corners. */
export function pathOf(stroke: Stroke, left = 0, top = 0): string {
  const at = (index: number): Point => {
    const [x, y] = stroke[Math.min(Math.max(index, 0), stroke.length - 1)] ?? [0, 0];
    return [x - left, y - top];
  };
  const text = ([x, y]: Point): string => `${short(x)} ${short(y)}`;
  // A tap is a dot: a line of zero length has round ends.
  if (stroke.length === 1) return `M${text(at(0))}L${text([at(0)[0] + 0.1, at(0)[1]])}`;
  const steps = stroke.slice(1).map((_point, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const control1: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const control2: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    return `C${text(control1)} ${text(control2)} ${text(to)}`;
  });
  return `M${text(at(0))}${steps.join('')}`;
}

/** The strokes as base64 of an SVG; null for an empty drawing. */
export function svgBase64(strokes: readonly Stroke[]): string | null {
  const points = strokes.flat();
  if (points.length === 0) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) - left + MARGIN, Math.max(...ys) - top + MARGIN];
  const paths = strokes.map((stroke) => m.drawing.pathDFillNoneStroke(pathOf(stroke, left, top), INK, PEN));
  return btoa(m.drawing.svgXmlnsHttpWwwW3(short(width), short(height), paths.join('')));
}

/** A saved drawing as a data URL: SVG, or PNG by its first bytes. */
export const drawingUrl = (base64: string): string =>
  base64.startsWith('data:') ? base64 : `data:image/${base64.startsWith('iVBOR') ? 'png' : 'svg+xml'};base64,${base64}`;
