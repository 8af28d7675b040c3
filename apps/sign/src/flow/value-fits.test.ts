import { expect, it } from 'vitest';
import type { PlacedField } from './fields.ts';
import { fieldOf } from './sample.ts';
import { tooLong } from './value-fits.ts';

/** Every letter is 3.5 points wide, like an average letter at 7 points. */
const measure = (text: string): number => text.length * 3.5;
const box = (width: number, height: number, kind: PlacedField['kind'] = 'text'): PlacedField =>
  fieldOf('a', kind, { width, height });

it('accepts field values that fit in small type, on one line or on several lines', () => {
  expect(tooLong(box(74, 14), 'x'.repeat(20), measure)).toBeNull();
  expect(tooLong(box(74, 32), 'x'.repeat(60), measure)).toBeNull();
});

it('returns how many characters fit if a value is too long for its field', () => {
  expect(tooLong(box(74, 14), 'x'.repeat(60), measure)).toBe(23);
  expect(tooLong(box(74, 32), 'x'.repeat(200), measure)).toBe(69);
});

it('counts line breaks when it determines whether a value fits in its field', () => {
  expect(tooLong(box(74, 14), 'a\nb', measure)).not.toBeNull();
  expect(tooLong(box(74, 24), 'a\nb', measure)).toBeNull();
});

it('does not check whether a value fits in a drop-down field, or in any field if text cannot be measured', () => {
  expect(tooLong(box(20, 14, 'dropdown'), 'x'.repeat(60), measure)).toBeNull();
  expect(tooLong(box(20, 14), 'x'.repeat(60), null)).toBeNull();
});
