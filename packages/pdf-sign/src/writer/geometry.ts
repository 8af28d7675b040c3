import type { PageBox, Rectangle, Rotation } from '../reader/pages.ts';
import type { Place } from './types.ts';

/**
 * Returns the rectangle in user space for a position on the displayed page, in points from the top left corner. /Rotate
 * turns the page clockwise, so each rotation shows a different corner of the page's box at the top left.
 */
export function toUserSpace(page: PageBox, place: Omit<Place, 'page'>): Rectangle {
  const [left, bottom, right, top] = page.box;
  const x0 = place.x / page.unit;
  const y0 = place.y / page.unit;
  const x1 = x0 + place.width / page.unit;
  const y1 = y0 + place.height / page.unit;
  const corners: Record<Rotation, Rectangle> = {
    0: [left + x0, top - y1, left + x1, top - y0],
    90: [left + y0, bottom + x0, left + y1, bottom + x1],
    180: [right - x1, bottom + y0, right - x0, bottom + y1],
    270: [right - y1, top - x1, right - y0, top - x0],
  };
  const rounded = corners[page.rotation].map((value) => Math.round(value * 1000) / 1000);
  return [rounded[0] ?? 0, rounded[1] ?? 0, rounded[2] ?? 0, rounded[3] ?? 0];
}

/**
 * Returns a /Matrix that shows an appearance upright on a rotated page. Only the rotation matters, because readers move
 * and scale the result to the annotation's /Rect (ISO 32000-2 12.5.5).
 */
export function uprightMatrix(rotation: Rotation): string | null {
  const matrices = { 0: null, 90: '[0 1 -1 0 0 0]', 180: '[-1 0 0 -1 0 0]', 270: '[0 -1 1 0 0 0]' };
  return matrices[rotation];
}
