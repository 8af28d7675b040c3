/** Helpers for writing content streams (ISO 32000-2 7.8.2). */

/** A rectangle in points, origin at the bottom left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Red, green, blue from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** The color of signatures and names: a blue-black ink with a contrast of 14:1 on white. */
export const INK: Colour = [0.09, 0.13, 0.31];
/** The color of captions, with a contrast of 7:1 on white. */
export const SLATE: Colour = [0.31, 0.34, 0.41];
const HAIRLINE: Colour = [0.74, 0.76, 0.81];

/** Formats a number in PDF syntax: at most `digits` decimals, never an exponent. */
export function num(value: number, digits = 2): string {
  if (Number.isInteger(value)) return `${value}`;
  const scale = 10 ** digits;
  return `${Math.round(value * scale) / scale}`;
}

export function fill(colour: Colour): string {
  return `${colour.map((part) => num(part, 3)).join(' ')} rg`;
}

export function stroke(colour: Colour): string {
  return `${colour.map((part) => num(part, 3)).join(' ')} RG`;
}

export function rule(x1: number, y1: number, x2: number, y2: number): string {
  return `q ${stroke(HAIRLINE)} 0.5 w ${num(x1)} ${num(y1)} m ${num(x2)} ${num(y2)} l S Q`;
}
