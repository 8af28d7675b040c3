import { describe, expect, it } from 'vitest';
import { fieldOf } from '../flow/sample.ts';
import { nearestField } from './nearest.ts';
import { pictureWidth } from './picture-width.ts';

describe('width of a page image', () => {
  it('selects the width that suits the screen from a few fixed widths', () => {
    expect(pictureWidth(366, 1)).toBe(640);
    expect(pictureWidth(366, 2)).toBe(900);
    expect(pictureWidth(860, 1)).toBe(900);
    expect(pictureWidth(860, 2)).toBe(1800);
  });

  it('never exceeds the resolution that is visible or available', () => {
    expect(pictureWidth(366, 4)).toBe(pictureWidth(366, 2));
    expect(pictureWidth(3000, 2)).toBe(2400);
  });
});

describe('touching the page', () => {
  const name = fieldOf('name', 'name', { x: 100, y: 100, width: 100, height: 14 });
  const date = fieldOf('date', 'date', { x: 100, y: 119, width: 60, height: 14 });
  const fields = [name, date];

  it('selects the field at the touched position', () => {
    expect(nearestField(fields, { x: 110, y: 105 }, 20)).toBe(name);
    expect(nearestField(fields, { x: 110, y: 125 }, 20)).toBe(date);
  });

  it('selects the nearer of two fields, even if their touch targets overlap', () => {
    expect(nearestField(fields, { x: 110, y: 116 }, 20)).toBe(name);
    expect(nearestField(fields, { x: 110, y: 118 }, 20)).toBe(date);
  });

  it('selects no field if the touched position is far from all fields', () => {
    expect(nearestField(fields, { x: 110, y: 400 }, 20)).toBeNull();
    expect(nearestField([], { x: 1, y: 1 }, 20)).toBeNull();
  });
});
