import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resizeSides } from './arrange.ts';
import { type Box, boxAround, clampBox, moveBox, toFractions, toPoints } from './geometry.ts';

const A4 = { width: 595.28, height: 841.89 };
const min = { width: 60, height: 20 };
const page = fc.record({
  width: fc.double({ min: 100, max: 14_400, noNaN: true }),
  height: fc.double({ min: 100, max: 14_400, noNaN: true }),
});
const part = fc.double({ min: 0, max: 1, noNaN: true });
const anyBox = fc.record({
  x: fc.double({ min: -2, max: 2, noNaN: true }),
  y: fc.double({ min: -2, max: 2, noNaN: true }),
  width: part,
  height: part,
});
const step = fc.double({ min: -1, max: 1, noNaN: true });

const isInside = (box: Box): boolean =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= 1 + 1e-9 && box.y + box.height <= 1 + 1e-9;

test('returns the same fraction of the page after a position is converted to points and back', () => {
  const points = { x: 72, y: 700.25, width: 180, height: 48 };
  expect(toPoints(toFractions(points, A4), A4)).toEqual(points);
});

test('keeps fields on the page after conversion to points, regardless of rounding', () => {
  fc.assert(
    fc.property(page, anyBox, (size, box) => {
      const points = toPoints(clampBox(box, size, min), size);
      expect(points.x).toBeGreaterThanOrEqual(0);
      expect(points.y).toBeGreaterThanOrEqual(0);
      expect(points.x + points.width).toBeLessThanOrEqual(size.width + 1e-6);
      expect(points.y + points.height).toBeLessThanOrEqual(size.height + 1e-6);
      // The contract does not accept fields smaller than 8 points.
      expect(points.width).toBeGreaterThanOrEqual(8);
      expect(points.height).toBeGreaterThanOrEqual(8);
    }),
  );
});

test("keeps moved and resized fields on the page, and preserves a moved field's size and a resized field's opposite corner", () => {
  fc.assert(
    fc.property(page, anyBox, step, step, (size, raw, dx, dy) => {
      const box = clampBox(raw, size, min);
      const moved = moveBox(box, dx, dy);
      const [across, down] = [dx * size.width, dy * size.height];
      const resized = resizeSides(box, { right: across, bottom: down }, size, min);
      const other = resizeSides(box, { left: across, top: down }, size, min);
      expect(isInside(moved)).toBe(true);
      expect(isInside(resized)).toBe(true);
      expect([moved.width, moved.height]).toEqual([box.width, box.height]);
      expect(isInside(other)).toBe(true);
      expect(resized.x).toBeCloseTo(box.x, 9);
      expect(resized.y).toBeCloseTo(box.y, 9);
      expect(other.x + other.width).toBeCloseTo(box.x + box.width, 9);
      expect(other.y + other.height).toBeCloseTo(box.y + box.height, 9);
    }),
  );
});

test('centers a field on the pointer and keeps the field on the page at an edge', () => {
  const middle = toPoints(boxAround({ x: 0.5, y: 0.5 }, { width: 180, height: 48 }, A4), A4);
  expect(middle.x + middle.width / 2).toBeCloseTo(A4.width / 2, 1);
  expect(boxAround({ x: 0, y: 0 }, { width: 180, height: 48 }, A4)).toMatchObject({ x: 0, y: 0 });
});

test('fills a small page with a field that is larger than the page', () => {
  expect(boxAround({ x: 0.5, y: 0.5 }, { width: 180, height: 48 }, { width: 100, height: 30 })).toEqual({
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  });
});
